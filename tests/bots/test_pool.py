import errno
import multiprocessing
import os
import select
import subprocess
import sys
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roborally.bots.errors import FAILED, LATE, BotError
from roborally.bots.questions import prepare_bot
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation, observe
from roborally.game.factory import Game
from roborally.game.session import bot_pool as pool_module
from roborally.game.session.bot_pool import BotPool, PoolAnswer
from roborally.game.session.local import LocalSession
from roborally.plugin_system.loader import Catalogue
from tests.waiting import PATIENCE, stands_still, until

GRID = """
 d1>  .    .    .    .    c1
 .    .    .    .    .    .
 d2>  .    .    .    .    .
"""


def question(game: Game) -> tuple[Observation, Decision]:
    match = game.start(5)
    match.run()
    seen = observe(match, 0)
    return seen, next(decision for decision in seen.decisions() if decision["kind"] == "program")


def result(answer: Any) -> Any:
    answer.wait(PATIENCE)
    return answer.result()


def test_a_bot_answers_the_same_in_another_process(make: Any, catalogue: Catalogue, bots: BotPool) -> None:
    game = make(GRID)
    bots.warm_up(game)
    seen, decision = question(game)
    expected = make_bot("greedy", catalogue).choose(seen, decision, Dice(9))
    assert result(bots.submit(game, "greedy", seen, decision, 9)) == expected


def test_bots_prepare_while_people_look_at_the_board(make: Any, bots: BotPool) -> None:
    """Each for its own seat, when the robots stand on the board; one that fails there begins anew."""
    game = make(GRID, bots=["preparing", "human", "preparing", "preparing"])
    seen, decision = question(game)
    assert result(bots.submit(game, "preparing", seen, decision, 1)) == (), "it was not asked to"
    bots.close()
    bots.warm_up(game)
    for seat in (0, 3):
        answer = result(bots.submit(game, "preparing", replace(seen, seat=seat), decision, 1))
        assert answer == (seat, (True, True, False, False)), "there are two docks"
    assert result(bots.submit(game, "preparing", replace(seen, seat=2), decision, 1)) == ()


@pytest.mark.parametrize("bot", ["planner", "rival:20"])
def test_plans_do_not_depend_on_what_was_prepared(make: Any, catalogue: Catalogue, bot: str) -> None:
    game, other = make(GRID), make(GRID)
    seen, decision = question(game)
    player, expected = make_bot(bot, catalogue), make_bot(bot, catalogue).choose(seen, decision, Dice(9))
    match = other.start(0)
    match.run()
    prepare_bot(player, observe(match, 1), Dice(0))
    again = Observation(other.rules, other.floor, other.seats, seen.seat, seen.data)
    assert player.choose(again, decision, Dice(9)) == expected


@pytest.mark.plain
def test_the_first_search_is_done_before_the_first_question(make: Any, catalogue: Catalogue) -> None:
    """It takes longer than the same one later (compiled functions cannot be watched)."""
    seen, _decision = question(make(GRID))
    called: set[str] = set()
    sys.setprofile(lambda frame, event, argument: called.add(frame.f_code.co_name))
    try:
        prepare_bot(make_bot("planner", catalogue), seen, Dice(0))
    finally:
        sys.setprofile(None)
    assert {"ways", "best_program"} <= called


def test_a_bot_is_kept_by_seat_as_long_as_its_game_goes_on_and_it_does_not_fail(make: Any, bots: BotPool) -> None:
    game, second, third = (make(GRID, rules={"lives": lives}) for lives in (3, 2, 1))
    seen, decision = question(game)
    elsewhere = replace(seen, seat=1)

    def answer(on: Game, observation: Observation) -> Any:
        return result(bots.submit(on, "counting", observation, decision, 1))

    assert [answer(game, seen), answer(game, elsewhere), answer(game, seen)] == [("1",), ("1",), ("2",)]
    with pytest.raises(BotError, match="the third question") as failed:
        answer(game, seen)
    assert failed.value.reason == FAILED, "no other plugin is blamed"
    assert [answer(game, seen), answer(game, elsewhere)] == [("1",), ("2",)]
    assert [answer(second, seen), answer(game, seen)] == [("1",), ("2",)], "there is room for two games"
    assert [answer(third, seen), answer(second, seen)] == [("1",), ("1",)], "what was asked for last is kept"


def test_a_question_taken_back_is_never_put_to_the_bot(make: Any, bots: BotPool) -> None:
    game = make(GRID)
    seen, decision = question(game)
    answers = [bots.submit(game, "preparing", seen, decision, number) for number in range(4)]
    answers[-1].cancel()
    assert answers[-1].future.cancelled(), "the one process thinks about another"
    answers[0].wait(PATIENCE)


def test_only_a_bot_that_goes_on_thinking_is_stuck(bots: BotPool) -> None:
    answer = PoolAnswer(bots, 0, (), Future())
    answer.started, answer.cancelled_at = True, 0.0
    assert answer.is_stuck(pool_module.GRACE_SECONDS + 1)
    assert not answer.is_stuck(pool_module.GRACE_SECONDS)
    answer.started = False
    assert not answer.is_stuck(pool_module.GRACE_SECONDS + 1), "it waits for a process"
    answer.started = True
    answer.future.set_result(())
    assert not answer.is_stuck(pool_module.GRACE_SECONDS + 1), "it has answered"


def test_closing_ends_the_processes(make: Any, plugin_folders: list[Path]) -> None:
    before = set(multiprocessing.active_children())
    pool = BotPool(2, plugin_folders)
    game = make(GRID)
    result(pool.submit(game, "random", *question(game), 1))
    started = set(multiprocessing.active_children()) - before
    assert started
    pool.submit(game, "endless", *question(game), 1)
    pool.close()
    # Not joined: the executor's thread does that at the same time, and one of both is told nothing.
    until(lambda: not any(process.is_alive() for process in started))


def go_on(session: LocalSession) -> None:
    """Wait until all bots that are asked have answered."""
    for pending in list(session.pending.values()):
        assert isinstance(pending.answer, PoolAnswer)
        pending.answer.wait(PATIENCE)
    session.poll()


def test_bots_play_a_session_to_its_end(make: Any, bots: BotPool) -> None:
    session = LocalSession.start(make(GRID, bots=["greedy", "random"]), 4, bots, stands_still)
    while not session.over:
        go_on(session)
        assert session.match.state.turn < 60
    assert session.notices == []
    assert session.match.state.winners == (0,)


PARENT = """
import multiprocessing
from roborally.game.session.bot_pool import BotPool
from roborally.narration.chronicle import Chronicle
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.core.observation import observe
from roborally.plugin_system.loader import find_plugins
seats = [SeatConfig("A"), SeatConfig("B")]
game = make_game(MatchConfig(MatchSection(course="first-steps"), seats=seats), find_plugins())
match = game.start(1)
match.run()
seen = observe(match, 0)
pool = BotPool(1)
pool.submit(game, "random", seen, seen.decisions()[0], 1).result()
print(*[child.pid for child in multiprocessing.active_children()], flush=True)
input()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for a process that is not a child, as Linux can")
def test_a_process_ends_when_its_parent_is_killed() -> None:
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=pipe, stdout=pipe, stderr=quiet, text=True) as parent:
        assert parent.stdout is not None
        (pid,) = parent.stdout.readline().split()
        descriptor = os.pidfd_open(int(pid))
        assert select.select([descriptor], [], [], 0)[0] == []
        parent.kill()
        assert select.select([descriptor], [], [], PATIENCE)[0] == [descriptor]
        os.close(descriptor)


def failing(pool: BotPool, times: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the system start no process for some times; return a list to which each attempt is added."""
    attempts: list[int] = []
    real = multiprocessing.get_context("spawn").Process.start

    def start(process: Any) -> None:
        attempts.append(1)
        if len(attempts) <= times:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        real(process)

    monkeypatch.setattr(multiprocessing.get_context("spawn").Process, "start", start)
    monkeypatch.setattr(pool_module, "RETRY_SECONDS", 0.0)
    return attempts


def test_a_process_that_cannot_start_is_tried_again(
    make: Any, bots: BotPool, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many open files: the answers wait until there is room."""
    game = make(GRID)
    seen, decision = question(game)
    failing(bots, pool_module.MAX_TRIES, monkeypatch)
    answers = [bots.submit(game, "random", seen, decision, number) for number in (9, 10)]
    for number, answer in zip((9, 10), answers, strict=True):
        until(answer.done)
        assert answer.result() == make_bot("random", catalogue).choose(seen, decision, Dice(number))


def test_a_process_that_never_starts_costs_the_answer_and_not_the_match(
    make: Any, bots: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make(GRID)
    attempts = failing(bots, 10_000, monkeypatch)
    bots.warm_up(game)
    answer = bots.submit(game, "random", *question(game), 1)
    until(answer.done)
    with pytest.raises(BotError, match="no process could be started"):
        answer.result()
    assert len(attempts) == 1 + 1 + pool_module.MAX_TRIES
    monkeypatch.undo()
    assert result(bots.submit(game, "random", *question(game), 1)), "the pool can be used again"


def test_a_bot_whose_time_is_over_plays_its_best_so_far(make: Any, plugin_folders: list[Path]) -> None:
    """STD-505: it never ends, but has noted two answers; one that has noted nothing is late."""
    pool = BotPool(1, plugin_folders, thinking=1.0)
    try:
        game = make(GRID)
        assert result(pool.submit(game, "hesitating", *question(game), 1)) == ("",) * 5
        with pytest.raises(BotError) as late:
            result(pool.submit(game, "endless", *question(game), 1))
        assert late.value.reason == LATE, "what another bot noted is forgotten"
    finally:
        pool.close()
