"""A bot that does not come to an end."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from roborally.arena.patience import OverrunError, limited
from roborally.arena.play import MOST_OVERRUNS, Thinking, play
from roborally.bots.registry import make_bot
from roborally.config import MatchConfig, MatchSection, SeatConfig, make_game
from roborally.core.dice import Dice
from roborally.core.rules import Decision
from roborally.core.views import View
from tests.arena.setting import plugins


def wait_for_ever() -> None:
    threading.Event().wait()


def turn_in_circles() -> None:
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


def fail() -> None:
    raise KeyError("nothing")


def in_thread(think: Any, seconds: float) -> Any:
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(limited, think, seconds).result()


@pytest.mark.parametrize("think", [wait_for_ever, turn_in_circles])
def test_a_thought_without_end_is_ended(think: Any) -> None:
    with pytest.raises(OverrunError, match=r"more than 0\.05 s"):
        limited(think, 0.05)


def test_a_thought_without_end_is_left_behind_where_there_is_no_alarm() -> None:
    with pytest.raises(OverrunError, match=r"more than 0\.05 s"):
        in_thread(wait_for_ever, 0.05)


@pytest.mark.parametrize("run", [limited, in_thread])
def test_answers_and_errors_come_through(run: Any) -> None:
    assert run(lambda: None, 60) is None
    assert run(lambda: [1], 60) == [1]
    with pytest.raises(KeyError, match="nothing"):
        run(fail, 60)


@pytest.mark.parametrize("run", [limited, in_thread])
def test_a_bot_cannot_end_the_program(run: Any) -> None:
    with pytest.raises(RuntimeError, match="SystemExit 5"):
        run(lambda: sys.exit(5), 60)


class Sleeper:
    """Never answers."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        self.asked += 1
        wait_for_ever()


def test_a_bot_that_sleeps_is_soon_not_asked_any_more_and_the_game_goes_on() -> None:
    config = MatchConfig(
        MatchSection(course="first-steps"), rules={"ai_seconds": 1}, seats=[SeatConfig("A"), SeatConfig("B")]
    )
    sleeper, thinking = Sleeper(), [Thinking(), Thinking()]
    bots = [sleeper, make_bot("random", plugins())]
    outcome = play(make_game(config, plugins()), ["sleeper", "random"], bots, 1, 6, thinking=thinking)
    assert sleeper.asked == MOST_OVERRUNS == thinking[0].answers
    assert outcome.faults[0] > MOST_OVERRUNS
    assert outcome.problems == ["thought for more than 1 s", ""]
    assert outcome.faults[1] == 0
    assert thinking[0].longest >= 1 > thinking[1].longest
