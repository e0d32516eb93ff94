"""Computes where commands lead from a place (cell times 4, plus facing) before the floor acts, by its walls alone."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from roborally.plugin import DIRECTIONS, OUTSIDE, WALL, Floor

from .deck import MOVES, TURNS

ENTERS = -3
"""The entry of `free_steps` for a step onto a cell with an effect on entering."""
_SHORTER = ("move1", "move2", "move3", "back-up")

Middles = Mapping[str, list[int]]
"""By command and place, the place to which the command leads; a number below 0 stands for a `Rest`."""


class Rest(NamedTuple):
    """The rest of a command, from a step whose effect must be computed: `command` is carried out from `place`.

    A fall over the edge ends all walks alike.
    """

    place: int
    command: str


def rest_of(middle: int) -> Rest:
    """Return the rest of a walk for which a number below 0 in `Middles` stands."""
    place, shorter = divmod(-1 - middle, len(_SHORTER))
    return Rest(place, _SHORTER[shorter])


@lru_cache(maxsize=8)
def middles_of(floor: Floor) -> Middles:
    """Return where all commands lead from all places of a floor; the results for the last eight floors are cached."""
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
    """Return, by the robot's cell, its place after `count` steps in one direction, or a `Rest` as a number below 0.

    `steps` is the table of `free_steps` for this direction, `facing` that of the robot; `is_back`: it walks backward.
    """
    ends = [cell * 4 + facing for cell in range(len(steps))]
    for left in range(count):
        ends = [
            ends[to] if to >= 0 else _rest(cell * 4 + facing, 3 if is_back else 0 if to == OUTSIDE else left)
            for cell, to in enumerate(steps)
        ]
    return ends


def _rest(place: int, shorter: int) -> int:
    return -1 - (place * len(_SHORTER) + shorter)


def free_steps(floor: Floor) -> list[list[int]]:
    """Return, by direction and cell, the cell to which a step leads, `OUTSIDE`, or `ENTERS`.

    A step against a wall leads to the cell itself.
    """
    return [
        [
            cell if target == WALL else ENTERS if target >= 0 and floor.enter[target] is not None else target
            for cell, target in enumerate(floor.way[direction])
        ]
        for direction in DIRECTIONS
    ]
