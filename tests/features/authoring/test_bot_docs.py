"""docs/bots.md holds a whole bot: its files are taken from the page, checked, and played."""

import re
from pathlib import Path

import pytest

from roborally.arena.play import Outcome, play
from roborally.bots.registry import bot_description, make_bot
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.game.scenario.run import catalogue_with
from roborally.plugin_system.loader import Catalogue, find_plugins

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
FILES = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
BOTS = ["hasty", "random"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The plugin of the page."""
    for name, content in FILES:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return tmp_path / "hasty"


@pytest.fixture
def catalogue(folder: Path) -> Catalogue:
    return catalogue_with(folder, find_plugins(installed=False))


def play_one(catalogue: Catalogue, mode: str, course: str, seed: int) -> Outcome:
    config = MatchConfig(MatchSection(mode, course), seats=[SeatConfig(bot, bot) for bot in BOTS])
    return play(make_game(config, catalogue), BOTS, [make_bot(bot, catalogue) for bot in BOTS], seed, 20)


def test_the_page_holds_the_whole_plugin_in_thirty_lines(folder: Path, catalogue: Catalogue) -> None:
    assert [name for name, _ in FILES] == ["hasty/plugin.toml", "hasty/bot.py"]
    code = [line for line in FILES[1][1].splitlines() if line]
    assert len(code) <= 30
    assert bot_description("hasty", catalogue).startswith("Hasty: ")
    report = check_plugin(folder)
    assert report.problems == []
    assert report.notes == []
    assert {"standard", "volt", "roboball"} <= set(report.modes)


def test_it_beats_chance(catalogue: Catalogue) -> None:
    winners = [play_one(catalogue, "standard", "first-steps", seed).winners for seed in range(6)]
    assert winners.count([0]) >= 5


@pytest.mark.parametrize(
    ("mode", "course"), [("standard", "first-steps"), ("volt", "spark-pit"), ("crash-and-burn", "quick-fuse")]
)
def test_it_answers_every_question_and_the_same_for_the_same_seed(catalogue: Catalogue, mode: str, course: str) -> None:
    outcome = play_one(catalogue, mode, course, 3)
    assert outcome.faults == [0, 0]
    assert play_one(catalogue, mode, course, 3) == outcome
