"""Undo and redo without a limit, for the board editor and the course builder."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass
class UndoHistory(Generic[Thing]):
    """The current state of an object, `now`, with its earlier states for undo and its undone ones for redo."""

    now: Thing
    _before: list[Thing] = field(default_factory=list)
    _after: list[Thing] = field(default_factory=list)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._after)

    def put(self, thing: Thing) -> None:
        """Make `thing` the current state, as a step that can be undone; do nothing if it equals the current one."""
        if thing == self.now:
            return
        self._before.append(self.now)
        self._after.clear()
        self.now = thing

    def undo(self) -> bool:
        """Go back to the previous state; return false if there is none."""
        if not self._before:
            return False
        self._after.append(self.now)
        self.now = self._before.pop()
        return True

    def redo(self) -> bool:
        """Repeat the step last undone; return false if there is none."""
        if not self._after:
            return False
        self._before.append(self.now)
        self.now = self._after.pop()
        return True
