"""The table of the course builder: where boards and checkpoints may lie.

A cell on the table is (column, row) and may be negative; `at_origin` moves a layout to [0, 0] before it is written.
Nothing is changed in place: each action returns a new `Layout`, or raises `TableError`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal

from roborally.base.errors import GameError
from roborally.core.board import Board, Element, both_sides, in_order, rotate_board
from roborally.core.geometry import Cell
from roborally.features.workshop.building.board_parts import CHECKPOINT, BoardPart
from roborally.game.course.notation import MAX_SIDE, Notations

MAX_BOARDS = 8
"""The maximum number of boards of a course (CNB-101)."""
MAX_CHECKPOINTS = 8
NEAR = 3.0
"""The maximum distance in cells at which a board snaps to the edge of another one."""
CORNER = 2.0
"""How many cells farther away a place may be and still be preferred, if corners of two boards meet there."""


class TableError(GameError):
    """An action that is impossible on the table; the message is one plain sentence for the player."""


@dataclass(frozen=True)
class Laid:
    """A board on the table: its name, the cell of its upper left corner, and its quarter turns clockwise, 0 to 3."""

    name: str
    at: Cell
    quarters: int = 0


@dataclass(frozen=True)
class Layout:
    """The boards on a table, and the cells of checkpoints 1, 2, 3 … in this order."""

    boards: tuple[Laid, ...] = ()
    checkpoints: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Area:
    """A rectangle of cells; `left` and `top` are its first column and row."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of the area."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below the area."""
        return self.top + self.height

    def meets(self, other: "Area") -> bool:
        """Return whether the two areas share a cell."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is inside the area."""
        return self.left <= cell[0] < self.right and self.top <= cell[1] < self.bottom


@dataclass(frozen=True)
class Obstacle:
    """The obstacle to a checkpoint on a cell: `nothing` (no board there), `taken` (by a checkpoint), or an element."""

    why: Literal["nothing", "taken", "element"]
    element: Element | None = None


class CourseTable:
    """The available boards by name, and the rules for laying them out.

    `shares` are the kinds of elements that may share a cell with a checkpoint; `None` leaves that to their manifests.
    """

    def __init__(
        self, parts: Mapping[str, BoardPart], notations: Notations, shares: Sequence[str] | None = None
    ) -> None:
        self.parts = dict(parts)
        self.notations = notations
        self._shares = shares
        self._turned: dict[tuple[str, int], Board] = {}
        self._obstacles: dict[tuple[str, int], dict[Cell, Element]] = {}

    # --- boards ---------------------------------------------------------------------------------------------------

    def board(self, name: str, quarters: int) -> Board:
        """Return a board by its name, turned clockwise by a number of quarters."""
        key = name, quarters % 4
        if key not in self._turned:
            self._turned[key] = rotate_board(self.parts[name].board, quarters % 4, self.notations.sides)
        return self._turned[key]

    def area(self, laid: Laid) -> Area:
        """Return the cells that a laid board covers."""
        board = self.board(laid.name, laid.quarters)
        return Area(*laid.at, board.width, board.height)

    def areas(self, layout: Layout) -> list[Area]:
        """Return the cells that each board of a layout covers, in the order of the boards."""
        return [self.area(laid) for laid in layout.boards]

    def extent(self, layout: Layout) -> Area:
        """Return the smallest rectangle around all boards; with no boards, one of width and height 0."""
        return _around(self.areas(layout))

    def board_at(self, layout: Layout, cell: Cell) -> int | None:
        """Return the index of the board that covers a cell, `None` if no board does."""
        return next((number for number, area in enumerate(self.areas(layout)) if area.holds(cell)), None)

    def lay(self, layout: Layout, name: str, near: tuple[float, float] | None = None, quarters: int = 0) -> Layout:
        """Add a board, turned clockwise by quarters, near a point in cells, by default where the course stays small.

        Raise `TableError` if there is no room or no such board.
        """
        if len(layout.boards) >= MAX_BOARDS:
            raise TableError("a course has at most {most} boards", most=MAX_BOARDS)
        if name not in self.parts:
            raise TableError("there is no board {name!r} for these rules", name=name)
        laid = Laid(name, (0, 0), quarters % 4)
        at = self._compact(layout, laid) if near is None else self.place_near(layout, laid, near)
        if at is None:
            raise TableError("there is no room for this board: a course has at most {most} cells a side", most=MAX_SIDE)
        return replace(layout, boards=(*layout.boards, replace(laid, at=at)))

    def move(self, layout: Layout, number: int, near: tuple[float, float]) -> Layout:
        """Move a board, by its index, as near as possible to a point in cells, and the checkpoints on it with it."""
        laid = layout.boards[number]
        at = self.place_near(_without(layout, number), laid, near)
        return layout if at is None else self._exchanged(layout, number, replace(laid, at=at))

    def push(self, layout: Layout, number: int, dx: int, dy: int) -> Layout:
        """Move a board, by its index, to the next free place in the direction (`dx`, `dy`), if there is one."""
        laid, others = layout.boards[number], self.areas(_without(layout, number))
        for steps in range(1, MAX_SIDE + 1):
            moved = replace(laid, at=(laid.at[0] + steps * dx, laid.at[1] + steps * dy))
            if self._is_free(others, self.area(moved)):
                return self._exchanged(layout, number, moved)
        return layout

    def turn(self, layout: Layout, number: int, quarters: int = 1) -> Layout:
        """Turn a board, by its index, clockwise by quarters around its middle, with the checkpoints on it."""
        laid = layout.boards[number]
        before = self.area(laid)
        turned = replace(laid, quarters=(laid.quarters + quarters) % 4)
        after = self.area(turned)
        near = laid.at[0] + (before.width - after.width) / 2, laid.at[1] + (before.height - after.height) / 2
        # A board that touched others touches them again afterwards, although its edges may now be much nearer to its
        # middle.
        at = self.place_near(_without(layout, number), turned, near, max(after.width, after.height))
        return layout if at is None else self._exchanged(layout, number, replace(turned, at=at))

    def remove(self, layout: Layout, number: int) -> Layout:
        """Remove a board by its index, and the checkpoints on it; number the remaining checkpoints anew."""
        area = self.area(layout.boards[number])
        kept = tuple(cell for cell in layout.checkpoints if not area.holds(cell))
        return Layout(_without(layout, number).boards, kept)

    def _exchanged(self, layout: Layout, number: int, laid: Laid) -> Layout:
        """Return the layout with `laid` in place of the board at an index, whose checkpoints move with it."""
        before = layout.boards[number]
        area = self.area(before)
        cells = tuple(self._carried(cell, before, laid) if area.holds(cell) else cell for cell in layout.checkpoints)
        return Layout((*layout.boards[:number], laid, *layout.boards[number + 1 :]), cells)

    def _carried(self, cell: Cell, before: Laid, after: Laid) -> Cell:
        """Return the new cell of a checkpoint when its board changes from `before` to `after`."""
        x, y = cell[0] - before.at[0], cell[1] - before.at[1]
        area = self.area(before)
        width, height = area.width, area.height
        for _quarter in range((after.quarters - before.quarters) % 4):
            x, y, width, height = height - 1 - y, x, height, width
        return x + after.at[0], y + after.at[1]

    # --- places ---------------------------------------------------------------------------------------------------

    def place_near(self, layout: Layout, laid: Laid, near: tuple[float, float], reach: float = NEAR) -> Cell | None:
        """Return the free cell for the upper left corner of a board that is dragged to the point `near` in cells.

        That is a place beside another board if one is within `reach` cells, preferably where corners meet (`CORNER`);
        else the point itself, rounded. Return `None` if no such place is free within the largest size of a course.
        """
        others = self.areas(layout)
        size = self.area(laid)
        rounded = round(near[0]), round(near[1])

        def is_free(at: Cell) -> bool:
            return self._is_free(others, replace(size, left=at[0], top=at[1]))

        def distance(at: Cell) -> float:
            return hypot(at[0] - near[0], at[1] - near[1])

        found = [(distance(at) - CORNER, at) for at in _corners(others, size) if is_free(at)]
        found += [(distance(at), at) for at in _edges(others, size, rounded) if is_free(at)]
        best = min(found, default=None)
        if best is not None and (distance(best[1]) <= reach or not is_free(rounded)):
            return best[1]
        return rounded if is_free(rounded) else None

    def _compact(self, layout: Layout, laid: Laid) -> Cell | None:
        """Return the free place that keeps the course smallest and nearest to a square; `None` if there is no room."""
        others = self.areas(layout)
        if not others:
            return 0, 0
        size = self.area(laid)
        found = []
        for at in _corners(others, size):
            area = replace(size, left=at[0], top=at[1])
            if self._is_free(others, area):
                whole = _around([*others, area])
                found.append((max(whole.width, whole.height), whole.width * whole.height, -at[1], at[0]))
        if not found:
            return None
        _longer, _cells, up, left = min(found)
        return left, -up

    @staticmethod
    def _is_free(others: Sequence[Area], area: Area) -> bool:
        whole = _around([*others, area])
        return max(whole.width, whole.height) <= MAX_SIDE and not any(area.meets(other) for other in others)

    # --- checkpoints ----------------------------------------------------------------------------------------------

    def obstacle(self, layout: Layout, cell: Cell) -> Obstacle | None:
        """Return why a cell cannot have a checkpoint, `None` if it can."""
        if cell in layout.checkpoints:
            return Obstacle("taken")
        number = self.board_at(layout, cell)
        if number is None:
            return Obstacle("nothing")
        laid = layout.boards[number]
        element = self._unfit(laid).get((cell[0] - laid.at[0], cell[1] - laid.at[1]))
        return Obstacle("element", element) if element is not None else None

    def _unfit(self, laid: Laid) -> dict[Cell, Element]:
        """Return by cell, counted from the board's corner, the elements that prevent a checkpoint."""
        key = laid.name, laid.quarters
        if key not in self._obstacles:
            board = self.board(*key)
            self._obstacles[key] = {e.cell: e for e in board.elements if not self._may_share(e.kind)}
        return self._obstacles[key]

    def _may_share(self, kind: str) -> bool:
        """Return whether a checkpoint may stand on the same cell as an element of a kind."""
        if self._shares is not None and kind not in self._shares:
            return False
        own, other = (self.notations.elements[name][1] for name in (CHECKPOINT, kind))
        return kind not in own.not_on and CHECKPOINT not in other.not_on and own.layer != other.layer

    def has_room(self, layout: Layout) -> bool:
        """Return whether the layout has fewer than `MAX_CHECKPOINTS` checkpoints."""
        return len(layout.checkpoints) < MAX_CHECKPOINTS

    def set_checkpoint(self, layout: Layout, cell: Cell) -> Layout:
        """Add the next checkpoint on a cell; raise `TableError` if the cell cannot have one or there are too many."""
        if not self.has_room(layout):
            raise TableError("a course has at most {most} checkpoints", most=MAX_CHECKPOINTS)
        self._demand_free(layout, cell)
        return replace(layout, checkpoints=(*layout.checkpoints, cell))

    def move_checkpoint(self, layout: Layout, index: int, cell: Cell) -> Layout:
        """Move the checkpoint at an index to a cell; raise `TableError` if the cell cannot have one."""
        if layout.checkpoints[index] == cell:
            return layout
        self._demand_free(layout, cell)
        cells = list(layout.checkpoints)
        cells[index] = cell
        return replace(layout, checkpoints=tuple(cells))

    def remove_checkpoint(self, layout: Layout, index: int) -> Layout:
        """Remove the checkpoint at an index; the later ones get new numbers."""
        return replace(layout, checkpoints=layout.checkpoints[:index] + layout.checkpoints[index + 1 :])

    def _demand_free(self, layout: Layout, cell: Cell) -> None:
        if self.obstacle(layout, cell) is not None:
            raise TableError("no checkpoint may stand on {cell}", cell=list(cell))

    # --- the course -----------------------------------------------------------------------------------------------

    def at_origin(self, layout: Layout) -> Layout:
        """Return the layout moved so that its upper left corner is [0, 0]."""
        extent = self.extent(layout)
        dx, dy = extent.left, extent.top
        boards = tuple(replace(laid, at=(laid.at[0] - dx, laid.at[1] - dy)) for laid in layout.boards)
        return Layout(boards, tuple((x - dx, y - dy) for x, y in layout.checkpoints))

    def joined(self, layout: Layout) -> Board:
        """Return a layout, which must not be empty, as one board with its upper left corner at [0, 0]."""
        layout = self.at_origin(layout)
        extent = self.extent(layout)
        boards = [(laid.at, self.board(laid.name, laid.quarters)) for laid in layout.boards]
        inside = {(x + left, y + top) for (left, top), board in boards for x, y in board.inside}
        walls = {((x + left, y + top), way) for (left, top), board in boards for (x, y), way in board.walls}
        gates = [((x + left, y + top), way) for (left, top), board in boards for (x, y), way in board.gates]
        elements = [
            replace(element, cell=(element.cell[0] + left, element.cell[1] + top))
            for (left, top), board in boards
            for element in board.elements
        ]
        elements += [Element(CHECKPOINT, cell, {"number": n}) for n, cell in enumerate(layout.checkpoints, 1)]
        return Board(
            "course",
            extent.width,
            extent.height,
            frozenset(inside),
            both_sides(walls),
            tuple(elements),
            in_order(gates),
        )


def _without(layout: Layout, number: int) -> Layout:
    return replace(layout, boards=layout.boards[:number] + layout.boards[number + 1 :])


def _around(areas: Sequence[Area]) -> Area:
    """Return the smallest rectangle around areas; one of width and height 0 if there are none."""
    if not areas:
        return Area(0, 0, 0, 0)
    left, top = min(area.left for area in areas), min(area.top for area in areas)
    return Area(left, top, max(area.right for area in areas) - left, max(area.bottom for area in areas) - top)


def _corners(others: Sequence[Area], size: Area) -> Iterator[Cell]:
    """Yield the upper left corners of all places where an area of this size touches another one and corners meet."""
    for other in others:
        for top in sorted({other.top, other.bottom - size.height}):
            yield other.left - size.width, top
            yield other.right, top
        for left in sorted({other.left, other.right - size.width}):
            yield left, other.top - size.height
            yield left, other.bottom


def _edges(others: Sequence[Area], size: Area, near: Cell) -> Iterator[Cell]:
    """Yield the upper left corners, as near as possible to a cell, where an area of this size touches another one."""
    for other in others:
        top = max(other.top - size.height + 1, min(near[1], other.bottom - 1))
        left = max(other.left - size.width + 1, min(near[0], other.right - 1))
        yield other.left - size.width, top
        yield other.right, top
        yield left, other.top - size.height
        yield left, other.bottom
