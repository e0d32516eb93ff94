"""The plugins of `docs/examples`: each is checked, runs its scenarios, and is played by bots."""

import json
from pathlib import Path

import pytest

from roborally.arena.play import play
from roborally.base import paths
from roborally.bots.registry import make_bot
from roborally.core.match import Match
from roborally.features.authoring.checks.apart import check_apart
from roborally.features.authoring.checks.play_check import Trial
from roborally.features.authoring.checks.plugin_check import check_plugin
from roborally.features.authoring.checks.report import Report
from roborally.features.authoring.checks.step_limit import StepLimit
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
NAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/plugin.toml"))
COURSES = {"floor-painters": "floor-painters-hall"}
MODES = {"floor-painters": "floor-painters", "snow-cannon": "crash-and-burn"}
OUTSIDE = ("draw-lots",)
"""Those that take no part in matches."""
BOTS = {"careful": ("careful", "greedy")}
WITHOUT_RULES = ("first-shove", "night-shift", *OUTSIDE)
MODELS = {"side-stepper": "side-stepper", "night-shift": "lantern"}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """All examples beside the game's plugins, as if they had been copied into the player's folder."""
    monkeypatch.setattr(paths, "user_plugin_folder", lambda: EXAMPLES)
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path)
    return find_plugins(installed=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_check_has_nothing_to_say(installed: Catalogue, name: str) -> None:
    report = check_plugin(EXAMPLES / name)
    assert (report.problems, report.notes) == ([], [])
    assert report.scenarios == len(list((EXAMPLES / name).glob("scenarios/*.toml")))


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_whole_check_has_nothing_to_say(name: str) -> None:
    report = check_apart(EXAMPLES / name)
    assert report.problems == []
    assert report.games or name in WITHOUT_RULES


def test_an_example_of_a_bot_is_played_without_a_fault(installed: Catalogue) -> None:
    """Here others are asked what it cannot know, in every turn."""
    folder = EXAMPLES / "careful"
    limit = StepLimit(folder)
    trial = Trial(installed.get("careful"), installed, limit, Report(folder, "careful"))
    try:
        trial.play(["crash-and-burn"])
    finally:
        limit.end()
    assert (trial.report.problems, trial.games) == ([], {"crash-and-burn": 1})


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OUTSIDE])
def test_bots_play_it_and_the_same_seed_gives_the_same_game(installed: Catalogue, name: str) -> None:
    mode = MODES.get(name, "standard")
    course = COURSES.get(name, "first-steps" if mode == "standard" else "")
    bots = BOTS.get(name, ("planner", "greedy"))
    seats = [SeatConfig(f"S{number}", bot, MODELS.get(name, "")) for number, bot in enumerate(bots)]
    plugins = [] if name == mode or name in BOTS else [name]
    section = MatchSection(mode=mode, course=course or "gatehouse", plugins=plugins)

    match = make_game(MatchConfig(section, seats=seats), installed).start(3)
    for _ in range(4):  # the window looks at digests and saves all the time
        match.run()
        match.default_answers()
        read = json.loads(json.dumps(match.to_data()))
        again = Match.from_data(match.rules, match.floor, match.seats, read)
        assert again.digest() == match.digest()

    def game() -> tuple[list[int], object]:
        made = make_game(MatchConfig(section, seats=seats), installed)
        outcome = play(made, bots, [make_bot(bot, installed) for bot in bots], 3, 3)
        return outcome.faults, outcome

    faults, first = game()
    assert faults == [0, 0]
    assert game()[1] == first


def test_every_example_is_in_the_table_of_the_page() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"[`{name}`]({name})" not in page] == []
