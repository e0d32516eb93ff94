"""The log of a match: sentences for its events, which can be written again in another language."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, overload

from roborally.core.events import KERNEL_EVENTS, Event
from roborally.narration.causes import Causes
from roborally.narration.chronicle import Chronicle, is_same_move, topic

DAMAGED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions that events of an invalid match can cause."""
MAX_LINES = 20_000
"""The maximum number of lines in the log of a running match; a turn of eight players has about a hundred."""
MAX_SIZE = 4_000_000
"""The maximum number of characters and values in a log's lines and events; 20 000 lines have about half as many."""
REST = 0.75
"""A log that has become too large is cut to this share, 0 to 1, of its maximum."""
MAX_BACK, MAX_JOINED = 100, 1_000
"""The maximum number of lines back to which an event may be added, and of events in a line."""


class MatchLog(Sequence[str]):
    """The log of a match: a sequence of lines, each of one or several events, such as all the steps of a push.

    A line depends only on its events and the names of the pieces, never on the current view, so that all lines can be
    written again in another language. The numbers of lines count from the beginning of the match. A log with limits
    forgets the oldest lines; `first` is the number of the first remaining one.
    """

    def __init__(self, chronicle: Chronicle, most_lines: float = inf, most_size: float = inf) -> None:
        """Start empty; `most_lines`, and `most_size` in characters and values, limit the log."""
        self._chronicle = chronicle
        self.causes = Causes(chronicle.board, {})
        """Explains the next event by the events so far; replace it for a log that begins in the middle of a match."""
        self._most_lines, self._most_size = most_lines, most_size
        self.first = 0
        self.latest = -1
        """The number of the line with the last event, -1 without lines."""
        self._narrated: list[tuple[Event, ...]] = []
        self._lines: list[str] = []
        self._sizes: list[int] = []
        self._size = 0
        self._numbers: list[int] = []
        """The number of the line of each event in the log, in order."""

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        """Return one or several of the remaining lines; index 0 is the line with the number `first`."""
        return self._lines[at]

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def written(self) -> int:
        """Return the number of lines so far, including forgotten ones."""
        return self.first + len(self._lines)

    def first_named(self, line: str) -> int:
        """Return the index of the piece that a line names first, -1 if it names none."""
        return self._chronicle.first_named(line)

    def event(self, number: int) -> Event:
        """Return the first event of the line with this number, which must not have been forgotten."""
        return self.events(number)[0]

    def events(self, number: int) -> tuple[Event, ...]:
        """Return all events of the line with this number, which must not have been forgotten."""
        return self._narrated[number - self.first]

    def narrate(self, event: Event) -> str:
        """Add an event and return its line, an empty text if it has none.

        The line, with the number `latest`, is a new one, or a recent one that also describes this event now.
        """
        explained = self.causes.explained(event)
        if event["type"] in KERNEL_EVENTS or topic(event) in self._chronicle.words.explained:
            event = explained
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
        """Add recorded events; stop and return `False` at the first that is invalid."""
        try:
            for event in events:
                self.narrate(event)
        except DAMAGED:
            return False
        return True

    def _joined(self, event: Event) -> int | None:
        for at in reversed(range(max(0, len(self._narrated) - MAX_BACK), len(self._narrated))):
            earlier = self._narrated[at][0]
            if self._chronicle.joins(event, self._narrated[at]) and len(self._narrated[at]) < MAX_JOINED:
                return at
            # a move of several robots has a line for each: the first may fall before the others move, and all move
            # before one is turned
            is_after_steps = earlier["type"] == "step" and event["type"] in ("destroy", "turn")
            if not is_same_move(event, earlier) and not is_after_steps:
                return None
        return None

    def _forget(self) -> None:
        """Forget the oldest lines, but never the last, if the log exceeds its limits."""
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
        """Copy the lines of the first `count` events from another log, which is in the same language and complete."""
        self._numbers = other._numbers[:count]
        counted = Counter(self._numbers)  # the keys are the numbers of the lines, in order
        self._narrated = [other._narrated[number][:events] for number, events in counted.items()]
        self._lines = [
            line if len(taken) == len(whole) else self._chronicle.line(*taken)
            for line, taken, whole in zip(other._lines, self._narrated, other._narrated, strict=False)
        ]
        self._sizes = other._sizes[: len(self._lines)]
        self._size = sum(self._sizes)
        self.first, self.latest = 0, self._numbers[-1] if self._numbers else -1

    def narrate_again(self, chronicle: Chronicle) -> None:
        """Write all lines again with another chronicle, in the current language."""
        self._chronicle = chronicle
        self._lines = [chronicle.line(*text) for text in self._narrated]


def _size(value: Any) -> int:
    """Return the number of values and characters in a value and all that is nested in it."""
    if isinstance(value, str):
        return 1 + len(value)
    if isinstance(value, dict):
        return 1 + sum(_size(name) + _size(entry) for name, entry in value.items())
    if isinstance(value, list | tuple):
        return 1 + sum(map(_size, value))
    return 1
