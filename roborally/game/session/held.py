"""A session for watching: a match in this process that accepts no answers."""

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
    """The methods of a session that has neither a clock nor bots of its own."""

    def seconds_left(self) -> float | None:
        """Return `None`: no clock runs here."""
        return None

    def hold_clock(self) -> None:
        """Do nothing: no clock runs here."""

    @property
    def can_pause(self) -> bool:
        """Return `False`: no clock runs here."""
        return False

    def pause(self, on: bool) -> None:
        """Do nothing: no clock runs here."""

    def shown(self) -> None:
        """Do nothing: in one process, the code that shows the match holds the clock itself."""

    def close(self) -> None:
        """Do nothing: no bot is working."""


@dataclass
class HeldSession(WithoutClock):
    """A match in this process that accepts no answers: a `Session` for watching.

    `record` is called for every committed answer (`seat`, `id`, `answer`) so that saves and replays can be written, and
    before it `late` with the id of a question that the clock answers for a person.
    """

    complete = True
    """All rules are installed here."""
    game: Game
    match: Match
    tally: Tally
    record: Callable[[int, str, Any], None] = lambda seat, id_, answer: None
    late: Callable[[str], None] = lambda id_: None
    notices: list[Event] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)

    @property
    def beat(self) -> int:
        """The number of the latest beat."""
        return self.match.watch.beat if self.match.watch is not None else 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.over

    def humans(self) -> list[int]:
        """Return an empty list: no seat is played here."""
        return []

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return what a seat may know now."""
        return observe(self.match, seat)

    def decisions(self, seat: int) -> list[Decision]:
        """Return the open, unanswered questions of a seat."""
        sealed = self.match.state.sealed
        return [entry for entry in self.match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]

    def waiting_for(self) -> list[int]:
        """Return the seats whose answers are missing, in order."""
        sealed = self.match.state.sealed
        return sorted(
            {
                entry["seat"]
                for entry in self.match.state.decisions
                if not entry["optional"] and entry["id"] not in sealed
            }
        )

    def digest(self) -> str:
        """Return a short hash of the state, equal for equal states in every process."""
        return self.match.digest()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Refuse an answer with `AnswerError`."""
        raise AnswerError("in this match there are only bots and spectators, so there is nothing to answer")

    def poll(self) -> Sequence[Event]:
        """Return the events since the last call."""
        events, self._events[:] = list(self._events), []
        return events
