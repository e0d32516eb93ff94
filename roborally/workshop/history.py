"""An unlimited history for undo and redo. A step keeps the object itself, not a copy."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass
class UndoHistory(Generic[Thing]):
    """An object that is never changed but replaced, and its earlier states."""

    now: Thing
    _before: list[tuple[Thing, str]] = field(default_factory=list)
    _after: list[tuple[Thing, str]] = field(default_factory=list)
    _text: str = ""

    @property
    def text(self) -> str:
        """A text about the step that led to `now`, such as who took it; may be empty."""
        return self._text

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._after)

    def put(self, thing: Thing, text: str = "") -> None:
        """Take a step, with an optional text about it; ignore a step that changes nothing."""
        if thing == self.now:
            return
        self._before.append((self.now, self._text))
        self._after.clear()
        self.now, self._text = thing, text

    def undo(self) -> bool:
        """Undo a step; return whether there was one."""
        if not self._before:
            return False
        self._after.append((self.now, self._text))
        self.now, self._text = self._before.pop()
        return True

    def redo(self) -> bool:
        """Redo the last undone step; return whether there was one."""
        if not self._after:
            return False
        self._before.append((self.now, self._text))
        self.now, self._text = self._after.pop()
        return True
