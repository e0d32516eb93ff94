"""A bot that raises, sleeps, quits or answers nonsense costs only its own answers."""

import logging
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from roborally.arena.play import play
from roborally.base.errors import TimeLimitExceeded
from roborally.base.translation import use_language
from roborally.bots import errors, time_limit
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.cli import handling_interrupts
from roborally.core.dice import Dice
from roborally.game.factory import Game
from roborally.game.session import bot_pool as pool_module
from roborally.game.session.bot_pool import BotPool
from roborally.game.session.local import LocalSession
from roborally.narration.chronicle import Chronicle
from roborally.plugin_system.loader import Catalogue
from tests.sweeps import few_of
from tests.waiting import Clock, until

GRID = """
 d1>  .    .    .    .    c1
 .    .    .    .    .    .
 d2>  .    .    .    .    .
 d3>  .    .    .    .    .
"""
REASONS = {
    "raising": "failed",
    "stopping": "failed",
    "strange": "failed",
    "talking": "illegal",
    "cheating": "illegal",
    "dying": "gone",
}
LATE = {
    "en": "S0 ran out of time; the default was chosen.",
    "de": "S0 hat die Bedenkzeit überschritten; es gilt die Vorgabe.",
    "sv": "S0 tänkte för länge; standardsvaret gäller.",
}


@pytest.fixture(autouse=True)
def nothing_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test warns as if it were the first."""
    monkeypatch.setattr(errors, "warned", set())


def poll_until(session: LocalSession, condition: Callable[[], bool]) -> None:
    """Let the session work."""
    until(condition, meanwhile=session.poll)


def test_in_a_session_only_the_bad_bots_lose_their_answers(
    make: Any, bots: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    grid = "\n".join(f"d{number}> . . . c1" for number in range(1, len(REASONS) + 3))
    game = make(grid, bots=[*REASONS, "greedy", "random"])
    session = LocalSession.start(game, 4, bots, Clock())
    poll_until(session, lambda: session.match.state.turn == 2)
    assert {(notice["piece"], notice["reason"]) for notice in session.notices} == set(enumerate(REASONS.values()))
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert {record.name for record in warnings} == {"roborally.bots"}
    text = [record.getMessage() for record in warnings]
    lines = {Chronicle.of(game).line(notice) for notice in session.notices}
    assert {"S0: the bot failed; the default was chosen.", "S4 gave an invalid answer; the default was chosen."} < lines
    for seat, bot in enumerate(REASONS):
        notice = next(notice for notice in session.notices if notice["piece"] == seat)
        line = next(line for line in text if f"bot '{bot}' at seat {seat + 1} did not answer" in line)
        assert notice["error"].partition(":")[0] in line
    assert not any("greedy" in line or "random" in line for line in text)


@pytest.mark.parametrize("bot", few_of(["endless", "sleeping"]))
def test_a_bot_that_overruns_is_replaced_and_those_behind_it_get_their_time(
    make: Any, bots: BotPool, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(pool_module, "GRACE_SECONDS", 0.0)
    clock = Clock()
    game: Game = make(GRID, bots=[bot, "greedy", "random"])
    session = LocalSession.start(game, 4, bots, clock)
    for _ in ("power-down", "program"):
        known = len(session.notices)
        poll_until(session, lambda: any(p.decision["seat"] == 0 and p.answer.started for p in pending_answers(session)))
        clock.time += time_limit.thinking_seconds(game.rules)
        session.poll()
        assert len(session.notices) == known, "it has all of its time"
        clock.time += 0.5
        session.poll()
        assert len(session.notices) == known + 1
    poll_until(session, lambda: session.match.state.turn == 2)
    assert {(notice["piece"], notice["reason"]) for notice in session.notices} == {(0, "late")}
    for language, sentence in LATE.items():
        use_language(language)
        assert Chronicle.of(game).line(session.notices[0]) == sentence


def pending_answers(session: LocalSession) -> list[Any]:
    """Return the answers that bots are thinking about, as the pool knows them by now."""
    found = list(session.pending.values())
    for pending in found:
        pending.answer.done()
    return found


@pytest.mark.parametrize("bot", [name for name in REASONS if name != "dying"])
def test_in_an_exhibition_faults_are_counted(
    make: Any, catalogue: Catalogue, caplog: pytest.LogCaptureFixture, bot: str
) -> None:
    names = ["greedy", bot]
    outcome = play(make(GRID, bots=names), names, [make_bot(name, catalogue) for name in names], 3, 9)
    assert outcome.faults[0] == 0
    assert outcome.faults[1] >= 2
    text = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert any(f"bot '{bot}' at seat 2 did not answer 'program' ({REASONS[bot]})" in line for line in text)


def test_the_same_fault_is_a_warning_once(make: Any, catalogue: Catalogue, caplog: pytest.LogCaptureFixture) -> None:
    names = ["raising", "raising"]
    for seed in range(2):
        outcome = play(make(GRID, bots=names), names, [make_bot(name, catalogue) for name in names], seed, 9)
        assert sum(outcome.faults) > 2
    text = [record for record in caplog.records if record.levelno == logging.WARNING]
    kinds = {record.args[2] for record in text if isinstance(record.args, tuple)}
    assert len(text) == len(kinds) > 0, "one for each kind of question"


def test_faults_that_are_never_the_same_do_not_fill_the_log(
    make: Any, catalogue: Catalogue, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Inventive:
        asked = 0

        def choose(self, *question: object) -> Any:
            self.asked += 1
            raise RuntimeError(f"reason {self.asked}")

    monkeypatch.setattr(errors, "MAX_WARNINGS", 3)
    outcome = play(make(GRID), ["inventive", "random"], [Inventive(), make_bot("random", catalogue)], 3, 9)
    assert outcome.faults[0] > 3
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 3
    assert len(errors.warned) == 3


@pytest.mark.parametrize("bot", ["sleeping", "endless"])
def test_in_an_exhibition_an_overrun_is_a_fault(
    make: Any, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr("roborally.arena.play.thinking_seconds", lambda rules: 0.05)
    names = ["random", bot]
    outcome = play(make(GRID, bots=names), names, [make_bot(name, catalogue) for name in names], 3, 2)
    assert outcome.faults[1] >= 2
    assert outcome.problems[1] == "it thought for more than 0.05 seconds"


def test_an_own_timer_goes_on_after_a_limit() -> None:
    rung: list[int] = []

    def ring(number: int, _frame: object) -> None:
        rung.append(number)

    handler = signal.signal(signal.SIGALRM, ring)
    before = signal.setitimer(signal.ITIMER_REAL, 3600)
    try:
        with time_limit.time_limit(60):
            assert signal.getsignal(signal.SIGALRM) is not ring
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 3000 < left <= 3600
        assert signal.getsignal(signal.SIGALRM) is ring
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, handler)
    assert rung == []


def test_an_overrun_that_is_swallowed_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "REPEAT_SECONDS", 0.01)
    swallowed = []

    def stubborn() -> None:
        try:
            time.sleep(86400)
        except BaseException as error:
            swallowed.append(error)
        time.sleep(86400)

    with pytest.raises(TimeLimitExceeded), time_limit.time_limit(0.01):
        stubborn()
    assert [type(error) for error in swallowed] == [TimeLimitExceeded]


def test_beside_the_main_thread_nothing_is_interrupted() -> None:
    seen = []

    def work() -> None:
        with time_limit.time_limit(0.001):
            seen.append(signal.getitimer(signal.ITIMER_REAL)[1])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen
    assert time_limit.REPEAT_SECONDS not in seen


def test_what_has_no_words_of_its_own_is_told_without_a_colon(make: Any) -> None:
    class Silent:
        def choose(self, *_given: Any) -> Any:
            raise KeyboardInterrupt

    match = make(GRID).start(1)
    match.run()
    seen, own, seed = question_of(match, match.state.decisions[0])
    with handling_interrupts(), pytest.raises(errors.BotError, match=r"^KeyboardInterrupt$"):
        ask_bot(Silent(), seen, own, Dice(seed))
