"""The log of a match as data, so that its lines can be told again in another language."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import overload

from roborally.core.events import Event
from roborally.narration.chronicle import Chronicle, is_same_move

DAMAGED = (KeyError, IndexError, TypeError, ValueError)
"""The errors that events of an invalid match lead to."""


class MatchLog(Sequence[str]):
    """The lines of a log, and the events that they tell: most tell one, some all the steps of a push.

    A line follows from its events and the names of the pieces alone, never from what is shown at the time; so all of
    them can be told again in another language.
    """

    def __init__(self, chronicle: Chronicle) -> None:
        """Begin empty."""
        self._chronicle = chronicle
        self._told: list[tuple[Event, ...]] = []
        self._lines: list[str] = []
        self._numbers: list[int] = []
        """The line of every event that has been told."""

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

    def event(self, number: int) -> Event:
        """Return the first event that a line tells."""
        return self._told[number][0]

    @property
    def latest(self) -> int:
        """The number of the line that tells the last event."""
        return self._numbers[-1]

    def tell(self, event: Event) -> str:
        """Tell an event and return its line, an empty text if it has none.

        The line, with the number `latest`, is a new one or one of the last, which then tells this event as well.
        """
        number = self._joined(event)
        if number is not None:
            self._told[number] += (event,)
            self._lines[number] = self._chronicle.line(*self._told[number])
        elif line := self._chronicle.line(event):
            number = len(self._lines)
            self._told.append((event,))
            self._lines.append(line)
        else:
            return ""
        self._numbers.append(number)
        return self._lines[number]

    def tell_all(self, events: Iterable[Event]) -> None:
        """Tell recorded events, up to the first that cannot be told, as in an invalid match."""
        try:
            for event in events:
                self.tell(event)
        except DAMAGED:
            return

    def _joined(self, event: Event) -> int | None:
        """Return the number of the line that tells an event as well, `None` if the event needs its own."""
        for number in reversed(range(len(self._told))):
            earlier = self._told[number][0]
            if self._chronicle.joins(event, earlier):
                return number
            if not is_same_move(event, earlier):  # a move that pushes several robots has a line for each
                return None
        return None

    def take(self, other: "MatchLog", count: int) -> None:
        """Hold the lines of the first `count` events that another log tells, in its wording."""
        self._numbers = other._numbers[:count]
        told = Counter(self._numbers)  # its keys are the numbers of the lines, in their order
        self._told = [other._told[number][:events] for number, events in told.items()]
        self._lines = [
            line if len(taken) == len(whole) else self._chronicle.line(*taken)
            for line, taken, whole in zip(other._lines, self._told, other._told, strict=False)
        ]

    def tell_again(self, chronicle: Chronicle) -> None:
        """Write all lines again in the present language."""
        self._chronicle = chronicle
        self._lines = [chronicle.line(*told) for told in self._told]
