"""The log of a match as data, so that its lines can be told again in another language."""

from collections.abc import Sequence
from typing import overload

from roborally.core.events import Event
from roborally.narration.chronicle import Chronicle


class MatchLog(Sequence[str]):
    """The lines of a log, and the events that they tell.

    A line follows from its event and the names of the pieces alone, never from what is shown at the time; so all of
    them can be told again in another language.
    """

    def __init__(self, chronicle: Chronicle) -> None:
        """Begin empty."""
        self.events: list[Event] = []
        self._chronicle = chronicle
        self._lines: list[str] = []

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        """Return a line, or several."""
        return self._lines[at]

    def __len__(self) -> int:
        """Return how many lines there are."""
        return len(self._lines)

    def tell(self, event: Event) -> str:
        """Add the line of an event and return it; an event without a line adds nothing and returns an empty text."""
        line = self._chronicle.line(event)
        if line:
            self.events.append(event)
            self._lines.append(line)
        return line

    def take(self, other: "MatchLog", count: int) -> None:
        """Hold only the first lines of another log, in its wording."""
        self.events = other.events[:count]
        self._lines = other[:count]

    def tell_again(self, chronicle: Chronicle) -> None:
        """Write all lines again in the present language."""
        self._chronicle = chronicle
        self._lines = [chronicle.line(event) for event in self.events]
