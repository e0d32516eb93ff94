"""Draws random courses: the same seed, number of boards and difficulty give the same course everywhere.

Only boards that come with the game are drawn, so friends with the same version get the same course from the same seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import hypot

from roborally.base.errors import GameError
from roborally.core.dice import Dice, derive
from roborally.core.geometry import DIRECTIONS, Cell, neighbour
from roborally.features.workshop.building.board_parts import BoardPart
from roborally.features.workshop.building.course_file import CourseRules, game_on, problem
from roborally.features.workshop.building.course_table import (
    MAX_BOARDS,
    MAX_CHECKPOINTS,
    CourseTable,
    Laid,
    Layout,
    TableError,
)
from roborally.game.board_check import doubts_of_plugins
from roborally.game.compatibility import knows_all

EASY, MEDIUM, HARD = 1, 2, 3
SEEDS = 1_000_000
"""Seeds are from 0 up to this number, exclusive: short enough to pass on to a friend."""
ATTEMPTS = 60
SPOTS = 60
"""The number of random cells that are tried for a checkpoint before the required distance becomes smaller."""
FAR = 9.0
"""The initial minimum distance between two successive checkpoints, in cells."""


@dataclass(frozen=True)
class Wish:
    """A request for a random course: the number of boards apart from docks, 1 to 8; a difficulty, 1 to 3; a seed."""

    boards: int = 2
    difficulty: int = MEDIUM
    seed: int = 0


class Lottery:
    """Draws random courses for some rules from the boards of a table."""

    def __init__(self, table: CourseTable, rules: CourseRules) -> None:
        self._table = table
        self._rules = rules
        brought = rules.catalogue.resolve([rules.mode.id])  # other active plugins may differ between friends
        boards = [part for part in table.parts.values() if part.is_own and knows_all(part.board, brought)]
        self._ground = [part for part in boards if not part.docks]
        self._docks = sorted((part for part in boards if part.docks), key=lambda part: (_size(part), part.name))
        self._is_sound = cache(self._look_at)

    @property
    def is_possible(self) -> bool:
        """Whether the rules have checkpoints, and there are enough boards, with docks if the mode demands them."""
        return self._rules.has_checkpoints and bool(self._ground) and bool(self._docks or not self._rules.wants_docks)

    def draw(self, wish: Wish) -> Layout:
        """Return the course for a wish; raise `TableError` if there are too few boards or no attempt succeeds."""
        if not self.is_possible:
            raise TableError("there are not enough boards for a random course with these rules")
        docks = self._docks[0].name if self._rules.wants_docks else ""
        # With the board of docks there are at most eight.
        count = max(1, min(wish.boards, MAX_BOARDS - bool(docks)))
        suited = _suited(self._ground, wish.difficulty)
        for attempt in range(ATTEMPTS):
            dice = Dice(derive(wish.seed, "course", self._rules.mode.id, count, wish.difficulty, attempt))
            layout = self._attempt(dice, suited, docks, count, wish)
            if layout is not None and problem(self._table, layout, self._rules) is None:
                return layout
        raise TableError("no course was found for this seed; try another one")

    def _attempt(self, dice: Dice, ground: Sequence[BoardPart], docks: str, count: int, wish: Wish) -> Layout | None:
        """Return a random course of `count` boards of `ground` and the board `docks`, if any; `None` if it fails."""
        table, layout = self._table, Layout()
        drawn: list[BoardPart] = []
        while len(layout.boards) < count:
            if not drawn:
                drawn = list(ground)
            part = drawn.pop(dice.below(len(drawn)))
            if self._is_sound(part.name):
                layout = _grown(table, dice, layout, part.name)
            elif not drawn and not layout.boards:
                return None
        if docks:
            found = _dock_places(table, layout, docks)
            if not found:
                return None
            layout = replace(layout, boards=(*layout.boards, found[dice.below(len(found))]))
        wanted = min(MAX_CHECKPOINTS, wish.difficulty + 1 + (count + 1) // 4)
        places = _good_places(table, layout, count, careful=wish.difficulty == EASY or not docks)
        for _checkpoint in range(wanted):
            cell = _next_checkpoint(table, dice, layout, places, docks)
            if cell is None:
                return None
            layout = table.set_checkpoint(layout, cell)
        return layout

    def _look_at(self, name: str) -> bool:
        """Return whether a board alone can be played, and no plugin has doubts about it, such as a trap for robots."""
        part = self._table.parts[name]
        try:
            return not doubts_of_plugins(game_on(replace(part.course, board=part.board), self._rules))
        except GameError:
            return False


def _size(part: BoardPart) -> int:
    return part.board.width * part.board.height


def _suited(parts: Sequence[BoardPart], difficulty: int) -> list[BoardPart]:
    """Return the boards for a difficulty: easy without the most dangerous third, hard without the most harmless."""
    ranked = sorted(parts, key=lambda part: (part.danger, part.name))
    third = len(ranked) // 3
    if difficulty == EASY:
        return ranked[: len(ranked) - third]
    return ranked[third:] if difficulty == HARD else ranked


def _grown(table: CourseTable, dice: Dice, layout: Layout, name: str) -> Layout:
    """Return the layout with a board added beside a random one, and turned at random."""
    quarters = dice.below(4)
    if not layout.boards:
        return table.lay(layout, name, (0, 0), quarters)
    beside = table.area(layout.boards[dice.below(len(layout.boards))])
    size = table.area(Laid(name, (0, 0), quarters))
    left, top = (
        (beside.left - size.width, beside.top),
        (beside.right, beside.top),
        (beside.left, beside.top - size.height),
        (beside.left, beside.bottom),
    )[dice.below(4)]
    return table.lay(layout, name, (left, top), quarters)


def add_docks(table: CourseTable, layout: Layout, name: str) -> Layout:
    """Add a board of docks, by its name, beside another board; raise `TableError` if there is no room."""
    found = _dock_places(table, layout, name)
    if not found:
        raise TableError("there is no room for the start spaces beside these boards")
    return replace(layout, boards=(*layout.boards, found[0]))


def _dock_places(table: CourseTable, layout: Layout, name: str) -> list[Laid]:
    """Return the places for a board of docks where its docks face another board, the lowest on the table first."""
    board = table.parts[name].board
    facings = [element.values["direction"] for element in board.of_kind("dock")]
    way = max(DIRECTIONS, key=facings.count)
    found = []
    for quarters in DIRECTIONS:
        facing = (way + quarters) % 4
        for area in table.areas(layout):
            size = table.area(Laid(name, (0, 0), quarters))
            at = (
                (area.left, area.bottom),
                (area.left - size.width, area.top),
                (area.left, area.top - size.height),
                (area.right, area.top),
            )[facing]
            laid = Laid(name, at, quarters)
            fits = table.place_near(layout, laid, at) == at
            if fits and (size.width == area.width if facing in (0, 2) else size.height == area.height):
                found.append(laid)
    return sorted(found, key=lambda laid: (-laid.at[1], laid.at[0], laid.quarters))


def _good_places(table: CourseTable, layout: Layout, count: int, *, careful: bool) -> list[Cell]:
    """Return the empty cells of the first `count` boards, except at the edge; if `careful`, with empty neighbours."""
    board = table.joined(layout)
    extent = table.extent(layout)
    covered = {element.cell for element in board.elements}
    found = []
    for laid in layout.boards[:count]:
        area = table.area(laid)
        for y in range(area.top + 1, area.bottom - 1):
            for x in range(area.left + 1, area.right - 1):
                cell = x - extent.left, y - extent.top
                around = [neighbour(cell, way) for way in DIRECTIONS]
                if cell not in covered and not (careful and covered & set(around)):
                    found.append((x, y))
    return sorted(found)


def _next_checkpoint(table: CourseTable, dice: Dice, layout: Layout, places: Sequence[Cell], docks: str) -> Cell | None:
    """Return one of `places` far from the last checkpoint or the docks, if possible on another board, or `None`."""
    if not places:
        return None
    before = [layout.checkpoints[-1]] if layout.checkpoints else []
    if not before and docks:
        area = table.area(layout.boards[-1])
        before = [(area.left + area.width // 2, area.top + area.height // 2)]
    home = table.board_at(layout, layout.checkpoints[-1]) if layout.checkpoints else None
    several = len(layout.boards) > (2 if docks else 1)
    for far, elsewhere in ((FAR, several), (FAR / 2, False), (0.0, False)):
        for _spot in range(SPOTS):
            cell = places[dice.below(len(places))]
            if table.obstacle(layout, cell) is not None:
                continue
            near = min((hypot(cell[0] - x, cell[1] - y) for x, y in before), default=far)
            apart = min((hypot(cell[0] - x, cell[1] - y) for x, y in layout.checkpoints), default=far)
            if near >= far and apart >= far / 2 and not (elsewhere and table.board_at(layout, cell) == home):
                return cell
    return None
