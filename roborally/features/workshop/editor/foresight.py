"""Predicts for the board editor the dangers of each cell and the ways to the checkpoints, in another process."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from roborally.base.errors import Message, any_fault, reason
from roborally.core.board import Board
from roborally.core.geometry import DIRECTIONS
from roborally.features.workshop.editor.asked_process import AskedProcess
from roborally.features.workshop.editor.consequences import GONE, Consequences, RegisterEvents, consequences
from roborally.features.workshop.editor.routes import Routes, Way
from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue

Danger = Literal["fatal", "lost", "doomed", "hurt", "trap", "dead-end"]
DANGERS: tuple[Danger, ...] = ("fatal", "lost", "doomed", "trap", "hurt", "dead-end")
"""The kinds of danger of a cell, the worst first.

`fatal` destroys a robot that enters. `lost` and `doomed` destroy one that stays, in this register or a later one. From
a `trap` no way leads to most of the board. `hurt` damages a robot that stays. A `dead-end` has only one way out.
"""
Dangers = tuple[tuple[Danger, int], ...]
"""The dangers of a cell, as pairs with a number: registers until destruction, damage in a turn, or 0."""


@dataclass(frozen=True)
class Foreseen:
    """The predictions for a board: the dangers of each cell, row by row, and the ways to the checkpoints."""

    width: int
    height: int
    registers: int
    routes: Routes
    dangers: tuple[Dangers, ...]
    ways: tuple[Way, ...]


Finding = Foreseen | RegisterEvents | Message


class Foresight(AskedProcess[Finding]):
    """A process that predicts what happens to robots on a board, also while the board is drawn without a pause."""

    takes_late = True

    def __init__(self) -> None:
        super().__init__(foresee)

    @property
    def foreseen(self) -> Foreseen | None:
        """The dangers and ways, `None` until they are known."""
        return next((entry for entry in self.found if isinstance(entry, Foreseen)), None)

    @property
    def consequences(self) -> RegisterEvents | None:
        """The events on each cell in each register, `None` until they are known."""
        return next((entry for entry in self.found if isinstance(entry, dict)), None)

    @property
    def refused(self) -> Message | None:
        """The reason why nothing can be predicted for this board, `None` if there is none or it is not known yet."""
        return next((entry for entry in self.found if isinstance(entry, Message)), None)


def foresee(course: Course, catalogue: Catalogue) -> Iterator[Finding]:
    """Yield the predictions for a board, then the events on each cell; or only the reason why there are none."""
    try:
        for found in consequences(course, catalogue):
            if isinstance(found, Consequences):
                routes = Routes.of(found)
                starts, goals = _race(course.board)
                ways = routes.ways(starts, goals) if starts or goals else []
                threats = dangers(found, routes)
                yield Foreseen(found.width, found.height, found.registers, routes, threats, tuple(ways))
            else:
                yield found
    except GeneratorExit:  # the caller needs no more
        raise
    except any_fault() as error:  # that of a plugin, or no mode fits
        yield reason(error)


def _race(board: Board) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the starts (docks, else the first checkpoint) as cell numbers, and the goals as (number, cell number)."""
    starts = [y * board.width + x for x, y in (element.cell for element in board.of_kind("dock"))]
    checkpoints = sorted(board.of_kind("checkpoint"), key=lambda element: int(element.values["number"]))
    goals = [(int(each.values["number"]), each.cell[1] * board.width + each.cell[0]) for each in checkpoints]
    if not starts and goals:
        starts, goals = [goals[0][1]], goals[1:]
    return starts, goals


def dangers(found: Consequences, routes: Routes) -> tuple[Dangers, ...]:
    """Return the dangers of each cell, row by row from the north."""
    trapped = routes.trapped()
    fatal = _fatal(found)
    result = []
    for cell in range(found.width * found.height):
        counts: dict[Danger, int] = {}
        if cell in fatal:
            counts["fatal"] = 0
        else:
            left = min(_left(found, register, cell) for register in range(found.registers))
            if left <= found.registers:
                counts["lost" if left == 1 else "doomed"] = left
            if cell in trapped:
                counts["trap"] = 0
            elif _exits(found, cell, fatal) == 1:
                counts["dead-end"] = 0
        if damage := sum(of_cells[cell] for of_cells in found.hurt):
            counts["hurt"] = damage
        result.append(tuple((name, counts[name]) for name in DANGERS if name in counts))
    return tuple(result)


def _fatal(found: Consequences) -> set[int]:
    """Return the cells that, in any register, destroy a robot that enters them."""
    deltas = (-found.width, 1, found.width, -1)
    fatal = set()
    for of_directions in found.steps:
        for direction in DIRECTIONS:
            for cell, end in enumerate(of_directions[direction]):
                if end == GONE and not _leaves(found, cell, direction):
                    fatal.add(cell + deltas[direction])
    return fatal


def _leaves(found: Consequences, cell: int, direction: int) -> bool:
    """Return whether a step from a cell in a direction leads off the board."""
    y, x = divmod(cell, found.width)
    return (y == 0, x == found.width - 1, y == found.height - 1, x == 0)[direction]


def _left(found: Consequences, register: int, cell: int) -> int:
    """Return after how many registers, from `register` on, a robot that is left on `cell` is destroyed.

    If the robot survives a turn, return one more than a turn has registers.
    """
    for count in range(1, found.registers + 1):
        cell = found.ends[register][cell]
        if cell == GONE:
            return count
        register = (register + 1) % found.registers
    return found.registers + 1


def _exits(found: Consequences, cell: int, fatal: set[int]) -> int:
    """Return how many other cells a step from `cell` can reach without destruction, in the register with the most."""
    return max(len({steps[d][cell] for d in DIRECTIONS} - {cell, GONE} - fatal) for steps in found.steps)
