"""The log of a match as data, so that its lines can be told again in another language."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, overload

from roborally.core.events import Event
from roborally.narration.chronicle import Chronicle, is_same_move

DAMAGED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that events of an invalid match lead to."""
MAX_LINES = 20_000
"""The most lines of the log of a running match; a turn of eight players has about a hundred."""
MAX_SIZE = 4_000_000
"""The most letters and values of its lines and their events; those of 20 000 lines are about half as many."""
REST = 0.75
"""What remains of a log that has become too large."""
MAX_BACK, MAX_JOINED = 100, 1_000
"""How many lines back an event may join one, and how many events a line may tell."""


class MatchLog(Sequence[str]):
    """The lines of a log, and the events that they tell: most tell one, some all the steps of a push.

    A line follows from its events and the names of the pieces alone, never from what is shown at the time; so all of
    them can be told again in another language. The numbers of lines count from the beginning of the match. Of a log
    with bounds the oldest lines are forgotten; `first` is the number of the first that is left.
    """

    def __init__(self, chronicle: Chronicle, most_lines: float = inf, most_size: float = inf) -> None:
        """Begin empty, without bounds or with at most so many lines, letters and values."""
        self._chronicle = chronicle
        self._most_lines, self._most_size = most_lines, most_size
        self.first = 0
        self.latest = -1
        """The number of the line that tells the last event."""
        self._narrated: list[tuple[Event, ...]] = []
        self._lines: list[str] = []
        self._sizes: list[int] = []
        self._size = 0
        self._numbers: list[int] = []
        """The line of every event that has been told."""

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        """Return a line that is left, or several; 0 is the one with the number `first`."""
        return self._lines[at]

    def __len__(self) -> int:
        """Return how many lines are left."""
        return len(self._lines)

    @property
    def written(self) -> int:
        """How many lines there have been."""
        return self.first + len(self._lines)

    def event(self, number: int) -> Event:
        """Return the first event that a line tells; it must not have been forgotten."""
        return self._narrated[number - self.first][0]

    def narrate(self, event: Event) -> str:
        """Tell an event and return its line, an empty text if it has none.

        The line, with the number `latest`, is a new one or one of the last, which then tells this event as well.
        """
        at = self._joined(event)
        text = (event,) if at is None else (*self._narrated[at], event)
        line = self._chronicle.line(*text)
        size = _size(event)
        if at is not None:
            self._narrated[at], self._lines[at] = text, line
        elif line:
            at = len(self._lines)
            self._narrated.append(text)
            self._lines.append(line)
            self._sizes.append(0)
            size += len(line)
        else:
            return ""
        self._sizes[at] += size
        self._size += size
        self.latest = self.first + at
        self._numbers.append(self.latest)
        self._forget()
        return line

    def narrate_all(self, events: Iterable[Event]) -> bool:
        """Tell recorded events, up to the first that cannot be told, as in an invalid match; return whether all are."""
        try:
            for event in events:
                self.narrate(event)
        except DAMAGED:
            return False
        return True

    def _joined(self, event: Event) -> int | None:
        """Return the place of the line that tells an event as well, `None` if the event needs its own."""
        for at in reversed(range(max(0, len(self._narrated) - MAX_BACK), len(self._narrated))):
            earlier = self._narrated[at][0]
            if self._chronicle.joins(event, self._narrated[at]) and len(self._narrated[at]) < MAX_JOINED:
                return at
            if not is_same_move(event, earlier):  # a move that pushes several robots has a line for each
                return None
        return None

    def _forget(self) -> None:
        """Forget the oldest lines if there are too many, but never the last."""
        if len(self._lines) <= self._most_lines and self._size <= self._most_size:
            return
        end = 0
        while end + 1 < len(self._lines) and (
            len(self._lines) - end > REST * self._most_lines or self._size > REST * self._most_size
        ):
            self._size -= self._sizes[end]
            end += 1
        for entries in (self._narrated, self._lines, self._sizes):
            del entries[:end]
        self.first += end
        self._numbers = [number for number in self._numbers if number >= self.first]

    def take(self, other: "MatchLog", count: int) -> None:
        """Hold the lines of the first `count` events that another log tells, in its wording; it has forgotten none."""
        self._numbers = other._numbers[:count]
        counted = Counter(self._numbers)  # its keys are the numbers of the lines, in their order
        self._narrated = [other._narrated[number][:events] for number, events in counted.items()]
        self._lines = [
            line if len(taken) == len(whole) else self._chronicle.line(*taken)
            for line, taken, whole in zip(other._lines, self._narrated, other._narrated, strict=False)
        ]
        self._sizes = other._sizes[: len(self._lines)]
        self._size = sum(self._sizes)
        self.first, self.latest = 0, self._numbers[-1] if self._numbers else -1

    def narrate_again(self, chronicle: Chronicle) -> None:
        """Write all lines again in the present language."""
        self._chronicle = chronicle
        self._lines = [chronicle.line(*text) for text in self._narrated]


def _size(value: Any) -> int:
    """Return how many values and letters something consists of."""
    if isinstance(value, str):
        return 1 + len(value)
    if isinstance(value, dict):
        return 1 + sum(_size(name) + _size(entry) for name, entry in value.items())
    if isinstance(value, list | tuple):
        return 1 + sum(map(_size, value))
    return 1
