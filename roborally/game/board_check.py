"""Checks a board or course file and reports every problem, not only the first; used by `roborally board check`.

There are two kinds of findings: with *errors* the file cannot be used; with *doubts* it can be used but is hard to
play, for example because robots cannot reach a checkpoint.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from roborally.base.errors import GameError, Message
from roborally.core.board import Element
from roborally.core.floor import Floor
from roborally.core.geometry import DIRECTIONS, Cell
from roborally.game.compatibility import fitting_modes
from roborally.game.course.courses import Course, board_faults, load_course
from roborally.game.course.notation import MAX_SIDE, CourseError, Notations, load_toml, parse_grid, unequal_rows
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin import COURSE_DOUBTS, CourseDoubt
from roborally.plugin_system.loader import Catalogue, Plugin


@dataclass
class Findings:
    """All errors and doubts about a board or course file, as plain sentences; `course` is `None` if it is unusable."""

    course: Course | None = None
    errors: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


def check_file(path: Path, catalogue: Catalogue) -> Findings:
    """Return all errors and doubts about a file."""
    notations = Notations.of(catalogue.plugins.values())
    findings = Findings()
    try:
        findings.course = load_course(path, notations)
    except CourseError as error:
        findings.errors = _all_errors(path, notations, str(error))
    else:
        findings.doubts = [str(replace(doubt.message, where=str(path))) for doubt in doubts(findings.course, catalogue)]
    return findings


# --- errors ---------------------------------------------------------------------------------------------------------


def _all_errors(path: Path, notations: Notations, first: str) -> list[str]:
    try:
        grid = load_toml(path).get("grid")
    except CourseError:
        return [first]
    found = _grid_errors(grid, notations, str(path)) if isinstance(grid, str) else []
    return found if first in found else [first, *found]


def _grid_errors(grid: str, notations: Notations, where: str) -> list[str]:
    """Return the errors of all rows and cells of a grid; if there are none, those of the board as a whole."""
    rows = [line.split() for line in grid.splitlines() if line.strip()]
    width = len(rows[0]) if rows else 0
    if not rows or max(width, len(rows)) > MAX_SIDE:
        return _error_of(grid, notations, where)
    found = [str(replace(fault, where=where)) for fault in unequal_rows(rows)]
    wrong = {token for token in sorted({t for row in rows for t in row}) if _error_of(token, notations, where)}
    for y, row in enumerate(rows):
        for x, token in enumerate(row[:MAX_SIDE]):
            if token in wrong:
                # An otherwise empty board, so that the parser's error names the right cell.
                alone = f"{' .' * (x + 1)}\n" * y + f"{' .' * x} {token}"
                found += _error_of(alone, notations, where)
    if not found:
        found = [
            str(replace(fault, where=where)) for fault, _cells in board_faults(parse_grid(grid, notations), notations)
        ]
    return found


def _error_of(grid: str, notations: Notations, where: str) -> list[str]:
    try:
        parse_grid(grid, notations, where)
    except CourseError as error:
        return [str(error)]
    return []


# --- doubts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Doubt:
    """A reason why a usable course is hard to play; `cells` are those to mark on the board, if any."""

    message: Message
    cells: tuple[Cell, ...] = ()


def doubts(course: Course, catalogue: Catalogue) -> Iterator[Doubt]:
    """Yield the reasons why a usable course is hard to play, the quickest checks first."""
    modes = fitting_modes(course, catalogue)
    if unnamed := unnamed_plugins(course, catalogue):
        needed = ", ".join(f'"{id_}"' for id_ in (*course.plugins, *unnamed))
        yield Doubt(Message.of("no mode brings all its elements; write plugins = [{needed}]", needed=needed))
        return
    docks = course.board.of_kind("dock")
    if course.players[1] > max(len(docks), 1) and (docks or not modes):
        message = Message.of(
            "key 'players' promises up to {most}, but the number of docks is {docks}",
            most=course.players[1],
            docks=len(docks),
        )
        yield Doubt(message, tuple(dock.cell for dock in docks))
    games = list(_games(course, catalogue, modes))
    if games:
        yield from _unreached(course, games[0])
    reported: set[str] = set()
    for game in games:
        for text in doubts_of_plugins(game):
            message = Message.of("{text}", text=text.sentence)
            if str(message) not in reported:
                reported.add(str(message))
                yield Doubt(message, text.cells)


def unnamed_plugins(course: Course, catalogue: Catalogue) -> list[str]:
    """Return the ids of plugins with elements on a course that neither the course nor any mode includes."""
    brought = {plugin.id for mode in catalogue.modes() for plugin in _brought(mode, course, catalogue)}
    elements = {element.kind for element in course.board.elements}
    owners = [plugin for plugin in catalogue.plugins.values() if elements & set(plugin.manifest.element)]
    return sorted(plugin.id for plugin in owners if brought and plugin.id not in brought)


def with_all_plugins(course: Course, catalogue: Catalogue) -> Course:
    """Return a copy of a course with the result of `unnamed_plugins` added to the plugins that it names."""
    return replace(course, plugins=(*course.plugins, *unnamed_plugins(course, catalogue)))


def _brought(mode: Plugin, course: Course, catalogue: Catalogue) -> list[Plugin]:
    """Return the plugins of a match of this mode on this course; empty if they cannot be combined."""
    try:
        return catalogue.resolve([mode.id, *course.plugins])
    except GameError:
        return []


def doubts_of_plugins(game: Game) -> list[CourseDoubt]:
    """Return the reasons, found by a game's plugins, why its course is hard to play."""
    floor = game.floor
    return [doubt for ask in COURSE_DOUBTS.of(floor.rules).values() for doubt in ask(floor)]


def _games(course: Course, catalogue: Catalogue, modes: Sequence[Plugin]) -> Iterator[Game]:
    """Yield a game of two seats on the course for each mode that can be combined with the course's plugins."""
    for mode in modes:
        section = MatchSection(mode.id, course.id, plugins=list(course.plugins))
        config = MatchConfig(section, seats=[SeatConfig("A"), SeatConfig("B")])
        try:
            yield make_game(config, catalogue, course=course, strict=False)
        except GameError:
            continue


def unreachable(course: Course, game: Game) -> list[tuple[Element, Element]]:
    """Return pairs of a checkpoint and the dock or previous checkpoint from which a robot cannot walk to it."""
    fatal = game.start(0).value("fatal-cells", frozenset())
    starts = course.board.of_kind("dock")
    found = []
    for checkpoint in sorted(course.board.of_kind("checkpoint"), key=lambda element: int(element.values["number"])):
        cell = game.floor.index(checkpoint.cell)
        found += [(checkpoint, start) for start in starts if cell not in _within_reach(game.floor, start.cell, fatal)]
        starts = [checkpoint]
    return found


def _unreached(course: Course, game: Game) -> Iterator[Doubt]:
    for checkpoint, start in unreachable(course, game):
        if start.kind == "dock":
            from_there = Message.of("start space {number}", number=start.values["number"])
        else:
            from_there = Message.of("checkpoint {number}", number=start.values["number"])
        message = Message.of(
            "checkpoint {number} in column {column}, row {row} cannot be reached from {start}",
            number=checkpoint.values["number"],
            row=checkpoint.cell[1] + 1,
            column=checkpoint.cell[0] + 1,
            start=from_there,
        )
        yield Doubt(message, (checkpoint.cell, start.cell))


def _within_reach(floor: Floor, start: Cell, fatal: frozenset[int]) -> set[int]:
    """Return the indices of the cells that a robot can reach on foot without being destroyed, `start` included."""
    reached = {floor.index(start)}
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        for direction in DIRECTIONS:
            target = floor.way[direction][cell]
            if target >= 0 and target not in fatal and target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached
