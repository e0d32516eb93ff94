"""What strangers have written reaches a terminal as plain letters, and what cannot be printed is told in a sentence."""

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from roborally.base import paths
from roborally.base.console import PlainLog
from roborally.base.player_names import printable
from roborally.cli import main
from tests.features.authoring.test_scenario_command import GOOD
from tests.sweeps import few_of

EVIL = "x\x1b[31mRED\u202e\nroborally: all is well"
SEEN = "x\ufffd[31mRED\ufffd roborally: all is well"
IN_TOML = json.dumps(EVIL)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (EVIL, SEEN),
        ("a\tb\x85c\u2028d\x07", "a\tb c d\ufffd"),
        ("\u2067a\u2069 \u200bb \udcff", "\ufffda\ufffd \ufffdb \ufffd"),
        ("❤️ 👩‍🚀 می‌خواهم", "❤️ 👩‍🚀 می‌خواهم"),
    ],
)
def test_one_line_of_plain_letters(text: str, seen: str) -> None:
    assert printable(text) == seen


def test_board_of_a_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    text = f'name = {IN_TOML}\ndescription = "[/red] :heart:"\ngrid = """\n d1 . c1\n"""\n'
    (tmp_path / "evil.toml").write_text(text, encoding="utf-8")
    assert main(["board", "list"]) == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if SEEN in line)
    assert "[/red] :heart:" in line
    assert len({len(row) for row in out.splitlines() if row.startswith("│")}) == 1
    assert "\x1b" not in out


@pytest.mark.parametrize("key", [EVIL, "a` - at `$.seats[9]"])
@pytest.mark.parametrize("table", ["", "[match]\n"])
def test_key_of_a_stranger(key: str, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.toml"
    path.write_text(f"{table}{json.dumps(key)} = 1\nseats = []\n", encoding="utf-8")
    assert main(["exhibit", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"roborally: {path}: ")
    assert "unknown key '" in error
    assert "possible are: " in error
    assert "\x1b" not in error
    assert error.count("\n") == 1


def test_robot_of_a_stranger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.toml"
    text = GOOD.replace('name = "A"', f"name = {IN_TOML}").replace("robots.A", f"robots.{IN_TOML}")
    path.write_text(text.replace("[1, 0] }", "[0, 0] }"), encoding="utf-8")
    assert main(["scenario", str(path)]) == 1
    out = capsys.readouterr().out
    assert SEEN in out
    assert out.count("\n") == 1
    assert main(["scenario", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["differences"][0]["robot"] == EVIL


def test_words_of_a_command_are_clean_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["stats", "\x1b[31m"])
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("words", ["scenario", "plugin check --quick", "post status", "board check", "replay"])
def test_path_that_no_system_has(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words.split(), "a" * 300]) == 2
    error = capsys.readouterr().err
    assert error.startswith("roborally: ")
    assert "unexpected" not in error
    assert "the name is too long" in error


@pytest.fixture(params=[1, -1])
def full(request: pytest.FixtureRequest) -> Iterator[TextIO]:
    """Return a stream to a full disk, that of a terminal's kind or of a pipe's."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with Path("/dev/full").open("w", buffering=request.param, encoding="utf-8") as stream:
        yield stream


@pytest.mark.parametrize(
    "words",
    few_of(["stats", "--version", "board list --help", "stats --json", "board list", "plugin list", "plugin docs"], 3),
)
def test_full_disk_behind_the_output(
    words: str, full: TextIO, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", full)
    assert main(words.split()) == 2
    assert capsys.readouterr().err == "roborally: standard output: cannot be written: the disk is full\n"


@pytest.mark.parametrize("full", [1], indirect=True)
def test_full_disk_behind_the_errors(full: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", full)
    assert main(["play", "nowhere.toml"]) == 2


def test_log_keeps_the_lines_of_a_traceback() -> None:
    try:
        raise ValueError("\x1b[31m")
    except ValueError:
        record = logging.LogRecord("x", logging.WARNING, "x", 1, "%s", ("\u202eevil",), sys.exc_info())
    lines = PlainLog().format(record).split("\n")
    assert (lines[0], lines[-1]) == ("\ufffdevil", "ValueError: \ufffd[31m")
