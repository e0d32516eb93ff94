"""A match that is played in this process, with its seats, its clock, and bots that answer in the background."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from roborally.base.errors import any_fault
from roborally.bots.errors import as_bot_error, log_bot_error
from roborally.bots.pace import LATEST, seconds_to_wait
from roborally.bots.questions import next_decision, question_of
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event, Watch
from roborally.core.match import Match
from roborally.game.answer_time import seconds_to_answer
from roborally.game.factory import Game
from roborally.game.match_file import PEOPLE
from roborally.game.session.held import HeldSession
from roborally.game.session.protocol import HUMAN, PendingAnswer, Thinker
from roborally.game.session.waking_time import WakingTime
from roborally.game.statistics import Tally


@dataclass
class _Pending:
    """A question that a bot is answering since the time `since`; `taken` is how many answers the match had then."""

    decision: Decision
    answer: PendingAnswer
    taken: int
    since: float


@dataclass
class LocalSession(HeldSession):
    """A match that is played in this process; a `Session` for the window and for servers.

    `players` says who plays each seat: one of `PEOPLE` or a bot's name, initially as in the match file. `now` is the
    clock in seconds; tests pass their own. `deadline` is the time when defaults are used, `None` without a clock.
    `thinking` is the maximum time for a bot's answer in seconds, even if the rules allow more. A notice is an event
    `unanswered` with `piece`, `reason` and, for a bot, `error`; the reasons are those of `roborally.bots.errors`. While
    people are asked, bots delay their answers by the pace of the rules (`roborally.bots.pace`).
    """

    thinker: Thinker = field(kw_only=True)
    now: Callable[[], float] = field(default_factory=WakingTime)
    deadline: float | None = None
    players: list[str] = field(default_factory=list)
    thinking: float = float("inf")
    grace: float = 0.0
    """Seconds after the deadline during which answers still count, for those delayed by the network."""
    lent: set[int] = field(default_factory=set)
    """The seats that bots play until their people come back; bots there answer as late as possible."""
    _taken: int = 0
    _begun: float = 0.0
    """The time (`now`) from which on people could answer the present questions."""
    _paused: float | None = None
    """The time (`now`) when the clock was paused, `None` if it runs."""
    pending: dict[str, _Pending] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.players = self.players or [seat.controller for seat in self.game.config.seats]

    @staticmethod
    def start(
        game: Game,
        seed: int,
        thinker: Thinker,
        now: Callable[[], float] | None = None,
        thinking: float = float("inf"),
    ) -> "LocalSession":
        """Start a new match, run it to its first question, and return its session."""
        return LocalSession.resume(game, game.start(seed), thinker, now, thinking=thinking)

    @staticmethod
    def resume(
        game: Game,
        match: Match,
        thinker: Thinker,
        now: Callable[[], float] | None = None,
        beat: int = 0,
        tally: Tally | None = None,
        thinking: float = float("inf"),
    ) -> "LocalSession":
        """Return the session of a match that waits for an answer or has not run yet.

        `beat` is the number of its last beat. `tally` are the statistics so far; by default all are zero.
        """
        tally = Tally(game.rules, len(game.seats)) if tally is None else tally
        session = LocalSession(game, match, tally, thinker=thinker, now=now or WakingTime(), thinking=thinking)
        match.watch = Watch(session._events.append, session.tally.feed, beat=beat)
        match.run()
        session._restart_clock()
        return session

    # --- reading --------------------------------------------------------------------------------------------------

    def humans(self) -> list[int]:
        """Return the seats that people at this machine play."""
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    def seconds_left(self) -> float | None:
        """Return the seconds until default answers are used, or `None` if no clock runs."""
        return None if self.deadline is None else max(0.0, self.deadline - self._time())

    # --- acting ---------------------------------------------------------------------------------------------------

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer the question `id_` for a seat, and continue the match; for a wrong answer, raise `AnswerError`."""
        self._take(seat, id_, answer)
        self._go_on()

    def poll(self) -> Sequence[Event]:
        """Apply the answers of bots and the clock, ask bots, and return the events since the last call."""
        if not self.over:
            self._collect_answers()
            self._look_at_clock()
            if not self.over:
                self._ask_bots()
        return super().poll()

    def close(self) -> None:
        """Cancel all pending answers of bots."""
        for pending in self.pending.values():
            pending.answer.cancel()
        self.pending.clear()

    def hold_clock(self) -> None:
        """Set the clock back to the full time; called while the events before a question are being shown (CLI-202)."""
        self._restart_clock()

    @property
    def can_pause(self) -> bool:
        """Whether the clock can be paused: one person plays, at this machine, and all others are bots."""
        return [player for player in self.players if player in PEOPLE] == [HUMAN]

    def pause(self, on: bool) -> None:
        """Pause the clock, or let it continue if `on` is false; do nothing if `can_pause` is false (CLI-706)."""
        if on and self._paused is None and self.can_pause:
            self._paused = self.now()
        elif not on and self._paused is not None:
            stood, self._paused = self.now() - self._paused, None
            self._begun += stood
            if self.deadline is not None:
                self.deadline += stood

    def _time(self) -> float:
        """Return the time in seconds, which stands still while the clock is paused."""
        return self.now() if self._paused is None else self._paused

    def let_play(self, seat: int, player: str, *, lent: bool = False) -> None:
        """Assign a seat to another player, one of `PEOPLE` or a bot's name; a bot's pending answer there is cancelled.

        `lent` means that a bot plays until the seat's person comes back. If no clock runs, it starts for people who are
        asked.
        """
        self.lent.discard(seat)
        if lent:
            self.lent.add(seat)
        for id_, pending in list(self.pending.items()):
            if pending.decision["seat"] == seat:
                pending.answer.cancel()
                del self.pending[id_]
        self.players[seat] = player
        if self.deadline is None:
            self.deadline = self._full_time()

    def _take(self, seat: int, id_: str, answer: Any) -> None:
        self.match.seal(id_, answer, seat)
        self._taken += 1
        self.record(seat, id_, answer)

    def _go_on(self) -> None:
        before = {entry["id"] for entry in self.match.state.decisions}
        self.match.run()
        if {entry["id"] for entry in self.match.state.decisions} - before:
            self._restart_clock()

    def _restart_clock(self) -> None:
        self._begun = self._time()
        self.deadline = self._full_time()

    def _full_time(self) -> float | None:
        """Return the deadline for questions asked now, `None` if there is no clock or no person is asked."""
        timer = seconds_to_answer(self.game)
        asked = any(self.players[entry["seat"]] in PEOPLE for entry in self.match.state.decisions)
        return self._time() + timer if timer and asked and not self.over else None

    def _look_at_clock(self) -> None:
        if self.deadline is not None and self._time() >= self.deadline + self.grace:
            self._answer_defaults(self.match.state.decisions)

    def _answer_defaults(self, decisions: Sequence[Decision]) -> None:
        """Give the default answers to unanswered questions, and add a notice for each that a person had to answer."""
        for decision in list(decisions):
            if decision["id"] not in self.match.state.sealed and decision in self.match.state.decisions:
                if self.players[decision["seat"]] in PEOPLE and not decision["optional"]:
                    self.notices.append({"type": "unanswered", "piece": decision["piece"], "reason": "late"})
                    self.late(decision["id"])
                self._take(decision["seat"], decision["id"], decision["default"])
        self._go_on()

    # --- bots -----------------------------------------------------------------------------------------------------

    def _ask_bots(self) -> None:
        for seat, player in enumerate(self.players):
            if player in PEOPLE or any(p.decision["seat"] == seat for p in self.pending.values()):
                continue
            if decision := next_decision(self.match, seat):
                answer = self.thinker.submit(self.game, player, *question_of(self.match, decision))
                self.pending[decision["id"]] = _Pending(decision, answer, self._taken, self.now())

    def _collect_answers(self) -> None:
        """Apply the bots' finished answers, and default answers for those that take too long (STD-505).

        The fastest comes first (CLI-1503), then the lower seat. Once all people are ready, bots answer without delay.
        """
        asked = any(self.players[seat] in PEOPLE for seat in self.waiting_for())
        racing = sorted((self._pace(one.decision), one.decision["seat"], id_) for id_, one in self.pending.items())
        for pace, _seat, id_ in racing:
            pending = self.pending[id_]
            if pending.answer.waits():
                pending.since = self.now()
            if asked and self._time() < self._begun + pace:
                continue
            answered = pending.answer.done()
            if not answered and self.now() - pending.since <= self._seconds_to_think():
                continue
            del self.pending[id_]
            if not answered:
                pending.answer.cancel()
            if pending.decision in self.match.state.decisions:
                self._take_bots_answer(pending, answered)

    def _pace(self, decision: Decision) -> float:
        """Return the seconds that a bot waits so that people can be first; very long in a seat that is lent to it."""
        if not any(player in PEOPLE for player in self.players):
            return 0.0
        timer = seconds_to_answer(self.game)
        if decision["seat"] in self.lent and not decision["at_once"]:
            return LATEST * timer or inf
        return seconds_to_wait(self.match, decision, timer)

    def _seconds_to_think(self) -> float:
        return min(thinking_seconds(self.game.rules), self.thinking)

    def _take_bots_answer(self, pending: _Pending, answered: bool) -> None:
        """Apply a bot's answer; the default one if it has not `answered` in time, has failed, or its answer is invalid.

        If its answer is refused after another seat has answered meanwhile, the bot is asked again instead.
        """
        decision = pending.decision
        try:
            if not answered:
                raise TimeoutError(f"it thought for more than {self._seconds_to_think():g} seconds")
            self._take(decision["seat"], decision["id"], pending.answer.result())
        except any_fault() as error:  # whatever error a bot raises, the match continues
            if isinstance(error, AnswerError) and decision["at_once"] and pending.taken != self._taken:
                return
            self._stand_in(decision, error)
        self._go_on()

    def _stand_in(self, decision: Decision, error: BaseException) -> None:
        """Apply the default answer in place of a bot's, add a notice, and log the bot's error."""
        failure = as_bot_error(error)
        log_bot_error(self.players[decision["seat"]], decision["seat"], decision, failure)
        notice = {"type": "unanswered", "piece": decision["piece"], "reason": failure.reason, "error": failure.text}
        self.notices.append(notice)
        self._take(decision["seat"], decision["id"], decision["default"])
