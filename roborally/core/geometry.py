"""Directions and cells (COM-01, COM-02).

A direction is an integer: 0 north, 1 east, 2 south, 3 west; adding 1 (modulo 4) turns right. Pieces walk and face in
these four. Beams, and anything else in a plugin, may also run along a diagonal: 4 north-east, 5 south-east,
6 south-west, 7 north-west, each between direction - 4 and the next one to the right.
A cell is written `(x, y)` outside the engine and `y * width + x` inside it.
"""

from typing import Final

NORTH: Final = 0
"""The direction to the upper edge."""
EAST: Final = 1
"""The direction to the right edge."""
SOUTH: Final = 2
"""The direction to the lower edge."""
WEST: Final = 3
"""The direction to the left edge."""

DIRECTIONS: Final = (NORTH, EAST, SOUTH, WEST)
"""The four directions for walking and facing; adding 1 modulo 4 turns right."""
DIAGONALS: Final = (4, 5, 6, 7)
"""The four diagonal directions, from north-east clockwise; beams and the like may run along them."""
NAMES: Final = ("north", "east", "south", "west")
"""The four directions by name: `NAMES[piece.facing]`."""
COMPASS: Final = (*NAMES, "north-east", "south-east", "south-west", "north-west")
"""All eight directions by name."""
SYMBOLS: Final = "^>v<"
WALL_LETTERS: Final = "nesw"
DELTAS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
"""The step (x, y) from a cell to its neighbour in each of the eight directions."""

Cell = tuple[int, int]
"""A cell as (x, y), counted from (0, 0) in the upper left corner."""


def opposite(direction: int) -> int:
    """Return the opposite direction, such as `SOUTH` for `NORTH`; it may be a diagonal."""
    return direction ^ 2


def rotated(direction: int, quarters: int) -> int:
    """Return `direction`, which may be a diagonal, turned right by `quarters` quarter turns (negative: left)."""
    return direction & 4 | (direction + quarters) & 3


def neighbour(cell: Cell, direction: int) -> Cell:
    """Return the cell next to `cell`; it may lie outside any board."""
    dx, dy = DELTAS[direction]
    return cell[0] + dx, cell[1] + dy


def direction_named(name: str) -> int:
    """Return the direction for `north`, `east`, `south` or `west`; raise `ValueError` for anything else."""
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is no direction; use north, east, south or west") from None
