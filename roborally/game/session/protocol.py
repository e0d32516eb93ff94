"""The interface of a session for the window and the server, and that of its bots."""

from collections.abc import Sequence
from typing import Any, Protocol

from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.observation import SPECTATOR, Observation
from roborally.game.factory import Game
from roborally.game.statistics import Tally

HUMAN = "human"


class Thinker(Protocol):
    """Runs bots in the background; see `roborally.game.session.bot_pool`."""

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> "PendingAnswer":
        """Start to think about a question."""
        ...


class PendingAnswer(Protocol):
    """An answer that a bot is computing."""

    def done(self) -> bool:
        """Return whether an answer or an error is available."""
        ...

    def result(self) -> Any:
        """Return the answer; raise the bot's error."""
        ...

    def waits(self) -> bool:
        """Return whether no bot has begun to think, so that the time of this answer has not begun."""
        ...

    def cancel(self) -> None:
        """Cancel the answer."""
        ...


class Session(Protocol):
    """A match for the window: an observation to show, and questions to answer.

    `notices` are events for the log that do not come from the match itself; the code that shows them clears the list.
    """

    notices: list[Event]

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def tally(self) -> Tally:
        """The statistics so far."""

    @property
    def complete(self) -> bool:
        """Whether all rules of the match are installed here, so that moves can be predicted."""

    @property
    def beat(self) -> int:
        """The number of the latest beat."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    def humans(self) -> list[int]:
        """Return the seats played by people at this machine."""

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return what a seat may know now."""

    def decisions(self, seat: int) -> list[Decision]:
        """Return the open, unanswered questions of a seat."""

    def waiting_for(self) -> list[int]:
        """Return the seats whose answers are missing, in order."""

    def seconds_left(self) -> float | None:
        """Return the seconds until defaults are used, or `None` if no clock runs."""

    def digest(self) -> str:
        """Return a short hash of the current state, to distinguish games."""

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a seat; raises `AnswerError` and leaves the match unchanged."""

    def poll(self) -> Sequence[Event]:
        """Let the match continue, and return the events since the last call."""

    def hold_clock(self) -> None:
        """Restart the full time; called while the events before a question are still being shown (CLI-202)."""

    @property
    def can_pause(self) -> bool:
        """Whether the clock can be paused: only one person, at this machine, plays."""

    def pause(self, on: bool) -> None:
        """Pause the clock or let it go on; do nothing if `can_pause` is false (CLI-706)."""

    def shown(self) -> None:
        """Report that all events so far have been shown."""

    def close(self) -> None:
        """Release the match and its bots."""
