"""A session for watching a match in this process; it accepts no answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, Observation, observe
from roborally.game.factory import Game
from roborally.game.statistics import Tally


class WithoutClock:
    """The methods of a `Session` without a clock or bots of its own; they do nothing."""

    def seconds_left(self) -> float | None:
        """Return `None`, since there is no clock."""
        return None

    def hold_clock(self) -> None:
        """Do nothing, since there is no clock."""

    @property
    def can_pause(self) -> bool:
        """`False`, since there is no clock."""
        return False

    def pause(self, on: bool) -> None:
        """Do nothing, since there is no clock."""

    def shown(self) -> None:
        """Do nothing: only a server needs to know what has been shown."""

    def close(self) -> None:
        """Do nothing, since there are no bots."""


@dataclass
class HeldSession(WithoutClock):
    """A match in this process that can be watched but accepts no answers; a `Session`.

    Code that writes saves and replays sets `record` and `late`. `record(seat, id, answer)` is called for every accepted
    answer, and before it `late(id)` if the clock has answered for a person.
    """

    complete = True
    """Whether all rules of the match are installed here: always true."""
    game: Game
    match: Match
    tally: Tally
    record: Callable[[int, str, Any], None] = lambda seat, id_, answer: None
    late: Callable[[str], None] = lambda id_: None
    notices: list[Event] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)

    @property
    def beat(self) -> int:
        """The number of the latest beat (events that happen at the same time), 0 before the first."""
        return self.match.watch.beat if self.match.watch is not None else 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.over

    def humans(self) -> list[int]:
        """Return an empty list, since no seat is played here."""
        return []

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return what a seat, or by default a spectator, may know about the match now."""
        return observe(self.match, seat)

    def decisions(self, seat: int) -> list[Decision]:
        """Return the questions that a seat has not answered yet."""
        sealed = self.match.state.sealed
        return [entry for entry in self.match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]

    def waiting_for(self) -> list[int]:
        """Return the seats, in order, that have not answered a question that must be answered."""
        sealed = self.match.state.sealed
        return sorted(
            {
                entry["seat"]
                for entry in self.match.state.decisions
                if not entry["optional"] and entry["id"] not in sealed
            }
        )

    def digest(self) -> str:
        """Return a short hash of the match's state, equal for equal states in every process."""
        return self.match.digest()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Raise `AnswerError`, since the match accepts no answers."""
        raise AnswerError("in this match there are only bots and spectators, so there is nothing to answer")

    def poll(self) -> Sequence[Event]:
        """Return the events since the last call, in order."""
        events, self._events[:] = list(self._events), []
        return events
