"""The golden matches are as they were; CI shows the lines that changed."""

import pytest

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


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(MATCHES)


def test_the_tool_names_the_line_that_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["pits"]) == 0
    monkeypatch.setitem(MATCHES, "pits", MATCHES["pits"]._replace(seed=3))
    assert main(["--check", "pits"]) == 1
    assert "\n-standard, seed 1\n+standard, seed 3\n" in capsys.readouterr().out
