"""What has been made so far, step by step: undo and redo without end. A step keeps the thing as it was, not a copy."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass
class UndoHistory(Generic[Thing]):
    """A thing that is never changed but replaced, and what it was before."""

    now: Thing
    _before: list[tuple[Thing, str]] = field(default_factory=list)
    _after: list[tuple[Thing, str]] = field(default_factory=list)
    _text: str = ""

    @property
    def text(self) -> str:
        """What there is to say of the step that led to `now`, such as who took it; empty where there is nothing."""
        return self._text

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before this one."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a step has been undone and nothing was done since."""
        return bool(self._after)

    def put(self, thing: Thing, text: str = "") -> None:
        """Take a step, of which there may be something to say; one that changes nothing is none."""
        if thing == self.now:
            return
        self._before.append((self.now, self._text))
        self._after.clear()
        self.now, self._text = thing, text

    def undo(self) -> bool:
        """Go back a step; return whether there was one."""
        if not self._before:
            return False
        self._after.append((self.now, self._text))
        self.now, self._text = self._before.pop()
        return True

    def redo(self) -> bool:
        """Take the step again that was undone last; return whether there was one."""
        if not self._after:
            return False
        self._before.append((self.now, self._text))
        self.now, self._text = self._after.pop()
        return True
