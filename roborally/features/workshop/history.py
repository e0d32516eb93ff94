"""An unlimited history for undo and redo. A step keeps the object itself, not a copy."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass
class UndoHistory(Generic[Thing]):
    """An object that is never changed but replaced, and its earlier states."""

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
        """Take a step; ignore one that changes nothing."""
        if thing == self.now:
            return
        self._before.append(self.now)
        self._after.clear()
        self.now = thing

    def undo(self) -> bool:
        """Undo a step; return whether there was one."""
        if not self._before:
            return False
        self._after.append(self.now)
        self.now = self._before.pop()
        return True

    def redo(self) -> bool:
        """Redo the last undone step; return whether there was one."""
        if not self._after:
            return False
        self._before.append(self.now)
        self.now = self._after.pop()
        return True
