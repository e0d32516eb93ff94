"""Shows a turn by post in the window, as a session that collects the player's answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event
from roborally.core.match import Match
from roborally.core.observation import SPECTATOR, Observation
from roborally.game.factory import Game
from roborally.game.session.held import WithoutClock
from roborally.game.statistics import Tally


@dataclass
class TurnSession(WithoutClock):
    """A session (`roborally.game.session.protocol.Session`) for one turn file.

    `answered` gets the answers by question id, once all questions that must be answered have been.
    """

    complete, beat, over = True, 0, False
    """All plugins are installed, there are no events, and the match does not end."""
    game: Game
    seen: Observation
    answered: Callable[[dict[str, Any]], None]
    notices: list[Event] = field(default_factory=list)
    tally: Tally = field(init=False)
    answers: dict[str, Any] = field(default_factory=dict)
    _match: Match = field(init=False)
    _has_ended: bool = False

    def __post_init__(self) -> None:
        self.tally = Tally(self.game.rules, len(self.game.seats))
        self._match = self.seen.match()

    def humans(self) -> list[int]:
        """Return the one seat of the turn file."""
        return [self.seen.seat]

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return what the seat of the turn file sees, whatever seat is asked for."""
        return self.seen

    def decisions(self, seat: int) -> list[Decision]:
        """Return the questions that the seat has not answered yet; none for other seats."""
        if seat != self.seen.seat:
            return []
        return [entry for entry in self.seen.decisions() if entry["id"] not in self.answers]

    def waiting_for(self) -> list[int]:
        """Return the seat in a list while questions that it must answer are open, else an empty list."""
        missing = any(not entry["optional"] for entry in self.decisions(self.seen.seat))
        return [self.seen.seat] if missing else []

    def digest(self) -> str:
        """Return a hash of the state that the seat sees."""
        return self._match.digest()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Store the answer to the question `id_`; raise `AnswerError` if it is not allowed, or not asked for."""
        question = next((entry for entry in self.decisions(seat) if entry["id"] == id_), None)
        if question is None:
            raise AnswerError("question {id} is not open", id=repr(id_))
        self.answers[id_] = self._match.checked(question, answer)

    def poll(self) -> Sequence[Event]:
        """Return no events; call `answered`, once, if all questions that must be answered have been."""
        if not self._has_ended and not self.waiting_for():
            self._has_ended = True
            self.answered(dict(self.answers))
        return ()
