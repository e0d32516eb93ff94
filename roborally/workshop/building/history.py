"""What has been made so far, step by step: undo and redo."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

MOST_STEPS = 500
"""The steps that can be undone; older ones are forgotten."""

Thing = TypeVar("Thing")


@dataclass
class History(Generic[Thing]):
    """A thing that is never changed but replaced, and what it was before."""

    now: Thing
    _before: list[Thing] = field(default_factory=list)
    _after: list[Thing] = field(default_factory=list)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before this one."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a step has been undone and nothing was done since."""
        return bool(self._after)

    def put(self, thing: Thing) -> None:
        """Take a step; one that changes nothing is none."""
        if thing == self.now:
            return
        self._before.append(self.now)
        del self._before[:-MOST_STEPS]
        self._after.clear()
        self.now = thing

    def undo(self) -> None:
        """Go back one step, if there is one."""
        if self._before:
            self._after.append(self.now)
            self.now = self._before.pop()

    def redo(self) -> None:
        """Take the step again that was undone last, if there is one."""
        if self._after:
            self._before.append(self.now)
            self.now = self._after.pop()
