"""The board of a match as data, before rules look at it: cells, walls and elements (COM-01, COM-03)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.core.geometry import Cell, neighbour, opposite, rotated

Edge = tuple[Cell, int]
"""An edge of a cell: the cell and the direction in which the edge lies."""
Sides = Mapping[str, Mapping[str, Sequence[Any]]]
"""The four values that mean north, east, south and west, by kind of element and name of the value."""
NO_SIDES: Sides = {}


@dataclass(frozen=True, slots=True)
class Element:
    """One board element on one cell; `values` holds the values of its notation, e.g. `{"direction": 1}`."""

    kind: str
    cell: Cell
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of `width` times `height` cells.

    `inside` holds the cells that exist; the others lie outside the floor. `walls` holds pairs (cell, direction);
    a wall on a shared edge is listed on both of its sides. `gates` are edges, each from one side, where rules can shut
    and open a wall; a gate's number is its index in the tuple.
    """

    name: str
    width: int
    height: int
    inside: frozenset[Cell]
    walls: frozenset[Edge]
    elements: tuple[Element, ...]
    gates: tuple[Edge, ...] = ()

    def of_kind(self, *kinds: str) -> list[Element]:
        """Return the elements of these kinds, row by row."""
        found = [element for element in self.elements if element.kind in kinds]
        return sorted(found, key=lambda element: (element.cell[1], element.cell[0]))


def both_sides(walls: set[Edge]) -> frozenset[Edge]:
    """Return `walls` with every wall also listed on the cell behind it (COM-R07)."""
    mirrored = {(neighbour(cell, direction), opposite(direction)) for cell, direction in walls}
    return frozenset(walls | mirrored)


def in_order(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Return edges sorted by row, column and direction; gates are numbered in this order."""
    return tuple(sorted(edges, key=lambda edge: (edge[0][1], edge[0][0], edge[1])))


def rotate_board(board: Board, quarters: int, sides: Sides = NO_SIDES) -> Board:
    """Return the board turned clockwise by quarter turns; directions, and values that `sides` lists, turn too."""
    for _turn in range(quarters % 4):
        height = board.height

        def turned(cell: Cell, height: int = height) -> Cell:
            return height - 1 - cell[1], cell[0]

        def turned_element(element: Element) -> Element:
            values = dict(element.values)
            if "direction" in values:
                values["direction"] = rotated(values["direction"], 1)
            for name, meant in sides.get(element.kind, {}).items():
                if values.get(name) in meant:
                    values[name] = meant[rotated(meant.index(values[name]), 1)]
            return Element(element.kind, turned(element.cell), values)

        board = Board(
            board.name,
            board.height,
            board.width,
            frozenset(turned(cell) for cell in board.inside),
            frozenset((turned(cell), rotated(direction, 1)) for cell, direction in board.walls),
            tuple(turned_element(element) for element in board.elements),
            in_order((turned(cell), rotated(direction, 1)) for cell, direction in board.gates),
        )
    return board
