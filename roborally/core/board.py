"""What a course is made of, before any rule looks at it: cells, walls and elements (COM-01, COM-03)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from roborally.core.geometry import Cell, neighbour, opposite


@dataclass(frozen=True, slots=True)
class Element:
    """One board element on one cell; `values` holds what its notation says, e.g. `{"direction": 1}`."""

    kind: str
    cell: Cell
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of `width` times `height` cells.

    `inside` holds the cells that exist; the others lie outside the floor. `walls` holds pairs (cell, direction);
    a wall on a shared edge is listed on both of its sides. `gates` are edges, each from one side, where rules may shut
    and open a wall; a gate is known by its place in the tuple.
    """

    name: str
    width: int
    height: int
    inside: frozenset[Cell]
    walls: frozenset[tuple[Cell, int]]
    elements: tuple[Element, ...]
    gates: tuple[tuple[Cell, int], ...] = ()

    def of_kind(self, *kinds: str) -> list[Element]:
        """Return the elements of these kinds, row by row."""
        found = [element for element in self.elements if element.kind in kinds]
        return sorted(found, key=lambda element: (element.cell[1], element.cell[0]))


def both_sides(walls: set[tuple[Cell, int]]) -> frozenset[tuple[Cell, int]]:
    """Return `walls` with every wall also listed on the cell behind it (COM-R07)."""
    mirrored = {(neighbour(cell, direction), opposite(direction)) for cell, direction in walls}
    return frozenset(walls | mirrored)
