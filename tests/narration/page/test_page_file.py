"""The file of a page: whole in itself, small, and written safely."""

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.narration.page.html_file import STATIC
from roborally.narration.page.scripts import joined_script
from tests.fuzz.play import EDITIONS
from tests.narration.page.conftest import Played

PlayedIn = Callable[[str], Played]
BUDGET = 200_000
"""The most bytes of a match of 15 turns."""


@pytest.mark.parametrize("mode", EDITIONS)
def test_a_match_fits_its_budget_and_asks_nobody_for_anything(mode: str, played: PlayedIn) -> None:
    page = played(mode).page()
    assert len(page) <= BUDGET
    text = page.decode()
    assert "default-src 'none'" in text
    assert not re.search(r"(src|href)=[\"'](?!data:)[^\"']", text)
    assert "fetch(" not in text
    assert "import(" not in text


@pytest.mark.parametrize("name", ["script", "style"])
def test_only_the_pages_own_script_and_style_may_run(name: str, played: PlayedIn) -> None:
    text = played("standard").page().decode()
    found = re.findall(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
    assert len(found) == 1
    digest = base64.b64encode(hashlib.sha256(found[0].encode()).digest()).decode()
    assert f"{name}-src 'sha256-{digest}'" in text


def test_the_title_cannot_break_out_of_the_page(played: PlayedIn) -> None:
    one = played("standard")
    name = one.game.course.name
    object.__setattr__(one.game.course, "name", "</title><script>alert(1)</script>")
    try:
        text = one.new_page().decode()
    finally:
        object.__setattr__(one.game.course, "name", name)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_the_same_record_gives_the_same_page(played: PlayedIn) -> None:
    assert played("volt").new_page() == played("volt").new_page()


def test_the_command_writes_a_page_and_says_how_large_it_is(
    replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "match.html"
    assert main(["replay", str(replay), "--export", str(out), "--turn", "2", "--seat", "0"]) == 0
    assert capsys.readouterr().out == f"{out}: {out.stat().st_size / 1000:.0f} kB\n"
    assert out.read_bytes().startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--export", "a.html", "--fps", "3"], "--fps is for a film; a page has none"),
        (["--export", "a.gif", "--turn", "3"], "--turn is for a page; name its file with --export OUT.html"),
        (["--seat", "1"], "--seat is for a page; name its file with --export"),
        (["--export", "a.html", "--seat", "-1"], "--seat must be a number from 0 to 4, not -1"),
        (["--export", "a.html", "--turn", "77"], "--turn 77: this replay has the turns 1 to 10"),
        (["--export", "a.txt"], "--export can write .gif, .mp4, .html, not 'a.txt'"),
    ],
)
def test_what_makes_no_page_is_said(
    arguments: list[str],
    text: str,
    replay: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["replay", str(replay), *arguments]) == 2
    assert text in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_cannot_be_written_leaves_the_old_file(replay: Path, tmp_path: Path) -> None:
    folder = tmp_path / "match.html"
    folder.mkdir()
    assert main(["replay", str(replay), "--export", str(folder)]) == 2
    assert list(folder.iterdir()) == []


def test_the_page_in_the_docs_is_as_pages_are_now() -> None:
    shown = (Path(__file__).resolve().parents[3] / "docs" / "pages" / "ring-race.html").read_text(encoding="utf-8")
    assert joined_script("page.js", [STATIC]) in shown
    assert (STATIC / "page.css").read_text(encoding="utf-8") in shown
