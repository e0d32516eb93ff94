"""A pipe or a device in the place of a file keeps nobody waiting: it is refused in one plain sentence, or left out."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.arena.results import read_results
from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.picture_file import read_picture
from roborally.base.plain_file import open_plain
from roborally.base.secret_file import read_or_make
from roborally.base.toml_file import read_toml
from roborally.base.translation import catalogue_faults
from roborally.cli import main
from roborally.features.post.intake import read_orders_file
from roborally.features.post.journal import Journal as PostJournal
from roborally.features.post.turn_file import read_turn_file
from roborally.features.workshop.editor.drafts import kept_draft
from roborally.game.records.file_format import SAVE, read_summary
from roborally.net.client.reconnect_store import seats
from roborally.net.server.journal import MatchJournals
from roborally.profile.plugin_archive import unpack
from roborally.profile.settings import Settings, save_settings
from tests.waiting import PATIENCE

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders"),
    pytest.mark.timeout(PATIENCE),  # who opens a pipe as if it were a file waits for ever
]
SENTENCE = "it is a pipe or a device, not a file"


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    os.mkfifo(path)
    return path


READERS: dict[str, Callable[[Path], object]] = {
    "toml": lambda path: read_toml(path, 100),
    "settings": lambda path: save_settings(Settings(), path),
    "save": lambda path: read_summary(path, SAVE),
    "results": lambda path: read_results(path.parent),
    "turn by post": read_turn_file,
    "orders by post": read_orders_file,
    "journal by post": lambda path: PostJournal(path).read(),
    "secret": lambda path: read_or_make(path, "wrong"),
    "plugin": lambda path: unpack(path, path.parent, path),
}


@pytest.mark.parametrize("kind", READERS)
def test_a_pipe_is_refused_in_one_sentence(kind: str, pipe: Path) -> None:
    with pytest.raises(GameError) as caught:
        READERS[kind](pipe)
    assert str(caught.value) == f"{pipe}: cannot be {'unpacked' if kind == 'plugin' else 'read'}: {SENTENCE}"


def test_a_device_is_refused_as_well() -> None:
    with pytest.raises(OSError, match="No such device"):
        open_plain(Path("/dev/zero"))


def test_a_pipe_among_the_files_of_the_player(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "seat_file", lambda: pipe)
    monkeypatch.setattr(paths, "draft_file", lambda: pipe)
    assert seats() == []
    with pytest.raises(GameError, match=SENTENCE):
        kept_draft()


def test_a_pipe_among_the_files_of_a_plugin(pipe: Path) -> None:
    assert read_picture(pipe) is None
    (fault,) = catalogue_faults(pipe.rename(pipe.with_suffix(".po")).parent)
    assert "the texts of this plugin stay English" in fault


def test_a_pipe_or_a_folder_among_the_journals(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "AAAAA.match")
    (tmp_path / "BBBBB.match").mkdir()
    assert [str(found) for found in MatchJournals(tmp_path).kept()] == [
        f"{tmp_path / 'AAAAA.match'}: this match cannot go on: {SENTENCE}",
        f"{tmp_path / 'BBBBB.match'}: this match cannot go on: it is a folder",
    ]


def test_a_pipe_among_the_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "user_board_folder", lambda: tmp_path)
    os.mkfifo(path := tmp_path / "x.toml")
    for command in (["board", "check", str(path)], ["exhibit", str(path)]):
        assert main(command) == 2
        assert capsys.readouterr().err.endswith(f"x.toml: cannot be read: {SENTENCE}\n")
    assert main(["board", "list"]) == 0


@pytest.mark.parametrize("command", ["board check", "board rate", "plugin check", "plugin install", "plugin watch"])
def test_links_that_lead_in_a_circle(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "circle"
    path.symlink_to(path)
    assert main([*command.split(), str(path)]) == 2
    assert "unexpected" not in capsys.readouterr().err


def test_a_path_in_the_folder_of_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugin", "install", "~no-such-user/pit-falls.zip"]) == 2
    assert "~no-such-user/pit-falls.zip: there is no such file or folder" in capsys.readouterr().err
