"""The thinking limit in a bot's name (`rival:200ms`): seconds, or a number of samples, the same on any machine."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from roborally.base.errors import GameError

_WRITTEN = re.compile(r"(?P<number>[0-9]{1,9})(?P<unit>ms|s|)")
_SECONDS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True)
class Budget:
    """A limit for a bot's thinking about one question: either `seconds` or `samples` (trials); the other is 0."""

    seconds: float = 0.0
    samples: int = 0

    @staticmethod
    def parse(written: str) -> "Budget":
        """Return the budget written as `200ms`, `2s` or `400` (samples); raise `GameError` for other texts."""
        found = _WRITTEN.fullmatch(written)
        if found is None or not int(found["number"]):
            raise GameError(
                "{written!r} is not a time to think; write 200ms, 2s, or a number of samples such as 400",
                written=written,
            )
        number = int(found["number"])
        return Budget(samples=number) if not found["unit"] else Budget(seconds=number * _SECONDS[found["unit"]])

    def begin(self, clock: Callable[[], float]) -> "RunningBudget":
        """Start the budget for one question; `clock` returns the current time in seconds."""
        return RunningBudget(self, clock)


class RunningBudget:
    """A budget in use: counts the samples and the time since a bot began to think about one question."""

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self._budget = budget
        self._clock = clock
        self._end = clock() + budget.seconds
        self._samples = 0

    def count_sample(self) -> None:
        """Count one sample: one trial of an answer."""
        self._samples += 1

    def is_spent(self) -> bool:
        """Return whether the budget's samples or seconds are used up."""
        if self._budget.samples:
            return self._samples >= self._budget.samples
        return self._clock() >= self._end
