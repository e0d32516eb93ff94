"""Finds the ways of a robot on a board: in each register at most one step, then the elements act.

It ignores how the robot faces, because its cards are unknown. Cells are numbers, row by row: `y * width + x`.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from roborally.core.geometry import DIRECTIONS
from roborally.features.workshop.editor.consequences import GONE, Consequences, Numbers

NOWHERE = -1
"""Stands for the number of registers to a cell that cannot be reached."""


@dataclass(frozen=True)
class Way:
    """The shortest way to the checkpoint `number` on the cell `goal`.

    `cells` alternates between the cell at the beginning of a register and the cell before the elements act; it ends at
    the goal and is empty if there is no way. `registers` is the length of the way.
    """

    number: int
    goal: int
    cells: Numbers
    registers: int


@dataclass(frozen=True)
class Routes:
    """The moves of a robot: `moves[register][cell]` are pairs of the cells before and after the elements act.

    `cells` is the number of cells. If all registers do the same, only one is stored.
    """

    cells: int
    moves: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]

    @staticmethod
    def of(found: Consequences) -> "Routes":
        """Return the routes on a board: in each register a step or none, then the moves by elements, from `found`."""
        cells = found.width * found.height
        layers = list(zip(found.ends, found.steps, strict=True))
        if all(layer == layers[0] for layer in layers):
            layers = layers[:1]
        moves = []
        for ends, steps in layers:
            of_cells = []
            for cell in range(cells):
                before = dict.fromkeys((cell, *(steps[direction][cell] for direction in DIRECTIONS)))
                living = ((place, ends[place]) for place in before if place != GONE)
                of_cells.append(tuple((place, end) for place, end in living if end != GONE))
            moves.append(tuple(of_cells))
        return Routes(cells, tuple(moves))

    def reach(self, start: int) -> list[int]:
        """Return, by cell, after how many registers a robot from `start` can be there, even briefly, or `NOWHERE`."""
        cells, rounds = self.cells, len(self.moves)
        found = [NOWHERE] * cells
        found[start] = 0
        known = bytearray(cells * rounds)
        known[start] = 1
        now, count, register = [start], 0, 0
        while now:
            count += 1
            moves, register = self.moves[register], (register + 1) % rounds
            base, later = register * cells, []
            for cell in now:
                for place, end in moves[cell]:
                    if found[place] < 0:
                        found[place] = count
                    if not known[base + end]:
                        known[base + end] = 1
                        later.append(end)
                        if found[end] < 0:
                            found[end] = count
            now = later
        return found

    def ways(self, starts: Sequence[int], goals: Iterable[tuple[int, int]]) -> list[Way]:
        """Return the shortest ways from the nearest start to the first goal, and from each goal to the next.

        A goal is a pair of number and cell; a robot reaches it by being there after the elements have acted.
        """
        found = []
        register = 0
        for number, goal in goals:
            cells = self._way(starts, register, goal)
            taken = len(cells) // 2
            found.append(Way(number, goal, cells, taken))
            register = (register + taken) % len(self.moves)
            starts = [goal]
        return found

    def _way(self, starts: Sequence[int], register: int, goal: int) -> Numbers:
        rounds = len(self.moves)
        before: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {(register, s): None for s in starts}
        waiting = deque(before)
        while waiting:
            node = waiting.popleft()
            if node[1] == goal:
                return _traced(before, node)
            after = (node[0] + 1) % rounds
            for place, end in self.moves[node[0]][node[1]]:
                if (after, end) not in before:
                    before[after, end] = node, place
                    waiting.append((after, end))
        return ()

    def trapped(self) -> set[int]:
        """Return the cells from which no way leads to the largest connected part of the board."""
        onward: list[set[int]] = [set() for _cell in range(self.cells)]
        for of_cells in self.moves:
            for cell, moves in enumerate(of_cells):
                onward[cell].update(end for _place, end in moves)
        backward: list[set[int]] = [set() for _cell in range(self.cells)]
        for cell, ends in enumerate(onward):
            for end in ends:
                backward[end].add(cell)
        left, most, around = set(range(self.cells)), set[int](), set[int]()
        while len(left) > len(most):  # the remaining cells may contain a larger part
            first = min(left)
            back = _connected(first, backward)
            part = back & _connected(first, onward)
            if len(part) > len(most):
                most, around = part, back
            left -= part | {first}
        return set(range(self.cells)) - around


def _connected(first: int, onward: Sequence[Collection[int]]) -> set[int]:
    reached, waiting = {first}, [first]
    while waiting:
        for cell in onward[waiting.pop()]:
            if cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def _traced(before: dict[tuple[int, int], tuple[tuple[int, int], int] | None], node: tuple[int, int]) -> Numbers:
    cells = [node[1]]
    while (step := before[node]) is not None:
        node, place = step
        cells += [place, node[1]]
    return tuple(reversed(cells))
