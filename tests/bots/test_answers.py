"""Whatever is asked in whatever edition, the answers of the game's own bots are legal and follow from the seed."""

from collections import Counter
from typing import Any

import pytest

from roborally.arena.play import Outcome, play
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation
from tests.fuzz.play import EDITIONS, random_game
from tests.shipped import catalogue
from tests.sweeps import few_of

SELDOM = {
    "random": {"circuit-breaker", "radio-control", "scrambler"},
    "greedy": {"free-register", "gyroscopic-stabilizer", "radio-control", "return-down"},
}
"""Questions of rare cards and states, which do not come in every sweep of a bot; all others that a mode has do."""
YES_OR_NO = {"yes", "no"}
FACINGS = {"north", "east", "south", "west"}
MANY = {"random": 60, "greedy": 24, "planner": 8, "rival:24": 6}
"""Games of each bot."""


class Spy:
    """Lets another bot answer and notes what it answered."""

    def __init__(self, bot: Any, seen: dict[str, Counter[Any]]) -> None:
        self.bot, self.seen = bot, seen

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        answer = self.bot.choose(observation, decision, dice)
        self.seen.setdefault(decision["kind"], Counter())[answer] += 1
        return answer


def play_random(mode: str, bot: str, seed: int, seen: Any, turns: int = 25) -> Outcome:
    game = random_game(mode, seed, most_players=4)
    names = [bot] * len(game.seats)
    return play(game, names, [Spy(make_bot(bot, catalogue()), seen) for _ in names], seed, turns)


@pytest.mark.parametrize("mode", EDITIONS)
def test_some_answers_of_each_bot_are_legal(mode: str) -> None:
    """In the edition with the most questions also those of the bots that think longest."""
    seen: dict[str, Counter[Any]] = {}
    bots = {"random": 4, "greedy": 1} | ({"planner": 1, "rival:24": 1} if mode == "crash-and-burn" else {})
    for bot, games in bots.items():
        for seed in range(games):
            turns = {"random": 25, "greedy": 8}.get(bot, 2)
            assert not any(play_random(mode, bot, seed, seen, turns).faults), f"{bot} {seed}"
    assert "program" in seen


@pytest.mark.long
@pytest.mark.parametrize("mode", EDITIONS)
@pytest.mark.parametrize(("bot", "games"), list(MANY.items()))
def test_every_answer_to_every_kind_of_question_is_legal(mode: str, bot: str, games: int) -> None:
    seen: dict[str, Counter[Any]] = {}
    for seed in range(games):
        outcome = play_random(mode, bot, seed, seen)
        assert not any(outcome.faults), f"mode {mode}, seed {seed}"
    if bot in SELDOM:
        assert set(random_game(mode, 0, vary=False).rules.decisions) - SELDOM[bot] <= set(seen)
    if bot == "random":
        assert set(seen.get("power-down", YES_OR_NO)) == YES_OR_NO
        assert set(seen.get("respawn-facing", FACINGS)) == FACINGS
        assert len(seen["program"]) > 50


@pytest.mark.parametrize("bot", few_of(["planner", "random", "greedy", "rival:24"], 2))
def test_a_game_follows_from_its_seed(bot: str) -> None:
    first, again, other = (play_random("standard", bot, seed, {}, 3) for seed in (7, 7, 8))
    assert first == again != other
