"""docs/modes.md holds a whole mode: its files are taken from the page, checked, and played."""

import re
from pathlib import Path

import pytest

from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.observation import observe
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.game.course.courses import load_course
from roborally.game.course.notation import Notations
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.scenario.run import run_scenario
from roborally.plugin_system.loader import Catalogue, find_plugins
from tests.shipped import drawn

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "modes.md").read_text(encoding="utf-8")
FILES = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
GRID = """
 d1> .   .   .
 .   O   .   .
 .   .   .   d2<
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The plugin of the page; blocks of one file follow each other."""
    for name, content in FILES:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as target:
            target.write(f"{content}\n")
    return tmp_path / "sumo"


@pytest.fixture
def catalogue(folder: Path) -> Catalogue:
    found = find_plugins(installed=False)
    added = find_plugins([folder.parent], installed=False)
    return Catalogue({**found.plugins, **added.plugins}, {**found.broken, **added.broken})


def test_the_mode_passes_the_check(folder: Path) -> None:
    report = check_plugin(folder)
    assert report.problems == []
    assert report.scenarios == 1


def test_its_scenario_holds(folder: Path, catalogue: Catalogue) -> None:
    files = list((folder / "scenarios").iterdir())
    assert [file.name for file in files] == ["the-last-one-wins.toml"]
    for file in files:
        assert run_scenario(file, catalogue).differences == ()


def test_the_course_of_the_page_suits_it(folder: Path, catalogue: Catalogue) -> None:
    course = load_course(folder / "ring.toml", Notations.of(catalogue.plugins.values()))
    config = MatchConfig(MatchSection("sumo", "ring"), seats=[SeatConfig(name, "random") for name in "ABCD"])
    game = make_game(config, catalogue, course=course)
    match = game.start(1)
    match.run(until="start")
    assert match.state.turn == 1


def test_bots_play_it_to_the_end(catalogue: Catalogue) -> None:
    config = MatchConfig(MatchSection("sumo"), seats=[SeatConfig("Ada", "random"), SeatConfig("Bolt", "random")])
    game = make_game(config, catalogue, course=drawn(GRID, catalogue, "ring"))
    assert "program-cards" not in game.rules.plugins
    won = set()
    for seed in range(20):
        match = game.start(seed)
        match.run()
        while not match.state.over:
            decision = next(entry for entry in match.state.decisions if entry["id"] not in match.state.sealed)
            bot = make_bot("random", catalogue)
            answer = bot.choose(observe(match, decision["seat"]), decision, Dice(match.state.next_id + seed))
            match.answer(decision["id"], answer, decision["seat"])
        won.add(match.state.winners)
    assert {(0,), (1,)} <= won
