"""A turn by post as a session for the window: it shows the seat's view and collects the answers."""

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
    """The view of a turn file; a `roborally.game.session.protocol.Session`.

    `answered(answers)` is called once, when all required questions have been answered.
    """

    complete, beat, over = True, 0, False
    """All plugins are installed, and there are open questions but no events while a turn is being answered."""
    game: Game
    seen: Observation
    answered: Callable[[dict[str, Any]], None]
    notices: list[Event] = field(default_factory=list)
    tally: Tally = field(init=False)
    answers: dict[str, Any] = field(default_factory=dict)
    _match: Match = field(init=False)
    _has_ended: bool = False

    def __post_init__(self) -> None:
        """Begin without answers."""
        self.tally = Tally(self.game.rules, len(self.game.seats))
        self._match = self.seen.match()

    def humans(self) -> list[int]:
        """Return the seat of the turn file."""
        return [self.seen.seat]

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return the observation of the turn file, for any seat."""
        return self.seen

    def decisions(self, seat: int) -> list[Decision]:
        """Return the unanswered questions of the seat."""
        if seat != self.seen.seat:
            return []
        return [entry for entry in self.seen.decisions() if entry["id"] not in self.answers]

    def waiting_for(self) -> list[int]:
        """Return the seat, until all its required questions are answered."""
        missing = any(not entry["optional"] for entry in self.decisions(self.seen.seat))
        return [self.seen.seat] if missing else []

    def digest(self) -> str:
        """Return a hash of the visible state."""
        return self._match.digest()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Store an answer; raise `AnswerError` for one that the rules do not allow, or if its question is not open."""
        question = next((entry for entry in self.decisions(seat) if entry["id"] == id_), None)
        if question is None:
            raise AnswerError("question {id} is not open", id=repr(id_))
        self.answers[id_] = self._match.checked(question, answer)

    def poll(self) -> Sequence[Event]:
        """Return no events; call `answered` once when all questions have been answered."""
        if not self._has_ended and not self.waiting_for():
            self._has_ended = True
            self.answered(dict(self.answers))
        return ()
