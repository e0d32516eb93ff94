"""The interfaces between a match and the code that shows it (`Session`) or runs its bots (`Thinker`)."""

from collections.abc import Sequence
from typing import Any, Protocol

from roborally.core.data import Decision
from roborally.core.events import Event
from roborally.core.observation import SPECTATOR, Observation
from roborally.game.factory import Game
from roborally.game.statistics import Tally

HUMAN = "human"


class Thinker(Protocol):
    """Code that runs bots in the background, such as `roborally.game.session.bot_pool.BotPool`."""

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> "PendingAnswer":
        """Let a bot answer a question from what its seat has `seen`, with random numbers from `seed`; do not wait."""
        ...


class PendingAnswer(Protocol):
    """A bot's answer that may still be being computed."""

    def done(self) -> bool:
        """Return whether the answer, or an error in its place, is available."""
        ...

    def result(self) -> Any:
        """Return the answer, or raise the error of its bot; call it only once `done` is true."""
        ...

    def waits(self) -> bool:
        """Return whether the bot has not begun to think yet, so that its time does not count yet."""
        ...

    def cancel(self) -> None:
        """Cancel the answer; its result is not needed any more."""
        ...


class Session(Protocol):
    """A match as the window sees it: observations to show, and questions to answer.

    `notices` are events for the log that do not come from the match itself; the code that shows them clears the list.
    """

    notices: list[Event]

    @property
    def game(self) -> Game:
        """The game of the match: its rules, course and seats."""

    @property
    def tally(self) -> Tally:
        """The statistics of the match so far."""

    @property
    def complete(self) -> bool:
        """Whether all rules of the match are installed here, so that moves can be predicted."""

    @property
    def beat(self) -> int:
        """The number of the latest beat (events that happen at the same time)."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    def humans(self) -> list[int]:
        """Return the seats that people at this machine play."""

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return what a seat, or by default a spectator, may know about the match now."""

    def decisions(self, seat: int) -> list[Decision]:
        """Return the questions that a seat has not answered yet."""

    def waiting_for(self) -> list[int]:
        """Return the seats, in order, that have not answered a question that must be answered."""

    def seconds_left(self) -> float | None:
        """Return the seconds until default answers are used, or `None` if no clock runs."""

    def digest(self) -> str:
        """Return a short hash of the match's state, equal for equal states."""

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer the question `id_` for a seat; for a wrong answer, raise `AnswerError` and change nothing."""

    def poll(self) -> Sequence[Event]:
        """Let the match continue, and return the events since the last call, in order."""

    def hold_clock(self) -> None:
        """Set the clock back to the full time; called while the events before a question are being shown (CLI-202)."""

    @property
    def can_pause(self) -> bool:
        """Whether the clock can be paused: one person plays, at this machine, and all others are bots."""

    def pause(self, on: bool) -> None:
        """Pause the clock, or let it continue if `on` is false; do nothing if `can_pause` is false (CLI-706)."""

    def shown(self) -> None:
        """Report to the match that all events so far have been shown."""

    def close(self) -> None:
        """End the session and release its bots."""
