"""The golden matches are as they were; CI shows the lines that changed."""

import pytest

from tests.fuzz.play import EDITIONS
from tests.golden import games
from tests.golden.recorder import FOLDER, MATCHES, difference, main


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match(name: str) -> None:
    text = difference(name)
    if text:
        pytest.fail(
            f"a golden match changed; if that is meant, run: tools/golden --write {name}\n{text}", pytrace=False
        )


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match_shows_what_it_is_for(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert [wanted for wanted in MATCHES[name].shows if wanted not in text] == []


@pytest.mark.parametrize("mode", EDITIONS)
def test_golden_games(mode: str) -> None:
    text = games.differences(mode)
    if text:
        pytest.fail("\n".join(["if that is meant, run: tools/golden --write", *text]), pytrace=False)


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*MATCHES, "games"}
    assert set(games.golden()) == {f"{mode} {number}" for mode in EDITIONS for number in games.NUMBERS}


def test_a_golden_game_names_the_turn_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = games.golden()
    before["volt 2"][1] = "0"
    monkeypatch.setattr(games, "golden", lambda: before)
    assert games.differences("volt") == ["game volt 2 differs from turn 2 on: python -m tests.golden.games volt 2"]


def test_the_tool_names_the_line_that_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["pits"]) == 0
    monkeypatch.setitem(MATCHES, "pits", MATCHES["pits"]._replace(seed=3))
    assert main(["--check", "pits"]) == 1
    assert "\n-standard, seed 1\n+standard, seed 3\n" in capsys.readouterr().out
