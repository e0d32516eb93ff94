"""Files of strangers: what they hold is bounded, and none of them breaks a list."""

import gzip
import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roborally.base.errors import GameError
from roborally.game.factory import make_game
from roborally.game.match_file import load_config
from roborally.game.records.file_format import (
    MAX_MOVES,
    MAX_SUMMARY,
    REPLAY_SUFFIX,
    SAVE,
    SAVE_SUFFIX,
    ReplayError,
    read_moves,
    read_summary,
    read_winners,
    unpacked,
)
from roborally.game.records.recorder import list_saves, load_replay, load_save
from roborally.net.protocol import Rejected, Save, SavedGame
from roborally.plugin_system.loader import Catalogue, find_plugins
from roborally.plugin_system.manifest import read_manifest
from tests.net.table import Table, configuration, dice_of, parts_of, unsealed

BOMB_BYTES = 100_000_000
MAX_BYTES = 60_000_000
"""How much memory may be used to find out."""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a saved game of two people."""
    table = Table(find_plugins(installed=False), tmp_path_factory.mktemp("bundles"))
    guests = table.begin(configuration("standard", ["Ann", "Bob"]), "Ann", "Bob")
    table.play_on(guests, dice_of(6), until=lambda: table.match.state.turn == 2)
    guests[0].send(Save())
    return unsealed(guests[0].last(SavedGame).file)


@pytest.fixture(scope="module")
def bomb() -> bytes:
    """Return a gzip member of zeros."""
    return gzip.compress(bytes(BOMB_BYTES), 9)


def test_a_second_member_is_never_read(saved: bytes, bomb: bytes, table: Table, tmp_path: Path) -> None:
    """An upload, and a file that somebody was sent: measured by the first member, read with all of them."""
    path = tmp_path / f"bomb{SAVE_SUFFIX}"
    path.write_bytes(saved + bomb)
    host = table.enter("Ann")
    tracemalloc.start()
    try:
        for part in parts_of(saved + bomb):
            host.send(part)
        assert table.room.running_match is None
        with pytest.raises(ReplayError, match="damaged"):
            unpacked(path.read_bytes(), BOMB_BYTES)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert host.last(Rejected).text.sentence == "is damaged or cut off"
    assert peak < MAX_BYTES


def test_one_member_is_bounded_as_well(bomb: bytes) -> None:
    assert len(unpacked(bomb, MAX_SUMMARY)) == MAX_SUMMARY
    assert unpacked(gzip.compress(b"abc"), 10) == b"abc"
    for broken in (b"", b"\x1f", b"\x1f\x8b", gzip.compress(b"abc")[:-1], gzip.compress(b"abc") + b"x"):
        with pytest.raises(ReplayError):
            unpacked(broken, 10)


HEADS: list[Any] = [
    *([], {}, None, 1, "x", [[]], {"format": []}, {"format": {}}, {"format": None}, {"format": 1}),
    *({"format": SAVE}, {"format": SAVE, "format_version": []}, {"format": SAVE, "format_version": 1}),
    {"format": SAVE, "format_version": 10**30, "game_version": {"a": []}},
    {"format": SAVE, "format_version": 1, "players": [[]], "date": [], "mode": {}, "course": 1},
]


@pytest.mark.parametrize("head", HEADS, ids=lambda head: msgspec.json.encode(head).decode()[:60])
def test_a_file_with_an_odd_first_line_breaks_no_list(head: Any, saved: bytes, tmp_path: Path) -> None:
    (tmp_path / f"good{SAVE_SUFFIX}").write_bytes(saved)
    path = tmp_path / f"odd{SAVE_SUFFIX}"
    path.write_bytes(gzip.compress(msgspec.json.encode(head) + b"\n{}"))
    listed = dict(list_saves(tmp_path))
    assert isinstance(listed[path], ReplayError)
    assert listed[tmp_path / f"good{SAVE_SUFFIX}"] == read_summary(tmp_path / f"good{SAVE_SUFFIX}", SAVE)
    assert str(listed[path]).startswith(f"{path}: ")
    assert len(str(listed[path])) < 1000


CORPUS = sorted((Path(__file__).parent / "corpus" / "files").iterdir())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_a_file_of_the_corpus(path: Path, tmp_path: Path, catalogue: Catalogue) -> None:
    """Whatever reads it says in a sentence what is wrong, in little memory; a list shows it, and all others."""
    here = tmp_path / path.name
    here.write_bytes(path.read_bytes())
    readers: dict[str, list[Callable[[Path], object]]] = {
        SAVE_SUFFIX: [lambda file: load_save(file, catalogue), lambda file: load_replay(file, catalogue)],
        REPLAY_SUFFIX: [lambda file: load_replay(file, catalogue), lambda file: load_save(file, catalogue)],
        ".toml": [lambda file: make_game(load_config(file), catalogue), read_manifest_of],
    }
    tracemalloc.start()
    try:
        for read in readers[path.suffix]:
            with pytest.raises(GameError) as refused:
                read(here)
            assert len(str(refused.value)) - len(str(here)) < 700
        if path.suffix == REPLAY_SUFFIX:
            with suppress(GameError):
                assert read_winners(here) is None
        if path.suffix != ".toml":
            ((listed, _summary),) = list_saves(tmp_path, path.suffix)
            assert listed == here
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * MAX_BYTES


def read_manifest_of(path: Path) -> object:
    """Read a file as if it were a plugin's manifest."""
    folder = path.parent / "plugin"
    folder.mkdir()
    (folder / "plugin.toml").write_bytes(path.read_bytes())
    return read_manifest(folder)


@pytest.mark.parametrize("path", [path for path in CORPUS if path.suffix != ".toml"], ids=lambda path: path.name)
def test_an_upload_of_the_corpus(path: Path, table: Table) -> None:
    """It is refused in a sentence, or its answers lead to the state that it names: nothing else of it is used."""
    host = table.enter("Ann")
    for part in parts_of(path.read_bytes()):
        host.send(part)
    assert not table.room.closed
    if table.room.running_match is not None:
        assert table.match.digest() == read_moves(path.read_bytes())[1]
    else:
        assert 0 < len(str(host.last(Rejected).text)) < 700


@pytest.mark.parametrize("where", ["events", "state"])
def test_what_is_played_again_is_not_read(where: str, saved: bytes) -> None:
    """A saved game from somebody else: 200,000 small values in what is not needed cost little more than their bytes."""
    content = unpacked(saved, MAX_MOVES)
    head, _newline, body = content.partition(b"\n")
    data = json.loads(body)
    many = [{"type": "x", "beat": 1}] * 200_000
    if where == "events":
        data["record"]["events"] = many
    else:
        data["state"] = {"many": many}
    written = gzip.compress(head + b"\n" + json.dumps(data, separators=(",", ":")).encode(), 1)
    tracemalloc.start()
    record, digest = read_moves(written)
    _held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert record.events == []
    assert digest == data["digest"]
    assert most < 4 * len(unpacked(written, MAX_MOVES))


def test_too_many_moves_are_refused_before_they_are_read(saved: bytes) -> None:
    content = unpacked(saved, MAX_MOVES)
    head, _newline, body = content.partition(b"\n")
    data = json.loads(body)
    data["record"]["answers"] = [[0, "", 0]] * 300_000
    written = gzip.compress(head + b"\n" + json.dumps(data, separators=(",", ":")).encode(), 1)
    with pytest.raises(ReplayError, match="at most 500,000 values are read"):
        read_moves(written)


@pytest.mark.parametrize("bound", ["MAX_EVENTS", "MAX_CELLS", "MAX_SECONDS"])
def test_what_moves_lead_to_is_bounded(
    bound: str, saved: bytes, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file may hold a floor full of lasers: it is played again only as far as matches go."""
    table = Table(catalogue)
    guests = [table.enter(name) for name in ("Ann", "Bob")]
    monkeypatch.setattr(f"roborally.net.rooms.uploads.{bound}", 0)
    for part in parts_of(saved):
        guests[0].send(part)
    assert str(guests[0].last(Rejected).text) == "the saved game is too large"
    assert table.room.running_match is None


def test_letters_that_nobody_sees_are_in_no_course_that_goes_on(saved: bytes, table: Table) -> None:
    head, _newline, body = unpacked(saved, MAX_MOVES).partition(b"\n")
    data = json.loads(body)
    data["record"]["course"]["name"] = "\x1b[31mred\u202e"
    guests = [table.enter(name) for name in ("Ann", "Bob")]
    for part in parts_of(gzip.compress(head + b"\n" + json.dumps(data).encode())):
        guests[0].send(part)
    assert "letters that can be seen" in str(guests[0].last(Rejected).text)
