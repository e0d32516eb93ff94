"""The presets of modes: settings that are chosen together (STD-R39, CNB-R29)."""

import pytest

from roborally.cli import main
from roborally.core.match import Match
from roborally.game.factory import Game
from roborally.game.settings import resolve_settings
from tests.shipped import catalogue

PRESETS = [(mode.id, name) for mode in catalogue().modes() for name in mode.manifest.preset]
AS_WRITTEN = {
    "standard": {"lasers": "board_at_end", "least_seconds": 15},
    "crash-and-burn": {
        "site_archives": "entering",
        "robot_lasers": "turn",
        "mechanical_arm": "lifts",
        "gyroscopic_stabilizer": "straight",
        "without": ["radio-control", "scrambler"],
    },
}


def play_turns(match: Match, turns: int) -> None:
    while not match.state.over and match.state.turn <= turns:
        for entry in sorted(match.state.decisions, key=lambda entry: not entry["at_once"]):
            if entry in match.state.decisions:
                match.seal(entry["id"], entry["default"])
        match.run()


@pytest.mark.parametrize("mode", AS_WRITTEN)
def test_as_written_has_the_settings_that_its_ruling_names(mode: str) -> None:
    """STD-R39, CNB-R29: these settings, each of them other than usual, and no more."""
    settings = catalogue().get(mode).manifest.preset["as-written"].settings
    assert settings == AS_WRITTEN[mode]
    plugins = catalogue().resolve([mode])
    usual = {name: value for own in resolve_settings(plugins, {}, {}).values() for name, value in own.items()}
    assert all(value != usual[name] for name, value in settings.items())


@pytest.mark.parametrize(("mode", "preset"), PRESETS)
def test_a_preset_is_chosen_on_the_command_line(mode: str, preset: str, opened: list[Game]) -> None:
    assert main(["play", "--mode", mode, "--preset", preset, "--bots", "random"]) == 0
    (game,) = opened
    settings = {name: value for own in game.rules.settings.values() for name, value in own.items()}
    assert settings.items() >= catalogue().get(mode).manifest.preset[preset].settings.items()
    match = game.start(1)
    match.run()
    play_turns(match, 2)
    assert match.state.turn > 2 or match.state.over


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        ("standard", "the mode 'standard' has no preset 'as-writen'; there are: as-written"),
        ("volt", "the mode 'volt' has no preset 'as-writen'; there are: none"),
    ],
)
def test_an_unknown_preset_is_refused(mode: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--mode", mode, "--preset", "as-writen"]) == 2
    assert text in capsys.readouterr().err


def test_the_text_says_what_passing_a_repair_site_does() -> None:
    """CNB-R29: it moves the respawn point, and repairs nothing."""
    text = catalogue().get("crash-and-burn").manifest.preset["as-written"].text
    assert "a repair site becomes the respawn point in passing, too" in text
