"""Whatever is asked in whatever edition, the answers of the game's own bots are legal and follow from the seed."""

from collections import Counter
from typing import Any

import pytest

from roborally.arena.play import Outcome, play
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice, derive
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from tests.sweeps import few_of

MODELS = ("albot", "lazybot", "tanky", "peach")
KINDS = {
    "crash-and-burn": {
        *("program", "power-down", "stay-down", "respawn-facing", "respawn-cell", "give-back", "recompile"),
        *("turret", "shield", "weapon", "abort-switch", "conditional-program", "flywheel"),
    },
    "classic": {
        *("program", "power-down", "new-commands", "stay-down", "return-down"),
        *("respawn-facing", "respawn-cell", "free-register"),
    },
    "auenland": {"program", "power-down", "respawn-facing"},
    "standard": {"program", "power-down", "new-commands"},
}
CLASSIC = "O > ^^ v << g> w1 w2 w2 push>135 v+push<24 crush3 l2> l3v .:s"
ATOMS = {
    "standard": "O > ^^ v << g> g< w1 w2 ~ ~ l> l3v .:e .:n",
    "classic": CLASSIC,
    "auenland": "O > ^^ v << g> w1 w2 l> .:e",
    "crash-and-burn": f"{CLASSIC} ~ ~ flame135 door>2 w2 w2",
}
RULES = {"crash-and-burn": {"dealt_at_start": 3}, "auenland": {"objectives": "swap"}}
FACINGS = {"north", "east", "south", "west"}
MANY = {"random": 60, "greedy": 24, "planner": 8, "rival:24": 6}
"""Games of each bot; so many random ones ask every question there is."""


class Spy:
    """Lets another bot answer and notes what it answered."""

    def __init__(self, bot: Any, seen: dict[str, Counter[Any]]) -> None:
        self.bot, self.seen = bot, seen

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        answer = self.bot.choose(observation, decision, dice)
        self.seen.setdefault(decision["kind"], Counter())[answer] += 1
        return answer


def random_grid(mode: str, seed: int, side: int = 8) -> str:
    """Return a random board with four docks and two checkpoints; it need not be playable."""
    dice = Dice(derive(seed, "grid"))
    rows = [[dice.pick([*["."] * 18, *ATOMS[mode].split()]) for _ in range(side)] for _ in range(side)]
    for number in range(4) if mode != "crash-and-burn" else ():
        rows[side - 1][2 * number] = f"d{number + 1}^"
    rows[1][1], rows[2][side - 2] = "c1", "c2"
    return "\n".join(" ".join(row) for row in rows)


def play_random(make: Any, catalogue: Catalogue, mode: str, bot: str, seed: int, seen: Any, turns: int = 25) -> Outcome:
    game: Game = make(random_grid(mode, seed), mode, [bot] * 4, MODELS, RULES.get(mode))
    bots = [Spy(make_bot(bot, catalogue), seen) for _ in range(4)]
    return play(game, [bot] * 4, bots, seed, turns)


@pytest.mark.parametrize("mode", list(KINDS))
def test_some_answers_of_each_bot_are_legal(make: Any, catalogue: Catalogue, mode: str) -> None:
    """In the edition with the most questions also those of the bots that think longest."""
    seen: dict[str, Counter[Any]] = {}
    bots = {"random": 8, "greedy": 1} | ({"planner": 1, "rival:24": 1} if mode == "crash-and-burn" else {})
    for bot, games in bots.items():
        for seed in range(games):
            turns = 25 if bot == "random" else 8
            assert play_random(make, catalogue, mode, bot, seed, seen, turns).faults == [0, 0, 0, 0], f"{bot} {seed}"
    assert {"program", "power-down", *FACINGS} <= {*seen, *seen.get("respawn-facing", FACINGS)}


@pytest.mark.long
@pytest.mark.parametrize("mode", list(KINDS))
@pytest.mark.parametrize(("bot", "games"), list(MANY.items()))
def test_every_answer_to_every_kind_of_question_is_legal(
    make: Any, catalogue: Catalogue, mode: str, bot: str, games: int
) -> None:
    seen: dict[str, Counter[Any]] = {}
    for seed in range(games):
        outcome = play_random(make, catalogue, mode, bot, seed, seen)
        assert outcome.faults == [0, 0, 0, 0], f"mode {mode}, seed {seed}"
    if games > 10:
        assert KINDS[mode] <= set(seen)
    if bot == "random":
        assert set(seen["power-down"]) == {"yes", "no"}
        assert set(seen.get("respawn-facing", FACINGS)) == FACINGS
        assert len(seen["program"]) > 50


@pytest.mark.parametrize("bot", few_of(["planner", "random", "greedy", "rival:24"], 2))
def test_a_game_follows_from_its_seed(make: Any, catalogue: Catalogue, bot: str) -> None:
    first, again, other = (play_random(make, catalogue, "standard", bot, seed, {}, 3) for seed in (7, 7, 8))
    assert first == again != other
