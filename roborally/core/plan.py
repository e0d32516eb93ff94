"""How the sequences of one floor are run: which phases can have anything to do where the pieces stand.

Every cell has marks, the bits of one number: bit 0 for all cells, also for "off the floor", and one bit for each phase,
shooter or set of cells that rules ask for, if it is on this cell. The marks of all pieces together tell at once which
phases can be passed over. All marks fit into a number that the compiled engine need not allocate.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from roborally.core.rules import Hit, StepFunction, Trace

ANYWHERE: Final = 1
"""The mark of all cells."""
BITS: Final = 62
"""How many marks there are."""

Step = tuple[int, StepFunction]
"""A phase: the number of the next one, and what it does."""


class PlanPart(NamedTuple):
    """A phase of a sequence, or the shooters that fire in it; each with its mark, `ANYWHERE` if it acts everywhere."""

    following: int
    """The number of the next phase."""
    mark: int
    step: StepFunction | None
    shooters: tuple[tuple[int, Trace], ...] = ()

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks of all that acts in it."""
        return tuple(mark for mark, _ in self.shooters) or (self.mark,)


class Marks:
    """Hands out marks, and collects those of every cell."""

    def __init__(self, cells: int) -> None:
        """Begin with cells that have no mark but `ANYWHERE`."""
        self._next = 1
        self.of_cells: list[int] = [ANYWHERE] * (cells + 1)
        """The marks of every cell, those of "off the floor" last."""

    def mark(self, cells: Collection[int] | None) -> int:
        """Return a mark that these cells have, `ANYWHERE` for `None` or when there are no marks left."""
        if cells is None or self._next == BITS:
            return ANYWHERE
        mark = 1 << self._next
        self._next += 1
        for cell in cells:
            self.of_cells[cell] |= mark
        return mark


class Plan:
    """How a sequence is run.

    `sure[at]` are the phases from number `at` on that are run wherever pieces stand, up to the first that is not so.
    `marks` are the marks that matter, and `due(marks)[at]` the phases from `at` on that pieces with these marks need;
    `known` keeps what `due` has returned.
    """

    __slots__ = ("_parts", "_volleys", "known", "last", "marks", "sure")

    def __init__(self, parts: Sequence[PlanPart], last: int) -> None:
        """Plan the phases of `parts`; the sequence has `last` of them, with those that are left out."""
        self._parts = tuple(parts)
        self.known: dict[int, list[tuple[Step, ...]]] = {}
        self._volleys: dict[tuple[Trace, ...], StepFunction] = {}
        self.last: int = last
        self.marks: int = ANYWHERE
        for part in parts:
            for mark in part.marks:
                self.marks |= mark
        first = next((part.following for part in parts if set(part.marks) != {ANYWHERE}), last + 1)
        everywhere = self.due(ANYWHERE)
        self.sure: list[tuple[Step, ...]] = [
            tuple(step for step in everywhere[at] if step[0] < first) if at < first else () for at in range(last + 1)
        ]

    def due(self, marks: int) -> list[tuple[Step, ...]]:
        """Return by number the phases from there on that are due while the pieces together have these marks."""
        if marks not in self.known:
            steps = [step for part in self._parts if (step := self._step(part, marks)) is not None]
            self.known[marks] = [tuple(step for step in steps if step[0] > at) for at in range(self.last + 1)]
        return self.known[marks]

    def _step(self, part: PlanPart, marks: int) -> Step | None:
        """Return what a part does while the pieces have these marks, if anything."""
        if part.step is not None:
            return (part.following, part.step) if part.mark & marks else None
        traces = tuple(trace for mark, trace in part.shooters if mark & marks)
        if not traces:
            return None
        if traces not in self._volleys:
            self._volleys[traces] = volley_step(traces)
        return part.following, self._volleys[traces]


def volley_step(traces: tuple[Trace, ...]) -> StepFunction:
    """Return a step in which several sources fire at the same time (COM-11)."""

    def fire(match: Any) -> None:
        if match.watch is not None:
            match.watch.beat += 1
        hits: list[Hit] = []
        for trace in traces:
            hits += trace(match)
        if hits:
            match.volley(hits)

    return fire
