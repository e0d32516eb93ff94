"""The folder of a game by post survives what is cut off, moved, full or foreign."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base.atomic_file import StorageError
from roborally.features.post import intake
from roborally.features.post.folder import JOURNAL
from roborally.features.post.game_file import GameFile, PostError
from roborally.features.post.new_game import begin
from roborally.features.post.turn_file import game_of_turn, read_seat_file, read_turn_file
from roborally.plugin_system.loader import Catalogue

from .conftest import BEGUN, Begin, Post, match_of
from .handed_in import receipts


def test_a_journal_that_was_cut_off_goes_on_from_its_last_whole_line(begin_game: Begin) -> None:
    post = begin_game()
    post.mail(0, "l")
    post.mail(1, "r")
    path = post.path / "journal.jsonl"
    content = path.read_bytes()
    path.write_bytes(content[:-20])
    assert list(post.ask(lambda found: found.game.now.orders)) == [0]
    assert "taken" in post.mail(2, "l")
    assert list(post.ask(lambda found: found.game.now.orders)) == [0, 2]
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_damaged_line_is_named(begin_game: Begin) -> None:
    post = begin_game()
    post.mail(0, "l")
    path = post.path / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"{}\n" + lines[1])
    with pytest.raises(PostError, match=r"journal\.jsonl: line 2 is damaged"):
        post.run()


def test_a_folder_that_was_moved_goes_on(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    post.mail(0, "l")
    moved = tmp_path / "elsewhere"
    post.path.rename(moved)
    elsewhere = Post(moved, post.catalogue, post.now)
    assert list(elsewhere.ask(lambda found: found.game.now.orders)) == [0]
    with pytest.raises(PostError, match="there is no game by post"):
        post.run()


def test_a_full_disk_changes_nothing(begin_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    post = begin_game()
    before = (post.path / "journal.jsonl").read_bytes()

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("roborally.features.post.journal.os.fsync", full)
    with pytest.raises(StorageError, match=r"journal\.jsonl"):
        post.mail(0, "l")
    monkeypatch.undo()
    assert (post.path / "journal.jsonl").read_bytes() == before
    assert len(list((post.path / "in").iterdir())) == 1, "it waits for the next time"
    assert "taken" in post.take()


def test_a_clock_that_goes_back_plays_nothing_twice(begin_game: Begin) -> None:
    post = begin_game()
    assert post.run(at_once=True)
    post.pass_time(days=-400)
    assert not post.run()
    assert post.label == "T2"


def test_a_new_game_needs_an_empty_folder(begin_game: Begin) -> None:
    begin_game()
    with pytest.raises(PostError, match="not empty"):
        begin_game()


@pytest.mark.parametrize(
    ("addresses", "sentence"),
    [
        (["a@b.c", "d@e.f", "g@h.i"], "seats for 4 people, but 3 addresses"),
        (["a@b.c", "A@b.c", "g@h.i", "j@k.l"], "given twice"),
        (["a@b.c", "x", "g@h.i", "j@k.l"], "'x' is no mail address"),
        (["a@b.c", "x@y\nBcc: z@z", "g@h.i", "j@k.l"], "is no mail address"),
    ],
)
def test_each_person_needs_an_address(
    tmp_path: Path, catalogue: Catalogue, addresses: list[str], sentence: str
) -> None:
    with pytest.raises(PostError, match=sentence):
        begin(tmp_path / "few", GameFile("few"), match_of("auenland"), addresses, catalogue, BEGUN)
    assert not (tmp_path / "few").exists()


def test_pipes_links_and_folders_are_left_alone(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    folder = post.path / "in"
    os.mkfifo(folder / "pipe.eml")
    (folder / "link.eml").symlink_to(tmp_path / "secret")
    (folder / "other").mkdir()
    assert "taken for Bo" in post.mail(1, "l r")
    assert sorted(path.name for path in folder.iterdir()) == ["link.eml", "other", "pipe.eml"]


def test_strangers_do_not_fill_the_journal(begin_game: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MAX_STRANGERS", 3)
    post = begin_game()
    size = []
    for number in range(6):
        assert "nobody with this address plays" in post.mail(f"eve{number}@example.com", "l").lower()
        size.append((post.path / JOURNAL).stat().st_size)
    assert size[0] < size[1] < size[2] == size[5]
    assert receipts(post) == 3
    assert "refused" in post.mail(0, "what?"), "players are answered all the same"
    assert receipts(post) == 4


def test_a_turn_file_with_other_things_in_it_is_refused(begin_game: Begin, tmp_path: Path) -> None:
    post = begin_game()
    found = read_turn_file(post.path / "out/turn-01/seat-0/turn.rrturn")
    changes: list[dict[str, Any]] = [
        {"seat": 7},
        {"seat": -1},
        {"observation": {}},
        {"observation": found.observation | {"ext": 3}},
    ]
    for change in changes:
        with pytest.raises(PostError, match="damaged"):
            game_of_turn(msgspec.structs.replace(found, **change), post.catalogue, tmp_path / "turn.rrturn")


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b\x08", b"{}", b"\x1f\x8b" + bytes(100)])
def test_what_is_no_turn_or_key_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "turn.rrturn"
    path.write_bytes(content)
    with pytest.raises(Exception, match=r"turn.rrturn: |is not a RoboRally file|damaged"):
        read_turn_file(path)
    with pytest.raises(PostError, match="is no key of a seat"):
        read_seat_file(path)
