"""What a referee's commands tell, beside other programs."""

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from roborally.cli import main
from roborally.features.post import cli as commands
from roborally.features.post.folder import GameFolder, only_one, opened
from roborally.plugin_system.loader import Catalogue

from .conftest import Begin


@pytest.mark.parametrize(
    ("words", "done"),
    [
        (["run", "GAME", "--now"], "the turn has been played"),
        (["extend", "GAME", "5"], "this is done"),
        (["pause", "GAME"], "this is done"),
    ],
)
def test_on_a_full_disk_an_error_says_what_has_happened(
    begin_game: Begin, words: list[str], done: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    post = begin_game()

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("roborally.base.atomic_file.tempfile.mkstemp", full)  # the journal has a little room left
    text = [str(post.path) if word == "GAME" else word for word in words]
    assert main(["post", *text]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"roborally: {done}, but what is told of it cannot be written (")
    assert "the disk is full" in error
    lines = post.ask(lambda found: found.lines)
    monkeypatch.undo()
    assert main(["post", "run", str(post.path), "--now"]) == (2 if "pause" in words else 0)
    if "run" in words:
        assert post.ask(lambda found: found.lines) == lines, "nothing was played twice"
        assert (post.path / "out/turn-02/public/report.html").is_file()


def test_a_change_is_told_as_done_though_another_program_comes_next(
    begin_game: Begin, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is told that the folder is in use tries again; the deadline would be moved twice."""
    post = begin_game()
    due = post.ask(lambda found: found.game.deadline)
    with ExitStack() as others:

        @contextmanager
        def opened_and_taken(path: Path, catalogue: Catalogue) -> Iterator[GameFolder]:
            with opened(path, catalogue) as found:
                yield found
            others.enter_context(only_one(path))

        monkeypatch.setattr(commands, "opened", opened_and_taken)
        assert main(["post", "extend", str(post.path), "5"]) == 0
    assert capsys.readouterr().out.startswith("autumn: auenland on Water Mills, T1\ndue on ")
    assert post.ask(lambda found: found.game.deadline) == due + timedelta(hours=5)


def test_name_of_a_file_that_has_come_forges_no_line(begin_game: Begin, capsys: pytest.CaptureFixture[str]) -> None:
    post = begin_game()
    (post.path / "in").mkdir(exist_ok=True)
    (post.path / "in" / "x\x1b[31mRED\nAda: taken.txt").write_text("nothing", encoding="utf-8")
    assert main(["post", "take", str(post.path)]) == 0
    out = capsys.readouterr().out
    assert "x\ufffd[31mRED Ada: taken.txt" in out
    assert out.count("\n") == 1
