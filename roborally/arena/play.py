"""Plays one game between bots: a pure function of the game, the bots and the seed."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from roborally.arena.tally import Destruction, GameTally, by_seat
from roborally.base.errors import any_fault
from roborally.bots import Bot
from roborally.bots.errors import FAILED as RAISED
from roborally.bots.errors import LATE, BotError, as_bot_error, log_bot_error
from roborally.bots.questions import ask_bot, next_decision, question_of
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.events import Watch
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.records.recorder import Recorder
from roborally.plugin import read_fact
from roborally.plugin_system.faults import error_text, fault_of
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.watchdog import Watchdog

LOG = logging.getLogger("roborally.arena")
MAX_OVERRUNS = 3
"""The number of late answers in a game after which a bot is no longer asked and gets the default answers."""
_PROBLEM_LENGTH = 200
FAILED = "failed"
"""The value of `Outcome.ended` for a game that a plugin's failure has stopped."""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of one game; lists are indexed by seat. It depends only on the game, the bots and the seed.

    `ended` is `goal` (a player reached the mode's goal), `elimination` (one robot was left), `draw` (no robot was
    left), `limit` (the game was stopped after `turns` turns) or `FAILED`, with the reason in `failure`. `winners` are
    seats. `faults` counts the answers that a bot failed to give, and `problems` describes the first of them. `traffic`
    counts, row by row, how often a robot entered each cell; `behind` is the largest number of checkpoints that a seat
    was behind the first. `ranked` are the numbers that rank robots, by the names of the mode's gauges.
    """

    number: int
    seed: int
    bots: list[str]
    winners: list[int]
    turns: int
    ended: str
    destroyed: list[int]
    checkpoints: list[int]
    faults: list[int]
    course: str = ""
    robots: list[str] = []
    problems: list[str] = []
    behind: list[int] = []
    destructions: list[Destruction] = []
    traffic: list[int] = []
    failure: str = ""
    ranked: dict[str, list[int]] = {}


class Thinking(msgspec.Struct, array_like=True):
    """The thinking time of a seat's bot in one game: the number of answers, the sum and the longest, in seconds.

    It differs from run to run, so it is not part of an `Outcome`.
    """

    answers: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one answer that took this time."""
        self.answers += 1
        self.seconds = round(self.seconds + seconds, 6)
        self.longest = max(self.longest, round(seconds, 6))


class GivenAnswer(NamedTuple):
    """A seat's answer. If its bot failed, it is the default, with a `reason` of `bots.errors` and a sentence."""

    seat: int
    answer: Any
    reason: str = ""
    error: str = ""


def questions(match: Match, limit: int, look: Callable[[Match], None]) -> Iterator[tuple[int, Decision]]:
    """Run a new match to its end, or for `limit` turns, and yield pairs of seat and question.

    The caller must apply the answer before it asks for the next question. `look` is called whenever the match stops.
    """
    match.run("turn")
    while not match.state.over and match.state.turn <= limit:
        look(match)
        if match.state.decisions:
            for seat in range(len(match.seats)):
                while decision := next_decision(match, seat):
                    yield seat, decision
        elif match.state.turn == limit:
            break
        match.run("turn")


def play(
    game: Game,
    names: Sequence[str],
    bots: Sequence[Bot],
    seed: int,
    limit: int,
    number: int = 0,
    *,
    thinking: Sequence[Thinking] | None = None,
    recorder: Recorder | None = None,
    on_answer: Callable[[GivenAnswer], None] | None = None,
) -> Outcome:
    """Play a game to its end, or for `limit` turns; `names` are the bots' names by seat, `number` is that of the game.

    `thinking` collects the bots' times by seat, `recorder` the data for a replay; `on_answer` gets every answer. The
    outcome is a failure if a plugin fails or does not end; other errors are raised.
    """
    clocks = thinking or [Thinking() for _ in bots]
    players = [_Player(*player, game.plugins) for player in zip(bots, names, clocks, strict=True)]
    tally = GameTally(game.course.board.width, game.course.board.height)
    watch, turn = Watch(tally.feed), [0]

    def look(match: Match) -> None:
        tally.look(match)
        turn[0] = match.state.turn

    def outcome(**more: Any) -> Outcome:
        return Outcome(
            number=number,
            seed=seed,
            bots=list(names),
            faults=[player.faults for player in players],
            course=game.course.id,
            robots=[seat.model for seat in game.seats],
            problems=[player.problem for player in players],
            **more,
        )

    watchdog = Watchdog(game.plugins).start()
    try:
        match = _played(game.start(seed, watch), players, limit, look, recorder, on_answer)
        state = match.state
        return outcome(
            winners=sorted({state.pieces[index].seat for index in state.winners}),
            turns=state.turn,
            ended=_ending(match),
            destroyed=_count_by_seat(tally.destructions(match), len(bots)),
            checkpoints=by_seat(match, lambda piece: read_fact(match, "checkpoint", piece, 0)),
            behind=tally.behind(match),
            destructions=tally.destructions(match),
            traffic=tally.traffic(match),
            ranked=_ranked(match, game.plugins),
        )
    except any_fault() as error:
        fault = fault_of(error, game.plugins)
        if fault is None:
            raise
        nothing = [0] * len(bots)
        return outcome(
            winners=[],
            turns=turn[0],
            ended=FAILED,
            destroyed=nothing,
            checkpoints=nothing,
            behind=nothing,
            failure=str(fault.message),
        )
    finally:
        watchdog.stop()


def _played(
    match: Match,
    players: Sequence["_Player"],
    limit: int,
    look: Callable[[Match], None],
    recorder: Recorder | None,
    on_answer: Callable[[GivenAnswer], None] | None,
) -> Match:
    """Play a match to its end or for `limit` turns, return it; `look` is as for `questions`, the rest as in `play`."""
    waiting_recorder = recorder
    for seat, decision in questions(match, limit, look):
        if waiting_recorder is not None:
            waiting_recorder.follow(match)
            waiting_recorder = None
        said = players[seat].answer(match, seat, decision)
        if recorder is not None:
            recorder.note(seat, decision["id"], said.answer)
        if on_answer is not None:
            on_answer(said)
    return match


class _Player:
    """A bot at its seat in one game, with the number of its errors so far and the text of the first."""

    def __init__(self, bot: Bot, name: str, thinking: Thinking, plugins: Sequence[Plugin]) -> None:
        self.bot = bot
        self.name = name
        self.thinking = thinking
        self.plugins = plugins
        self.faults = 0
        self.overruns = 0
        self.problem = ""

    def answer(self, match: Match, seat: int, decision: Decision) -> GivenAnswer:
        """Answer a question to the seat, with the default if the bot fails, and return the answer."""
        try:
            answer = self._think(match, decision)
            match.seal(decision["id"], answer, seat)
        except any_fault() as error:  # whatever error a bot raises, the game continues
            failure = as_bot_error(error)
            self._count_fault(seat, decision, failure)
            match.seal(decision["id"], decision["default"], seat)
            return GivenAnswer(seat, decision["default"], failure.reason, failure.text)
        return GivenAnswer(seat, answer)

    def _think(self, match: Match, decision: Decision) -> object:
        if self.overruns >= MAX_OVERRUNS:
            raise BotError(LATE, "it has thought for too long so often that it is not asked any more")
        seen, own, seed = question_of(match, decision)
        began = time.perf_counter()
        try:
            return ask_bot(self.bot, seen, own, Dice(seed), thinking_seconds(match.rules))
        finally:
            self.thinking.add(time.perf_counter() - began)

    def _count_fault(self, seat: int, decision: Decision, failure: BotError) -> None:
        self.faults += 1
        self.overruns += failure.reason == LATE
        self.problem = self.problem or " ".join(self._problem_text(failure).split())[:_PROBLEM_LENGTH]
        log_bot_error(self.name, seat, decision, failure)

    def _problem_text(self, failure: BotError) -> str:
        """Return a failure as text; if a plugin failed while a bot tried out the rules, name the plugin."""
        fault = fault_of(failure, self.plugins) if failure.reason == RAISED else None
        return str(failure) if fault is None else str(fault.message)


def _ending(match: Match) -> str:
    state = match.state
    if not state.over:
        return "limit"
    if not state.winners:
        return "draw"
    out = [read_fact(match, "eliminated", piece, False) for piece in state.pieces if piece.index not in state.winners]
    return "elimination" if out and all(out) else "goal"


def _ranked(match: Match, plugins: Sequence[Plugin]) -> dict[str, list[int]]:
    """Return the numbers that rank robots, one for each robot, by gauge, in order of rank.

    Gauges that fail or have missing numbers are left out, as in the window.
    """
    gauges = [
        (gauge.order, name, gauge.fact)
        for plugin in plugins
        for name, gauge in plugin.manifest.gauge.items()
        if gauge.ranked
    ]
    found: dict[str, list[int]] = {}
    for _order, name, fact in sorted(gauges):
        try:
            numbers = [read_fact(match, fact, robot) for robot in match.robots]
        except any_fault() as error:
            LOG.debug("the gauge %r has failed and is left out: %s", name, error_text(error))
            continue
        if all(type(number) is int for number in numbers):
            found[name] = numbers
    return found


def _count_by_seat(destructions: Sequence[Destruction], seats: int) -> list[int]:
    return [sum(destruction.seat == seat for destruction in destructions) for seat in range(seats)]
