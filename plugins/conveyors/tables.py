"""Tables of a floor's belts, computed once per board: where each leads, and where pieces turn."""

from typing import Final

from roborally.plugin import DIRECTIONS, Floor, opposite


def exits(floor: Floor, *kinds: str) -> list[int]:
    """Return, by cell, the direction of the belt of these kinds, -1 for none; the last entry is for "off the floor"."""
    directions = [-1] * (len(floor.cells) + 1)
    for element in floor.board.of_kind(*kinds):
        directions[floor.index(element.cell)] = element.values["direction"]
    return directions


def bends(floor: Floor) -> list[int]:
    """Return, by cell, the direction of the belt there as `exits` does, but -1 for a belt that never turns (COM-09)."""
    directions = exits(floor, "belt", "express")
    for element in floor.board.of_kind("belt", "express"):
        if element.values.get("straight"):
            directions[floor.index(element.cell)] = -1
    return directions


def turns(floor: Floor) -> list[list[int]]:
    """Return, by direction and cell, the quarter turns of a piece that comes onto a belt in that direction (COM-09).

    1 is a turn to the right, -1 to the left; 0 is for straight on, head-on, a straight belt and no belt.
    """
    belts = bends(floor)
    return [[_TURNS[ahead - direction & 3] if ahead >= 0 else 0 for ahead in belts] for direction in DIRECTIONS]


_TURNS: Final = (0, 1, 0, -1)


def curves(floor: Floor) -> dict[int, int]:
    """Return the quarter turns, 1 or -1, of each cell whose belt is fed from one side only and turns a corner."""
    belts = exits(floor, "belt", "express")
    found: dict[int, int] = {}
    for cell, exit_direction in enumerate(bends(floor)[:-1]):
        if exit_direction < 0:
            continue
        feeding = [d for d in DIRECTIONS if (source := floor.way[opposite(d)][cell]) >= 0 and belts[source] == d]
        if len(feeding) == 1:
            quarters = (exit_direction - feeding[0]) & 3
            if quarters in (1, 3):
                found[cell] = 1 if quarters == 1 else -1
    return found
