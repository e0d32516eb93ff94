"""The window's `Session` of a match on a server, made from the server's messages."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import Message
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event
from roborally.core.state import decision_from, frozen
from roborally.core.views import SPECTATOR, View
from roborally.game.factory import Game
from roborally.game.statistics import Tally
from roborally.net.protocol import (
    Answer,
    Begin,
    ClockState,
    FromClient,
    MatchEnded,
    PlaybackDone,
    Update,
)

HASTE = 0.7
"""So many seconds before the server's clock the one that is shown has run out: what is handed in must get there."""


@dataclass
class RemoteSession:
    """A match as the own seat sees it; `send` reaches the server.

    What has been answered counts as answered at once; where the server refuses it, it is asked again and `complaints`
    says why. With `complete` rules answers are checked here, too.
    """

    game: Game
    begin: Begin
    send: Callable[[FromClient], None]
    complete: bool = True
    update_first: Callable[[], None] = lambda: None
    """Takes in what the server has said; called before events are handed out."""
    now: Callable[[], float] = time.monotonic
    notices: list[Event] = field(default_factory=list)
    complaints: list[Message] = field(default_factory=list)
    tally: Tally = field(init=False)
    beat: int = 0
    _data: dict[str, Any] = field(init=False)
    _ahead: dict[str, Any] | None = None
    _events: list[Event] = field(default_factory=list)
    _answered: set[str] = field(default_factory=set)
    _waiting: list[int] = field(default_factory=list)
    _clock: float | None = None
    _held: bool = False
    _ended: MatchEnded | None = None
    _told: int = 0

    def __post_init__(self) -> None:
        """Begin with the full picture."""
        self.tally = Tally(self.game.rules, len(self.game.seats))
        self._data = self.begin.view
        self.beat = self.begin.beat
        self._set_clock(self.begin.waiting, self.begin.clock, self.begin.held)

    # --- what the server says -------------------------------------------------------------------------------------

    def hear(self, message: Update | ClockState | MatchEnded) -> None:
        """Take in a message about the match."""
        if isinstance(message, Update):
            self._ahead = message.view
            self._events += [frozen(event) for event in message.events]
            self.notices += message.notices
            self._set_clock(message.waiting, message.clock, message.held)
        elif isinstance(message, ClockState):
            self._set_clock(message.waiting, message.clock, message.held)
        else:
            self._ended = message
            for counts, known in zip(self.tally.counts, message.counts, strict=False):
                counts.update({name: number for name, number in known.items() if name in counts})

    def refuse(self, id_: str, told: Message) -> None:
        """Take note that an answer was refused: the question is open again."""
        self._answered.discard(id_)
        self.complaints.append(told)

    def _set_clock(self, waiting: list[int], clock: float | None, held: bool) -> None:
        self._waiting = waiting
        self._held = held
        self._clock = None if clock is None else clock + self.now()

    # --- what the window asks -------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The own seat, or `SPECTATOR`."""
        return self.begin.seat

    @property
    def over(self) -> bool:
        """Whether the match has ended by the rules, and all of it is here."""
        return bool(self._data["over"]) and self._ended is not None

    @property
    def ended(self) -> MatchEnded | None:
        """What the server has sent at the end, if it has come."""
        return self._ended

    def humans(self) -> list[int]:
        """Return the own seat, unless one only watches."""
        return [] if self.seat == SPECTATOR else [self.seat]

    def view(self, seat: int = SPECTATOR) -> View:
        """Return what the own seat may know now; nothing else is here."""
        return View(self.game.rules, self.game.floor, self.game.seats, self.seat, self._data)

    def decisions(self, seat: int) -> list[Decision]:
        """Return the open, unanswered questions of the own seat."""
        sealed = self._data["sealed"]
        return [
            decision_from(entry)
            for entry in self._data["decisions"]
            if entry["seat"] == seat == self.seat and entry["id"] not in sealed and entry["id"] not in self._answered
        ]

    def waiting_for(self) -> list[int]:
        """Return the seats whose answer is missing, in order."""
        own = not any(not entry["optional"] for entry in self.decisions(self.seat))
        return [seat for seat in self._waiting if not (own and seat == self.seat)]

    def seconds_left(self) -> float | None:
        """Return the seconds until defaults are taken, or `None` when no clock runs."""
        if self._clock is None:
            return None
        left = float(self.game.config.match.timer) if self._held else self._clock - self.now() - HASTE
        return max(0.0, left)

    def digest(self) -> str:
        """Return a short hash of the last state; empty before the server has told it."""
        return self._ended.digest if self._ended is not None else ""

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Send an answer; raises `AnswerError` for a question that is not open."""
        question = next((entry for entry in self.decisions(seat) if entry["id"] == id_), None)
        if question is None:
            raise AnswerError("question {id} is not open", id=repr(id_))
        if self.complete:
            seen = self.view(seat)
            seen.match().checked(question, answer)
        self._answered.add(id_)
        self.send(Answer(id_, answer))

    def poll(self) -> Sequence[Event]:
        """Return the events that have come since the last call."""
        self.update_first()
        if self._ahead is not None:  # what is seen goes on with the events that have led to it
            self._data, self._ahead = self._ahead, None
            self._answered &= {entry["id"] for entry in self._data["decisions"]}
        events, self._events[:] = list(self._events), []
        if events:
            self.beat = events[-1]["beat"]
        return events

    def shown(self) -> None:
        """Tell the server, once, that everything that has come has been shown: the clock may run (CLI-202)."""
        if self.beat > self._told:
            self._told = self.beat
            self.send(PlaybackDone(self.beat))

    def hold_clock(self) -> None:
        """Do nothing: the server waits until it hears that everything has been shown."""

    def close(self) -> None:
        """Do nothing: whoever holds the connection ends it."""
