"""Plans of the sequences on one floor, with which a match skips phases that cannot act where the pieces stand.

Every cell has marks, the bits of one number: bit 0 for all cells, also for "off the floor", and one bit for each phase
or shooter that can act there. The combined marks of all pieces show which phases can be skipped. All marks fit into a
number that the compiled engine need not allocate.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from roborally.core.rules import Hit, StepFunction, Trace

ANYWHERE: Final = 1
"""The mark that every cell has."""
BITS: Final = 62
"""The maximum number of marks."""

Step = tuple[int, StepFunction]
"""A phase as a pair: the index of the phase after it, and its function."""


class PlanPart(NamedTuple):
    """A phase of a sequence, or the shooters that fire in it; each with its mark, `ANYWHERE` if it acts everywhere."""

    following: int
    """The index of the next phase."""
    mark: int
    step: StepFunction | None
    shooters: tuple[tuple[int, Trace], ...] = ()

    @property
    def marks(self) -> tuple[int, ...]:
        """Return the marks of the shooters, or the phase's own mark if there are none."""
        return tuple(mark for mark, _ in self.shooters) or (self.mark,)


class Marks:
    """The marks of every cell of one floor; `mark` gives out new ones."""

    def __init__(self, cells: int) -> None:
        self._next = 1
        self.of_cells: list[int] = [ANYWHERE] * (cells + 1)
        """The marks of every cell, those of "off the floor" last."""

    def mark(self, cells: Collection[int] | None) -> int:
        """Return a new mark for these cells, `ANYWHERE` for `None` or if no marks are left."""
        if cells is None or self._next == BITS:
            return ANYWHERE
        mark = 1 << self._next
        self._next += 1
        for cell in cells:
            self.of_cells[cell] |= mark
        return mark


class Plan:
    """The phases of one sequence that must run, depending on where the pieces stand.

    `sure[at]` are the phases from index `at` on that run wherever pieces stand, up to the first that does not. `marks`
    are the marks that matter, and `due(marks)[at]` the phases from `at` on that pieces with these marks need; `known`
    caches the results of `due`.
    """

    __slots__ = ("_parts", "_volleys", "known", "last", "marks", "sure")

    def __init__(self, parts: Sequence[PlanPart], last: int) -> None:
        """Plan the phases of `parts`; the sequence has `last` phases, including those that are left out."""
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
        """Return, for each index, the phases from that index on that are due while pieces have these combined marks."""
        if marks not in self.known:
            steps = [step for part in self._parts if (step := self._step(part, marks)) is not None]
            self.known[marks] = [tuple(step for step in steps if step[0] > at) for at in range(self.last + 1)]
        return self.known[marks]

    def _step(self, part: PlanPart, marks: int) -> Step | None:
        """Return the step of a part for pieces with these combined marks; `None` if the part cannot act on them."""
        if part.step is not None:
            return (part.following, part.step) if part.mark & marks else None
        traces = tuple(trace for mark, trace in part.shooters if mark & marks)
        if not traces:
            return None
        if traces not in self._volleys:
            self._volleys[traces] = volley_step(traces)
        return part.following, self._volleys[traces]


def volley_step(traces: tuple[Trace, ...]) -> StepFunction:
    """Return a function that lets the shooters of several traces fire at the same time (COM-11)."""

    def fire(match: Any) -> None:
        if match.watch is not None:
            match.watch.beat += 1
        hits: list[Hit] = []
        for trace in traces:
            hits += trace(match)
        if hits:
            match.volley(hits)

    return fire
