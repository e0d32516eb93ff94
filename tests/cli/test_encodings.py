"""What a terminal or a pipe cannot write becomes a question mark; it ends no command."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.game.new_match import new_game
from tests.replay.conftest import play_recorded
from tests.shipped import catalogue
from tests.sweeps import few_of

NAMES = ["Дима", "李雷", "❤️ Ada", "علی"]
Run = Callable[..., tuple[int, str]]


@pytest.fixture(params=few_of(["cp932", "cp1252", "ascii"]))
def run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command where all that it prints, and reads, has an encoding that is not UTF-8; return status and text."""

    def do(*words: str, given: bytes = b"") -> tuple[int, str]:
        out = io.BytesIO()
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(out, request.param, write_through=True))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), request.param))
        return main(words), out.getvalue().decode(request.param)

    return do


def test_names_of_players(run: Run, tmp_path: Path) -> None:
    _match, recorder = play_recorded(new_game(names=NAMES, catalogue=catalogue()), 3, 1)
    replay = tmp_path / "Ώ.rrreplay"
    recorder.finish(replay)
    status, text = run("replay", str(replay))
    assert status == 0
    assert " Ada" in text
    assert "?" in text


@pytest.mark.parametrize("words", [["board", "list"], ["plugin", "list"], ["board", "render", "--help"], ["stats"]])
def test_signs_of_ours(run: Run, words: list[str]) -> None:
    try:
        status, _text = run(*words)
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == 0


def test_a_sentence_about_what_is_wrong(run: Run) -> None:
    status, text = run("play", "Дима.toml")
    assert status == 2
    assert text.startswith("roborally: ")
    assert "there is no such file" in text


def test_what_is_read_from_a_pipe(run: Run) -> None:
    status, text = run("board", "import", "-", given="> Привет \x81 RR1:abc".encode())
    assert (status, "damaged" in text) == (2, True)


def test_a_real_process_in_another_encoding(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "roborally", "play", "Ёлка-\udcff.toml"]
    done = subprocess.run(command, env={"PYTHONIOENCODING": "ascii"}, capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"roborally: ????-?.toml: there is no such file")
