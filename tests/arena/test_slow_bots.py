"""A bot that does not come to an end."""

import signal
import threading
from typing import Any

from roborally.arena.play import MAX_OVERRUNS, Thinking, play
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from tests.shipped import catalogue

AI_SECONDS = 600


class Sleeper:
    """Never answers; its time, which is ten minutes, is over as soon as it falls asleep."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        self.asked += 1
        signal.raise_signal(signal.SIGALRM)  # as the timer does
        threading.Event().wait()


def test_a_bot_that_sleeps_is_soon_not_asked_any_more_and_the_game_goes_on() -> None:
    config = MatchConfig(
        MatchSection(course="first-steps"), rules={"ai_seconds": AI_SECONDS}, seats=[SeatConfig("A"), SeatConfig("B")]
    )
    sleeper, thinking = Sleeper(), [Thinking(), Thinking()]
    bots = [sleeper, make_bot("random", catalogue())]
    outcome = play(make_game(config, catalogue()), ["sleeper", "random"], bots, 1, 6, thinking=thinking)
    assert sleeper.asked == MAX_OVERRUNS == thinking[0].answers
    assert outcome.faults[0] > MAX_OVERRUNS
    assert outcome.problems == [f"it thought for more than {AI_SECONDS} seconds", ""]
    assert outcome.faults[1] == 0
    assert thinking[1].answers >= outcome.turns
