"""Writes and reads the course files of the course builder, and finds out why a course cannot be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from roborally.base.atomic_file import aside
from roborally.base.errors import GameError, Message
from roborally.core.geometry import Cell
from roborally.features.workshop.building.board_parts import CHECKPOINT, DOCK
from roborally.features.workshop.building.course_table import MAX_BOARDS, CourseTable, Laid, Layout
from roborally.game.board_check import unreachable
from roborally.game.compatibility import fits
from roborally.game.course.code import free_name, usable_name
from roborally.game.course.courses import Course, check_board, course_files, load_course
from roborally.game.course.notation import MAX_PLAYERS, CourseError, Notations, load_toml
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, Plugin

MAX_TITLE = 40


@dataclass(frozen=True)
class CourseRules:
    """The rules that a course is built for: a mode, and the ids of further active plugins (`extras`)."""

    catalogue: Catalogue
    mode: Plugin
    extras: tuple[str, ...] = ()

    @property
    def has_checkpoints(self) -> bool:
        """Whether a plugin of these rules brings checkpoints."""
        plugins = self.catalogue.resolve([self.mode.id, *self.extras])
        return any(CHECKPOINT in plugin.manifest.element for plugin in plugins)

    @property
    def wants_docks(self) -> bool:
        """Whether the mode demands docks, on which robots start."""
        return DOCK in self.mode.manifest.demands


def course_of(table: CourseTable, layout: Layout, title: str) -> Course:
    """Return the boards and checkpoints of a layout, which must not be empty, as a course."""
    board = table.joined(layout)
    needed = dict.fromkeys(id_ for laid in layout.boards for id_ in table.parts[laid.name].course.plugins)
    docks = len(board.of_kind(DOCK))
    players = 1 if docks == 1 else 2, min(docks or MAX_PLAYERS, MAX_PLAYERS)
    return Course(usable_name(title), title, board, players=players, plugins=tuple(needed))


def problem(table: CourseTable, layout: Layout, rules: CourseRules) -> Message | None:
    """Return the first reason why a layout cannot be played with the rules, `None` if it can."""
    if not layout.boards:
        return Message.of("lay a board on the table")
    course = course_of(table, layout, "course")
    kinds = {element.kind for element in course.board.elements}
    if rules.wants_docks and DOCK not in kinds:
        return Message.of("there are no start spaces; add a board that has some")
    docks = [laid.name for laid in layout.boards if table.parts[laid.name].docks]
    if len(docks) > 1:
        names = ", ".join(sorted(table.parts[name].course.title for name in set(docks)))
        return Message.of("more than one board has start spaces ({names}); only one may", names=names)
    if rules.has_checkpoints and CHECKPOINT not in kinds:
        return Message.of("set at least one checkpoint")
    try:
        check_board(course.board, table.notations, "")
    except CourseError as error:
        return error.message
    if not fits(course, rules.mode, rules.catalogue, rules.extras):
        return Message.of("these boards do not go together with the rules that are chosen")
    return _lost_checkpoint(course, rules)


def game_on(course: Course, rules: CourseRules) -> Game:
    """Return a game of two seats on a course, to examine its floor; raise `GameError` if the rules do not allow one."""
    section = MatchSection(rules.mode.id, course.id, plugins=list(rules.extras))
    config = MatchConfig(section, seats=[SeatConfig("A"), SeatConfig("B")])
    return make_game(config, rules.catalogue, course=course, strict=False)


def _lost_checkpoint(course: Course, rules: CourseRules) -> Message | None:
    """Return a message about the first checkpoint that robots cannot reach, `None` if they can reach all."""
    try:
        game = game_on(course, rules)
    except GameError as error:
        return error.message
    lost = unreachable(course, game)
    if not lost:
        return None
    checkpoint, start = lost[0]
    number, other = checkpoint.values["number"], start.values["number"]
    if start.kind == DOCK:
        return Message.of("no way leads from start space {other} to checkpoint {number}", other=other, number=number)
    return Message.of("no way leads from checkpoint {other} to checkpoint {number}", other=other, number=number)


# --- files ----------------------------------------------------------------------------------------------------------


def save_course(
    table: CourseTable, layout: Layout, title: str, folder: Path, notations: Notations, instead: Path | None = None
) -> Path:
    """Write a course into a folder and return its file; `instead` is an older file to replace.

    Without `instead`, a number is added to a name that is taken. Raise `GameError`, and write nothing, if there is no
    title or the written course could not be read again.
    """
    if not title.strip():
        raise GameError("the course needs a title")
    taken = course_files(notations)
    if instead is None:
        name = free_name(usable_name(title), lambda name: name not in taken)
        path = folder / f"{name}.toml"
    else:
        path = instead
    with aside(path) as part:
        part.write_bytes(course_text(table, layout, title).encode())
        try:
            load_course(part, notations)
        except CourseError as error:
            raise CourseError(error.message.at(path.name)) from None
    return path


def course_text(table: CourseTable, layout: Layout, title: str) -> str:
    """Return a course as the text of its TOML file."""
    layout = table.at_origin(layout)
    course = course_of(table, layout, title)
    head: dict[str, Any] = {"name": title.strip(), "players": list(course.players)}
    if course.plugins:
        head["plugins"] = list(course.plugins)
    lines = [_line(key, value) for key, value in head.items()]
    for laid in layout.boards:
        entry = {"file": laid.name, "at": list(laid.at), "rotate": laid.quarters * 90}
        lines += ["", "[[boards]]", *(_line(key, value) for key, value in entry.items())]
    if layout.checkpoints:
        lines += ["", "[checkpoints]"]
        lines += [_line(str(number), list(cell)) for number, cell in enumerate(layout.checkpoints, 1)]
    return "\n".join(lines) + "\n"


def _line(key: str, value: Any) -> str:
    """Return a TOML line with a key and its value; `tomli_w` would split lists over several lines."""
    if isinstance(value, list):
        return f"{key} = [{', '.join(tomli_w.dumps({'x': entry}).removeprefix('x = ').strip() for entry in value)}]"
    return tomli_w.dumps({key: value}).strip()


def layout_of(path: Path, table: CourseTable) -> Layout:
    """Return the layout in a course file; raise `GameError` for a single board, or if a board is not on the table."""
    load_course(path, table.notations)
    data = load_toml(path)
    if "boards" not in data:
        raise GameError("is one board; only a course of several boards can be laid out", where=path.name)
    if len(data["boards"]) > MAX_BOARDS:
        raise GameError("a course has at most {most} boards", where=path.name, most=MAX_BOARDS)
    boards = []
    for entry in data["boards"]:
        if entry["file"] not in table.parts:
            raise GameError("there is no board {name!r} for these rules", where=path.name, name=entry["file"])
        x, y = entry.get("at", [0, 0])
        boards.append(Laid(entry["file"], (x, y), entry.get("rotate", 0) // 90))
    cells: Sequence[Cell] = [tuple(cell) for _number, cell in sorted(data.get("checkpoints", {}).items())]
    return Layout(tuple(boards), tuple(cells))
