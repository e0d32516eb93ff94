"""The window's `Session` of a match on a server, made from the server's messages; `Membership` holds it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import GameError, Message
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event
from roborally.core.observation import SPECTATOR, Observation
from roborally.core.state import decision_from, frozen
from roborally.game.answer_time import seconds_to_answer
from roborally.game.factory import Game
from roborally.game.session.held import WithoutClock
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
"""Seconds by which the shown clock runs out early, because round trips vary."""


MAX_UNSHOWN = 200_000
"""The maximum number of events that wait to be shown: more than a hundred turns of eight robots."""


@dataclass
class RemoteSession(WithoutClock):
    """A match as this client's seat sees it; `send(message)` sends to the server.

    An answer counts at once; if the server refuses it, the question is asked again and `complaints` holds the reason.
    With `complete` rules, answers are also checked here. The server's clock waits for the report of `shown`.
    """

    game: Game
    begin: Begin
    send: Callable[[FromClient], None]
    complete: bool = True
    update_first: Callable[[], None] = lambda: None
    """Processes the server's messages; called before events are returned."""
    delay: Callable[[], float] = lambda: 0.0
    """Returns the round trip of the connection in seconds."""
    now: Callable[[], float] = time.monotonic
    notices: list[Event] = field(default_factory=list)
    complaints: list[Message] = field(default_factory=list)
    tally: Tally = field(init=False)
    beat: int = 0
    ended: MatchEnded | None = None
    """The server's final message, `None` before it has arrived."""
    _data: dict[str, Any] = field(init=False)
    _ahead: dict[str, Any] | None = None
    _events: list[Event] = field(default_factory=list)
    _answered: set[str] = field(default_factory=set)
    _waiting: list[int] = field(default_factory=list)
    _clock: float | None = None
    _grace: float = 0.0
    _held: bool = False
    _confirmed: int = 0
    _sent_at: float = 0.0

    def __post_init__(self) -> None:
        self.tally = Tally(self.game.rules, len(self.game.seats))
        self._data = self.begin.observation
        self.beat = self.begin.beat
        if self.begin.open_file:
            self.notices.append({"type": "open-file"})
        self._set_clock(self.begin)

    # --- messages from the server ---------------------------------------------------------------------------------

    def handle(self, message: Update | ClockState | MatchEnded) -> None:
        """Process a message about the match."""
        if isinstance(message, Update):
            self._ahead = message.observation
            self._events += [frozen(event) for event in message.events]
            if len(self._events) > MAX_UNSHOWN:
                raise GameError("the server has sent more than this game can show")
            self.notices += message.notices
            self._set_clock(message)
        elif isinstance(message, ClockState):
            self._set_clock(message)
        elif self.ended is None:  # otherwise only the lobby after the match has ended
            self.ended = message
            for counts, known in zip(self.tally.counts, message.counts, strict=False):
                counts.update({name: number for name, number in known.items() if name in counts})

    def refuse(self, id_: str, text: Message) -> None:
        """Reopen a question whose answer was refused; if it is no longer open, report that the answer came too late."""
        self._answered.discard(id_)
        newest = self._data if self._ahead is None else self._ahead
        if any(entry["id"] == id_ and id_ not in newest["sealed"] for entry in newest["decisions"]):
            self.complaints.append(text)
        else:
            self.notices.append({"type": "too-late"})

    def _set_clock(self, message: Begin | Update | ClockState) -> None:
        self._waiting, self._held, self._grace = message.waiting, message.held, message.grace
        self._clock = None if message.clock is None else message.clock + self.now()

    def lose_clock(self) -> None:
        """Hide the clock until the server sends the time again, because its machine may have been asleep."""
        self._clock = None

    # --- the interface for the window -----------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """This client's seat, or `SPECTATOR`."""
        return self.begin.seat

    @property
    def past(self) -> Sequence[Event]:
        """The events before the complete state, for the log; the first one names the turn with which the log begins."""
        past = [frozen(event) for event in self.begin.past]
        turn = next((event["turn"] for event in past if event["type"] == "moment"), self.begin.observation["turn"])
        return past if turn <= 1 else [{"type": "joined", "turn": turn, "beat": 0}, *past]

    @property
    def over(self) -> bool:
        """Whether the match has ended by the rules, and all its events have arrived."""
        return bool(self._data["over"]) and self.ended is not None

    def humans(self) -> list[int]:
        """Return a list with this client's seat, an empty one for a spectator."""
        return [] if self.seat == SPECTATOR else [self.seat]

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return what this client's seat may know now, whatever `seat` is."""
        return Observation(self.game.rules, self.game.floor, self.game.seats, self.seat, self._data)

    def decisions(self, seat: int) -> list[Decision]:
        """Return the open, unanswered questions of this client's seat, none for other seats."""
        sealed = self._data["sealed"]
        return [
            decision_from(entry)
            for entry in self._data["decisions"]
            if entry["seat"] == seat == self.seat and entry["id"] not in sealed and entry["id"] not in self._answered
        ]

    def waiting_for(self) -> list[int]:
        """Return the seats whose answers are missing, in order; this client's seat only before its answers are sent."""
        own = not any(not entry["optional"] for entry in self.decisions(self.seat))
        return [seat for seat in self._waiting if not (own and seat == self.seat)]

    @property
    def sending(self) -> float:
        """The seconds since this seat sent an answer that the match still waits for; 0 if there is none."""
        own = self.seat in self._waiting and bool(self._answered) and self.seat not in self.waiting_for()
        return self.now() - self._sent_at if own else 0.0

    def seconds_left(self) -> float | None:
        """Return the seconds left to answer in time, or `None` if no clock runs.

        The measured round trip is first taken from the server's grace period, and only the rest from the time left.
        """
        if self._clock is None:
            return None
        haste = HASTE + max(0.0, self.delay() - self._grace)
        left = float(seconds_to_answer(self.game)) if self._held else self._clock - self.now() - haste
        return max(0.0, left)

    def digest(self) -> str:
        """Return a short hash of the final state; empty before the server has sent it."""
        return self.ended.digest if self.ended is not None else ""

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Send an answer to a question; raise `AnswerError` if it is not open, or complete rules refuse the answer."""
        question = next((entry for entry in self.decisions(seat) if entry["id"] == id_), None)
        if question is None:
            raise AnswerError("this is not asked any more")
        if self.complete:
            seen = self.observe(seat)
            seen.match().checked(question, answer)
        self._answered.add(id_)
        self._sent_at = self.now()
        self.send(Answer(id_, answer))

    def poll(self) -> Sequence[Event]:
        """Return the events since the last call, and move the observation to the state after them."""
        self.update_first()
        if self._ahead is not None:  # update the observation together with the events that led to it
            self._data, self._ahead = self._ahead, None
            self._answered &= {entry["id"] for entry in self._data["decisions"]}
        events, self._events[:] = list(self._events), []
        if events:
            self.beat = events[-1]["beat"]
        return events

    def shown(self) -> None:
        """Report to the server, once, that all received events have been shown: the clock may start (CLI-202)."""
        if self.beat > self._confirmed:
            self._confirmed = self.beat
            self.send(PlaybackDone(self.beat))
