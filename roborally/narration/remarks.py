"""Chooses the remarks that robots make during a match: lines of their manifests, by event (CLI-108)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from roborally.core.events import Event
from roborally.narration.sounds import event_keys

Lines = Mapping[str, Sequence[str]]
"""The lines that a robot may say, by the key of an event (see `event_keys`)."""

MOMENT, USUAL, LOSS, END = range(4)
_WEIGHTS = {"moment": MOMENT, "destroy": LOSS, "over": END}


class Remark(NamedTuple):
    """A remark of a robot: the index of its piece, and the line in English, not yet translated."""

    piece: int
    text: str


class Remarks:
    """Chooses remarks from the events alone, so that all who watch a match see the same ones.

    One robot speaks in each stage of a turn; only one that is destroyed or has won may interrupt it. For an event
    without a robot, such as the beginning of a turn, the robot that has been silent for the longest time speaks.
    """

    def __init__(self, lines: Mapping[int, Lines]) -> None:
        """Start without remarks; `lines` are those of the robots that have some, by the index of the piece."""
        self._lines = lines
        self.said: Remark | None = None
        self._turn = self._stage = 0
        self._spoken: tuple[int, int, int] | None = None
        """The turn, stage and weight of the last remark, `None` before the first."""
        self._last: dict[int, tuple[int, int]] = {}
        """The turn and stage of each robot's last remark."""
        self._latest: dict[tuple[int, str], str] = {}

    @property
    def any(self) -> bool:
        """Return whether any robot of this match has lines."""
        return bool(self._lines)

    def on_event(self, event: Event) -> None:
        """Set `said` to a remark about an event, if a robot has a line for it and may speak; a new turn clears it."""
        if event["type"] == "moment":
            if event["turn"] != self._turn:
                self.said = None
            self._turn, self._stage = event["turn"], event.get("stage", 0)
        if not self._lines:
            return
        weight = _WEIGHTS.get(event["type"], USUAL)
        if self._spoken is not None and self._spoken[:2] == (self._turn, self._stage) and weight <= self._spoken[2]:
            return
        found = [(piece, key) for piece in self._asked(event) if (key := self._key(event, piece))]
        if found:
            self._speak(*found[0], weight)

    def _asked(self, event: Event) -> Sequence[int]:
        """Return the robots that may speak about an event, in order of precedence."""
        if "piece" in event:
            return [event["piece"]]
        if "winners" in event:
            return list(event["winners"])
        count = max(self._lines) + 1
        return sorted(self._lines, key=lambda piece: (self._last.get(piece, (0, 0)), (piece - self._turn) % count))

    def _key(self, event: Event, piece: int) -> str:
        """Return the most exact key of an event for which the robot has lines, or an empty text."""
        lines = self._lines.get(piece, {})
        return next((key for key in event_keys(event, frozenset((piece,))) if lines.get(key)), "")

    def _speak(self, piece: int, key: str, weight: int) -> None:
        lines = self._lines[piece][key]
        at = (self._turn + self._stage + piece) % len(lines)
        if lines[at] == self._latest.get((piece, key)):
            at = (at + 1) % len(lines)
        self._latest[piece, key] = lines[at]
        self._last[piece] = self._turn, self._stage
        self._spoken = self._turn, self._stage, weight
        self.said = Remark(piece, lines[at])

    def forget(self) -> None:
        """Forget all remarks, because another moment of the match is shown."""
        self.said = self._spoken = None
        self._last.clear()
        self._latest.clear()
