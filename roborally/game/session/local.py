"""A match that is played in this process: its seats, its clock, and the bots that answer in the background."""

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
    """A question that a bot has worked on since the time `since`; `taken` answers had been accepted when it began."""

    decision: Decision
    answer: PendingAnswer
    taken: int
    since: float


@dataclass
class LocalSession(HeldSession):
    """A match that is played in this process.

    `players` says who plays each seat: one of `PEOPLE` or a bot's name, initially as in the match file. `now` is the
    clock in seconds; tests pass their own. `thinking` is the maximum time for a bot's answer in seconds, even if the
    rules allow more. A notice is an event `unanswered` with `piece`, `reason` and, for a bot, `error`; the reasons are
    those of `roborally.bots.errors`. While people are asked, bots delay their answers by the pace of the rules
    (`roborally.bots.pace`).
    """

    thinker: Thinker = field(kw_only=True)
    now: Callable[[], float] = field(default_factory=WakingTime)
    deadline: float | None = None
    players: list[str] = field(default_factory=list)
    thinking: float = float("inf")
    grace: float = 0.0
    """Seconds after the deadline during which answers that were on their way still count."""
    lent: set[int] = field(default_factory=set)
    """The seats of people who may come back; the bots there answer as late as possible."""
    _taken: int = 0
    _begun: float = 0.0
    """The time since when people can answer the current questions."""
    _paused: float | None = None
    """The time since when the clock is paused, `None` if it runs."""
    pending: dict[str, _Pending] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Assign the players named in the match file."""
        self.players = self.players or [seat.controller for seat in self.game.config.seats]

    @staticmethod
    def start(
        game: Game,
        seed: int,
        thinker: Thinker,
        now: Callable[[], float] | None = None,
        thinking: float = float("inf"),
    ) -> "LocalSession":
        """Start a new match and run it to its first question."""
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
        """Continue a match that waits for an answer, or start one that has not run yet.

        `tally` are the statistics so far; by default all start at zero.
        """
        tally = Tally(game.rules, len(game.seats)) if tally is None else tally
        session = LocalSession(game, match, tally, thinker=thinker, now=now or WakingTime(), thinking=thinking)
        match.watch = Watch(session._events.append, session.tally.feed, beat=beat)
        match.run()
        session._restart_clock()
        return session

    # --- reading --------------------------------------------------------------------------------------------------

    def humans(self) -> list[int]:
        """Return the seats played by people at this machine."""
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    def seconds_left(self) -> float | None:
        """Return the seconds until defaults are used, or `None` if no clock runs."""
        return None if self.deadline is None else max(0.0, self.deadline - self._time())

    # --- acting ---------------------------------------------------------------------------------------------------

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a seat; raises `AnswerError` and leaves the match unchanged."""
        self._take(seat, id_, answer)
        self._go_on()

    def poll(self) -> Sequence[Event]:
        """Let bots and the clock answer, and return the events since the last call."""
        if not self.over:
            self._collect_answers()
            self._look_at_clock()
            if not self.over:
                self._ask_bots()
        return super().poll()

    def close(self) -> None:
        """Cancel the work of all bots."""
        for pending in self.pending.values():
            pending.answer.cancel()
        self.pending.clear()

    def hold_clock(self) -> None:
        """Restart the full time; called while the events before a question are still being shown (CLI-202)."""
        self._restart_clock()

    @property
    def can_pause(self) -> bool:
        """Whether the clock can stand still: one person plays here, and all others are bots."""
        return [player for player in self.players if player in PEOPLE] == [HUMAN]

    def pause(self, on: bool) -> None:
        """Pause the clock or let it go on; do nothing if `can_pause` is false (CLI-706)."""
        if on and self._paused is None and self.can_pause:
            self._paused = self.now()
        elif not on and self._paused is not None:
            stood, self._paused = self.now() - self._paused, None
            self._begun += stood
            if self.deadline is not None:
                self.deadline += stood

    def _time(self) -> float:
        """Return the time of the clock, which may be paused."""
        return self.now() if self._paused is None else self._paused

    def let_play(self, seat: int, player: str, *, lent: bool = False) -> None:
        """Assign another player to a seat, `lent` to them or for good; a bot's unfinished answer there is cancelled.

        The clock starts for people who have none, because only bots were asked.
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
        """Apply an answer to the match, and record it; raises `AnswerError`."""
        self.match.seal(id_, answer, seat)
        self._taken += 1
        self.record(seat, id_, answer)

    def _go_on(self) -> None:
        """Run the match; new questions restart the clock, except those that an immediate answer causes."""
        before = {entry["id"] for entry in self.match.state.decisions}
        self.match.run()
        if {entry["id"] for entry in self.match.state.decisions} - before:
            self._restart_clock()

    def _restart_clock(self) -> None:
        self._begun = self._time()
        self.deadline = self._full_time()

    def _full_time(self) -> float | None:
        """Return the deadline if the full time began now, or `None` without a clock."""
        timer = seconds_to_answer(self.game)
        asked = any(self.players[entry["seat"]] in PEOPLE for entry in self.match.state.decisions)
        return self._time() + timer if timer and asked and not self.over else None

    def _look_at_clock(self) -> None:
        if self.deadline is not None and self._time() >= self.deadline + self.grace:
            self._answer_defaults(self.match.state.decisions)

    def _answer_defaults(self, decisions: Sequence[Decision]) -> None:
        """Use the defaults for unanswered questions: the time is up. Tell of those that people had to answer."""
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
        """Apply the bots' finished answers, and the defaults for those that take too long (STD-505).

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
        """Return the seconds that a bot lets people go first: in a race, or because its seat is lent to it."""
        if not any(player in PEOPLE for player in self.players):
            return 0.0
        timer = seconds_to_answer(self.game)
        if decision["seat"] in self.lent and not decision["at_once"]:
            return LATEST * timer or inf
        return seconds_to_wait(self.match, decision, timer)

    def _seconds_to_think(self) -> float:
        return min(thinking_seconds(self.game.rules), self.thinking)

    def _take_bots_answer(self, pending: _Pending, answered: bool) -> None:
        """Apply a bot's answer; one that fails, takes too long or is invalid is replaced by the default.

        If an answer is refused after others have answered in between, the bot is asked again, because its choice may be
        gone.
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
        """Use the default instead of a bot's answer, and notify players and authors."""
        failure = as_bot_error(error)
        log_bot_error(self.players[decision["seat"]], decision["seat"], decision, failure)
        notice = {"type": "unanswered", "piece": decision["piece"], "reason": failure.reason, "error": failure.text}
        self.notices.append(notice)
        self._take(decision["seat"], decision["id"], decision["default"])
