"""A match with its players and clocks: what the window shows and a server keeps.

Whoever shows a match talks to a `Session`, wherever the match is played. A `LocalSession` owns its match: seats answer
through it; bots answer in the background; the clock answers with defaults. Everything that happens comes out as events
through `poll`, in order, and nothing blocks the caller for longer than the engine needs for the moving phase (a few
milliseconds).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from roborally.bots.errors import as_bot_error, log_bot_error
from roborally.bots.questions import next_decision, question_of
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.core.views import SPECTATOR, View, view
from roborally.game.factory import Game
from roborally.game.match_file import PEOPLE
from roborally.game.statistics import Tally

HUMAN = "human"


class Thinker(Protocol):
    """Lets bots think elsewhere; see `roborally.bots.pool`."""

    def submit(self, game: Game, bot: str, seen: View, decision: Decision, seed: int) -> "PendingAnswer":
        """Start to think about a question."""
        ...


class PendingAnswer(Protocol):
    """An answer that a bot is thinking about."""

    def done(self) -> bool:
        """Return whether an answer (or an error) is there."""
        ...

    def result(self) -> Any:
        """Return the answer; raise what went wrong."""
        ...

    def cancel(self) -> Any:
        """Give the answer up; return whether it had only waited for others so far (what is no `True` means no)."""
        ...


@dataclass
class _Pending:
    """A question that a bot thinks about; `taken` is how many answers the match had taken when it began."""

    decision: Decision
    answer: PendingAnswer
    taken: int


class Session(Protocol):
    """A match as the window needs it: something to look at, and questions to be answered.

    `notices` is what the match itself does not tell, as events for the log; whoever has told them clears the list.
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
        """Whether all rules of the match are here, so that one can play forward."""

    @property
    def beat(self) -> int:
        """The number of the beat that has come last."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    def humans(self) -> list[int]:
        """Return the seats that people play at this machine."""

    def view(self, seat: int = SPECTATOR) -> View:
        """Return what a seat may know now."""

    def decisions(self, seat: int) -> list[Decision]:
        """Return the open, unanswered questions of a seat."""

    def waiting_for(self) -> list[int]:
        """Return the seats whose answer is missing, in order."""

    def seconds_left(self) -> float | None:
        """Return the seconds until defaults are taken, or `None` when no clock runs."""

    def digest(self) -> str:
        """Return a short hash of the match as it stands, so that one game can be told from another."""

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a seat; raises `AnswerError`, and the match is then unharmed."""

    def poll(self) -> Sequence[Event]:
        """Let everything go on, and return the events that have come since the last call."""

    def hold_clock(self) -> None:
        """Give the full time from now on; called while what led to a question is still being shown (CLI-202)."""

    def shown(self) -> None:
        """Take note that everything that has come has been shown."""

    def close(self) -> None:
        """Let go of the match."""


@dataclass
class HeldSession:
    """A match that this process holds and nobody plays here: a `Session` to look at.

    `record` receives every committed call (`seat`, `id`, `answer`) so that saves and replays can be written.
    """

    game: Game
    match: Match
    tally: Tally
    record: Callable[[int, str, Any], None] = lambda seat, id_, answer: None
    notices: list[Event] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Return that all rules are here."""
        return True

    @property
    def beat(self) -> int:
        """The number of the beat that has come last."""
        return self.match.watch.beat if self.match.watch is not None else 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.over

    def humans(self) -> list[int]:
        """Return that nobody is asked here."""
        return []

    def view(self, seat: int = SPECTATOR) -> View:
        """Return what a seat may know now."""
        return view(self.match, seat)

    def decisions(self, seat: int) -> list[Decision]:
        """Return the open, unanswered questions of a seat."""
        sealed = self.match.state.sealed
        return [entry for entry in self.match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]

    def waiting_for(self) -> list[int]:
        """Return the seats whose answer is missing, in order."""
        sealed = self.match.state.sealed
        return sorted(
            {
                entry["seat"]
                for entry in self.match.state.decisions
                if not entry["optional"] and entry["id"] not in sealed
            }
        )

    def seconds_left(self) -> float | None:
        """Return that no clock runs."""
        return None

    def digest(self) -> str:
        """Return a short hash of the state, equal for equal states in every process."""
        return self.match.digest()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Refuse an answer, with `AnswerError`."""
        raise AnswerError("in this match there are only bots and spectators, so there is nothing to answer")

    def poll(self) -> Sequence[Event]:
        """Return the events that have come since the last call."""
        events, self._events[:] = list(self._events), []
        return events

    def hold_clock(self) -> None:
        """Do nothing: no clock runs."""

    def shown(self) -> None:
        """Do nothing: whoever shows a match in this process holds the clock until then."""

    def close(self) -> None:
        """Do nothing: nobody thinks."""


@dataclass
class LocalSession(HeldSession):
    """A match that is played in this process.

    `players` says who plays each seat: one of `PEOPLE` or a bot's name, at first as the match file says. `now` is the
    clock in seconds; tests bring their own. A notice is an event `unanswered` with `piece`, `reason` and `error`; the
    reasons are those of `roborally.bots.errors`.
    """

    thinker: Thinker = field(kw_only=True)
    now: Callable[[], float] = time.monotonic
    deadline: float | None = None
    players: list[str] = field(default_factory=list)
    _asked_at: float = 0.0
    _overrun_at: float = 0.0
    _taken: int = 0
    _pending: dict[str, _Pending] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let play whom the match file names."""
        self.players = self.players or [seat.controller for seat in self.game.config.seats]

    @staticmethod
    def start(game: Game, seed: int, thinker: Thinker, now: Callable[[], float] = time.monotonic) -> "LocalSession":
        """Begin a new match and run it to its first question."""
        match = game.start(seed)
        return LocalSession.resume(game, match, thinker, now)

    @staticmethod
    def resume(
        game: Game, match: Match, thinker: Thinker, now: Callable[[], float] = time.monotonic, beat: int = 0
    ) -> "LocalSession":
        """Go on with a match that has run to a question, or begin one that has not run yet."""
        session = LocalSession(game, match, Tally(game.rules, len(game.seats)), thinker=thinker, now=now)
        match.watch = Watch(session._events.append, session.tally.feed, beat=beat)
        match.run()
        session._restart_clock()
        return session

    # --- looking --------------------------------------------------------------------------------------------------

    def humans(self) -> list[int]:
        """Return the seats that people play at this machine."""
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    def seconds_left(self) -> float | None:
        """Return the seconds until defaults are taken, or `None` when no clock runs."""
        return None if self.deadline is None else max(0.0, self.deadline - self.now())

    # --- acting ---------------------------------------------------------------------------------------------------

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a seat; raises `AnswerError`, and the match is then unharmed."""
        self._take(seat, id_, answer)
        self._go_on()

    def poll(self) -> Sequence[Event]:
        """Let bots and the clock answer, and return the events that have come since the last call."""
        if not self.over:
            self._collect_answers()
            self._look_at_clock()
            if not self.over:
                self._ask_bots()
        return super().poll()

    def close(self) -> None:
        """Give up whatever bots still think about."""
        for pending in self._pending.values():
            pending.answer.cancel()
        self._pending.clear()

    def hold_clock(self) -> None:
        """Give the full time from now on; called while what led to a question is still being shown (CLI-202)."""
        self._restart_clock()

    def let_play(self, seat: int, player: str) -> None:
        """Let another one play a seat from now on; what a bot still thinks about there is given up.

        The time of whoever takes over counts from now on.
        """
        for id_, pending in list(self._pending.items()):
            if pending.decision["seat"] == seat:
                pending.answer.cancel()
                del self._pending[id_]
        self.players[seat] = player
        self._overrun_at = self.now()

    def _take(self, seat: int, id_: str, answer: Any) -> None:
        """Let the match take an answer, and write it down; raises `AnswerError`."""
        self.match.seal(id_, answer, seat)
        self._taken += 1
        self.record(seat, id_, answer)

    def _go_on(self) -> None:
        """Run on; new questions start the clock anew, but not those that an answer carried out at once has brought."""
        before = {entry["id"] for entry in self.match.state.decisions}
        self.match.run()
        if {entry["id"] for entry in self.match.state.decisions} - before:
            self._restart_clock()

    def _restart_clock(self) -> None:
        timer = self.game.config.match.timer
        self._asked_at = self.now()
        asked = any(self.players[entry["seat"]] in PEOPLE for entry in self.match.state.decisions)
        self.deadline = self.now() + timer if timer and asked and not self.over else None

    def _look_at_clock(self) -> None:
        if self.deadline is not None and self.now() >= self.deadline:
            self._answer_defaults(self.match.state.decisions)

    def _answer_defaults(self, decisions: Sequence[Decision]) -> None:
        """Take the defaults of unanswered questions: time has run out."""
        for decision in list(decisions):
            if decision["id"] not in self.match.state.sealed and decision in self.match.state.decisions:
                self._take(decision["seat"], decision["id"], decision["default"])
        self._go_on()

    # --- bots -----------------------------------------------------------------------------------------------------

    def _ask_bots(self) -> None:
        for seat, player in enumerate(self.players):
            if player in PEOPLE or any(p.decision["seat"] == seat for p in self._pending.values()):
                continue
            if decision := next_decision(self.match, seat):
                answer = self.thinker.submit(self.game, player, *question_of(self.match, decision))
                self._pending[decision["id"]] = _Pending(decision, answer, self._taken)

    def _collect_answers(self) -> None:
        """Take the answers that are there; a bot's time counts from when the questions came up (STD-505).

        A bot that has only waited behind one that overran gets the time as from then.
        """
        late = self.now() - max(self._asked_at, self._overrun_at) > thinking_seconds(self.game.rules)
        for id_, pending in sorted(self._pending.items(), key=lambda item: item[1].decision["seat"]):
            answered = pending.answer.done()
            if not answered and not late:
                continue
            del self._pending[id_]
            if pending.decision not in self.match.state.decisions:
                pending.answer.cancel()
            elif answered or pending.answer.cancel() is not True:
                self._take_bots_answer(pending, answered)
            else:
                self._overrun_at = self.now()

    def _take_bots_answer(self, pending: _Pending, answered: bool) -> None:
        """Take a bot's answer; one that fails, overruns or answers nonsense is replaced by the default.

        One that is refused after others have answered in between is thought about again: what it chose may be gone.
        """
        decision = pending.decision
        try:
            if not answered:
                raise TimeoutError(f"it thought for more than {thinking_seconds(self.game.rules):g} seconds")
            self._take(decision["seat"], decision["id"], pending.answer.result())
        except Exception as error:  # whatever a bot does, the match goes on
            if isinstance(error, AnswerError) and decision["at_once"] and pending.taken != self._taken:
                return
            self._stand_in(decision, error)
        self._go_on()

    def _stand_in(self, decision: Decision, error: Exception) -> None:
        """Take the default in place of a bot's answer, and tell players and authors."""
        failure = as_bot_error(error)
        log_bot_error(self.players[decision["seat"]], decision["seat"], decision, failure)
        told = {"type": "unanswered", "piece": decision["piece"], "reason": failure.reason, "error": failure.text}
        self.notices.append(told)
        self._take(decision["seat"], decision["id"], decision["default"])
