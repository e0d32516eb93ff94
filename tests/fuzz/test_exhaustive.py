"""Everything that the editions bring gets used, and a crash says how to repeat it (tools/exhaustive)."""

import pytest

from roborally.core.match import Match
from tests.fuzz import exhaustive
from tests.fuzz.play import EDITIONS, usual_or_long

SOON = "volt"
"""The edition that needs the fewest games until the rarest of its settings has come up; others need up to 250."""


@pytest.mark.parametrize("mode", [pytest.param(mode, marks=usual_or_long(mode == SOON)) for mode in EDITIONS])
def test_everything_gets_used(mode: str) -> None:
    coverage = exhaustive.explore(mode, range(exhaustive.GAMES))
    assert coverage.missing() == []


@pytest.mark.parametrize("games", [6, pytest.param(1500, marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", EDITIONS)
def test_more_games_go_well(mode: str, games: int) -> None:
    exhaustive.explore(mode, range(exhaustive.GAMES, exhaustive.GAMES + games), keep_going=True)


def test_a_crash_prints_the_command_that_repeats_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(match: Match) -> None:
        raise RuntimeError("the wrench is lost")

    monkeypatch.setattr(exhaustive, "check_cards", lost)
    assert exhaustive.main(["--edition", "standard"]) == 1
    text = capsys.readouterr().err
    assert "the wrench is lost" in text
    command = text.rpartition("to play it again: ")[2].split()
    assert command[0] == "tools/exhaustive"
    assert exhaustive.main(command[1:]) == 1
    assert text.rpartition("to play it again: ")[2] in capsys.readouterr().err


def test_what_is_missing_makes_the_tool_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert exhaustive.main(["--edition", "classic", "--games", "1"]) == 1
    assert "      0  " in capsys.readouterr().out
