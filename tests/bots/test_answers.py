"""Whatever is asked in whatever edition, the answers of the game's own bots are legal and follow from the seed."""

import subprocess
import sys
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

MODELS = ("albot", "lazybot", "tanky", "peach")
KINDS = {
    "standard": {"program", "power-down", "new-commands"},
    "classic": {
        "program",
        "power-down",
        "new-commands",
        "stay-down",
        "return-down",
        "respawn-facing",
        "respawn-cell",
        "free-register",
    },
}
KINDS["auenland"] = {"program", "power-down", "respawn-facing"}
KINDS["crash-and-burn"] = {
    *("program", "power-down", "stay-down", "respawn-facing", "respawn-cell", "give-back", "recompile"),
    *("turret", "shield", "weapon", "abort-switch", "conditional-program", "flywheel"),
}
ATOMS = {
    "standard": ["O", ">", "^^", "v", "<<", "g>", "g<", "w1", "w2", "~", "~", "l>", "l3v", ".:e", ".:n"],
    "classic": [
        "O",
        ">",
        "^^",
        "v",
        "<<",
        "g>",
        "w1",
        "w2",
        "w2",
        "push>135",
        "v+push<24",
        "crush3",
        "l2>",
        "l3v",
        ".:s",
    ],
}


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
    rows = [[dice.pick([*["."] * 18, *ATOMS[mode]]) for _ in range(side)] for _ in range(side)]
    for number in range(4) if mode != "crash-and-burn" else ():
        rows[side - 1][2 * number] = f"d{number + 1}^"
    rows[1][1], rows[2][side - 2] = "c1", "c2"
    return "\n".join(" ".join(row) for row in rows)


def play_random(make: Any, catalogue: Catalogue, mode: str, bot: str, seed: int, seen: Any, turns: int = 25) -> Outcome:
    game: Game = make(random_grid(mode, seed), mode, [bot] * 4, MODELS, RULES.get(mode))
    bots = [Spy(make_bot(bot, catalogue), seen) for _ in range(4)]
    return play(game, [bot] * 4, bots, seed, turns)


ATOMS["auenland"] = ["O", ">", "^^", "v", "<<", "g>", "w1", "w2", "l>", ".:e"]
ATOMS["crash-and-burn"] = [*ATOMS["classic"], "~", "~", "flame135", "door>2", "w2", "w2"]
RULES = {"crash-and-burn": {"dealt_at_start": 3}, "auenland": {"objectives": "swap"}}
FACINGS = {"north", "east", "south", "west"}
FEW = {"random": 25, "greedy": 2, "planner": 1, "rival:24": 1}
MANY = {"random": 60, "greedy": 24, "planner": 8, "rival:24": 6}
"""Games of each bot; so many random ones ask every question there is."""


@pytest.mark.parametrize("mode", list(KINDS))
@pytest.mark.parametrize(
    ("bot", "games"), [*FEW.items(), *(pytest.param(*many, marks=pytest.mark.long) for many in MANY.items())]
)
def test_every_answer_to_every_kind_of_question_is_legal(
    make: Any, catalogue: Catalogue, mode: str, bot: str, games: int
) -> None:
    seen: dict[str, Counter[Any]] = {}
    for seed in range(games):
        outcome = play_random(make, catalogue, mode, bot, seed, seen)
        assert outcome.faults == [0, 0, 0, 0], f"mode {mode}, seed {seed}"
    if bot == "random" or games > 10:
        assert KINDS[mode] <= set(seen)
    if bot == "random":
        assert set(seen["power-down"]) == {"yes", "no"}
        assert set(seen.get("respawn-facing", FACINGS)) == FACINGS
        assert len(seen["program"]) > 50


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", pytest.param("rival:24", marks=pytest.mark.long)])
def test_a_game_follows_from_its_seed(make: Any, catalogue: Catalogue, bot: str) -> None:
    first, again, other = (play_random(make, catalogue, "standard", bot, seed, {}, 6) for seed in (7, 7, 8))
    assert first == again != other


SCRIPT = """
from roborally.arena.exhibition import Exhibition, run_exhibition
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import find_plugins
seats = [SeatConfig("A", robot="albot"), SeatConfig("B")]
config = MatchConfig(MatchSection(course="first-steps"), seats=seats)
print(list(run_exhibition(Exhibition(config, ("greedy", "greedy"), 2, 11), find_plugins())))
"""


def test_hash_seeds_do_not_change_a_game() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert "Outcome" in printed.pop()


def test_bots_do_not_load_the_window() -> None:
    code = "import sys, roborally.game.session.bot_pool, roborally.arena.exhibition; print('arcade' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
