"""The places where commands lead a lone robot before the floor acts, from the walls of the floor."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from roborally.plugin import DIRECTIONS, OUTSIDE, WALL, Floor

from .deck import MOVES, TURNS

ENTERS = -3
"""In place of a cell: a cell with an effect on entering."""
_SHORTER = ("move1", "move2", "move3", "back-up")

Middles = Mapping[str, list[int]]
"""The place where each command leads, by command and place; a number below 0 stands for a `Rest`."""


class Rest(NamedTuple):
    """The rest of a command from a step that must be carried out: a command that does the rest from `place`.

    A fall over the edge ends all walks alike.
    """

    place: int
    command: str


def rest_of(middle: int) -> Rest:
    """Return the rest of a walk that a number below 0 in `Middles` stands for."""
    place, shorter = divmod(-1 - middle, len(_SHORTER))
    return Rest(place, _SHORTER[shorter])


@lru_cache(maxsize=8)
def middles_of(floor: Floor) -> Middles:
    """Return the places where all commands lead on a floor; the tables of the floors used last are kept."""
    cells = len(floor.cells)
    found: dict[str, list[int]] = {}
    for command, quarters in TURNS.items():
        found[command] = [cell * 4 + (facing + quarters & 3) for cell in range(cells) for facing in range(4)]
    steps = free_steps(floor)
    for command, (count, quarters, _how) in MOVES.items():
        row = found[command] = [0] * (cells * 4)
        for facing in range(4):
            row[facing::4] = _ends(steps[facing + quarters & 3], facing, count, is_back=quarters != 0)
    return found


def _ends(steps: list[int], facing: int, count: int, *, is_back: bool) -> list[int]:
    """Return, by cell, where `count` steps in one direction lead a robot that faces `facing`."""
    ends = [cell * 4 + facing for cell in range(len(steps))]
    for left in range(count):
        ends = [
            ends[to] if to >= 0 else _rest(cell * 4 + facing, 3 if is_back else 0 if to == OUTSIDE else left)
            for cell, to in enumerate(steps)
        ]
    return ends


def _rest(place: int, shorter: int) -> int:
    """Return the number that stands for the command `_SHORTER[shorter]` from a place."""
    return -1 - (place * len(_SHORTER) + shorter)


def free_steps(floor: Floor) -> list[list[int]]:
    """Return, by direction and cell, where a step leads: to a cell without effect on entering, `OUTSIDE`, or `ENTERS`.

    A step against a wall leads to the cell itself.
    """
    return [
        [
            cell if target == WALL else ENTERS if target >= 0 and floor.enter[target] is not None else target
            for cell, target in enumerate(floor.way[direction])
        ]
        for direction in DIRECTIONS
    ]
