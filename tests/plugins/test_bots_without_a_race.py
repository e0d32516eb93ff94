"""The game's bots play a mode of cards that has neither race nor route: its `objectives` are enough."""

from collections import Counter
from typing import Any

import pytest

from roborally.arena.play import Outcome, play
from roborally.base import paths
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation, observe
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations, parse_grid
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.plugins.conftest import Workshop
from tests.plugins.gold_rush import MANIFEST, MAP, RULES

BOTS = ("random", "greedy", "planner", "rival:8")
TURNS = 12


def rush(catalogue: Catalogue, bots: tuple[str, ...], grid: str = MAP, **rules: Any) -> Game:
    board = parse_grid(grid, Notations.of(catalogue.plugins.values()))
    seats = [SeatConfig(f"S{number}", bot) for number, bot in enumerate(bots)]
    config = MatchConfig(MatchSection(mode="gold-rush", course="drawn"), rules, seats=seats)
    return make_game(config, catalogue, course=Course("drawn", "Drawn", board), strict=False)


def played(catalogue: Catalogue, bots: tuple[str, ...], seed: int) -> Outcome:
    game = rush(catalogue, bots)
    return play(game, bots, [make_bot(bot, catalogue) for bot in bots], seed, TURNS)


@pytest.fixture
def catalogue(workshop: Workshop) -> Catalogue:
    return workshop(beside_the_game=True, gold_rush=(MANIFEST.format(more=""), RULES))


@pytest.mark.parametrize("games", [3, pytest.param(50, marks=pytest.mark.long)])
def test_all_bots_play_without_a_fault_and_dig_more_than_chance(catalogue: Catalogue, games: int) -> None:
    wins: Counter[str] = Counter()
    for seed in range(games):
        for rivals in (("random", "greedy"), ("planner", "random"), ("rival:8", "random"), ("greedy", "rival:8")):
            outcome = played(catalogue, rivals, seed)
            assert outcome.faults == [0, 0], f"{rivals}, seed {seed}"
            wins.update(rivals[seat] for seat in outcome.winners)
    assert wins["random"] < games
    assert min(wins[bot] for bot in BOTS[1:]) >= games * 2 // 3


def test_it_does_not_matter_how_a_mode_keeps_its_points(workshop: Workshop, catalogue: Catalogue) -> None:
    in_lists = [played(catalogue, ("planner", "planner"), seed) for seed in range(4)]
    rules = RULES.replace("list[int]\n\n", "dict[int, int]\n\n").replace(
        '"dug": [0] * len(match.state.pieces)', '"dug": {piece.index: 0 for piece in match.state.pieces}'
    )
    (workshop.folder / "gold-rush" / "rules.py").write_text(rules, encoding="utf-8")  # type: ignore[attr-defined]
    again = find_plugins([paths.plugin_folder(), workshop.folder], installed=False)  # type: ignore[attr-defined]
    assert [played(again, ("planner", "planner"), seed) for seed in range(4)] == in_lists


LURE = """
from roborally.plugin import Decision, Match, Rules, hookimpl, replaced


@hookimpl
def register(rules: Rules) -> None:
    rules.phase("turn", "lure", ask, before=("deal",))
    rules.decision("lure", jump)


def ask(match: Match) -> None:
    for piece in match.robots:
        match.ask("lure", piece, "stay", ("stay", "pit", "nugget"))


def jump(match: Match, decision: Decision, answer: str) -> None:
    piece = match.state.pieces[decision["piece"]]
    if answer == "nugget":
        slot = match.state.ext["gold-rush"]
        slot["dug"] = replaced(slot["dug"], piece.index, slot["dug"][piece.index] + 1)
    elif answer == "pit":
        match.destroy(piece, "lure")
"""


@pytest.mark.parametrize("bot", BOTS[1:])
def test_a_question_that_nobody_has_registered_is_tried(workshop: Workshop, bot: str) -> None:
    catalogue = workshop(
        beside_the_game=True,
        gold_rush=(MANIFEST.format(more=', "lure"'), RULES),
        lure=('kind = "rules"\nneeds = ["program-cards"]\n', LURE),
    )
    match = rush(catalogue, (bot, bot)).start(1)
    match.run()
    decision: Decision = next(entry for entry in match.state.decisions if entry["seat"] == 0)
    assert decision["kind"] == "lure"
    seen: Observation = observe(match, 0)
    assert make_bot(bot, catalogue).choose(seen, decision, Dice(1)) == "nugget"
