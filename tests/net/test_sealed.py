"""Saved games of a server are sealed: they show nothing, and go on where they were made (CLI-R12)."""

import base64
import json
import stat
import threading
from pathlib import Path

import msgspec
import pytest

from roborally.base.atomic_file import StorageError
from roborally.core.match import Match
from roborally.game.records.file_format import SAVE, SAVE_SUFFIX, ReplayError, SealedSummary, read_summary
from roborally.game.records.recorder import list_saves, load_replay, load_save
from roborally.game.records.sealed_file import BLOCK, KEY_NAME, SealKey
from roborally.net.protocol import Begin, FromServer, Leave, MatchEnded, Rejected, Save, SavedGame
from roborally.net.server.journal import MatchJournals
from roborally.plugin_system.loader import Catalogue
from tests.net.table import Guest, Table, configuration, dice_of, file_for, parts_of, unsealed
from tests.net.test_leaks import SEED, config_of, exchange_a_card, fixed_seed, forked

NAMES = ("Ann", "Bob")


def saved_by(table: Table, turn: int = -1) -> bytes:
    """Return the file that the host is sent, after a turn and a half."""
    guests = table.begin(configuration("standard", NAMES, bots=1), *NAMES, spectators=1)
    table.play_on(guests, dice_of(6), until=lambda: table.match.state.turn == 2)
    return file_for(guests[0], turn)


def upload(table: Table, content: bytes) -> list[Guest]:
    """Let the same people continue with a file."""
    guests = [table.enter(name) for name in NAMES]
    for part in parts_of(content):
        guests[0].send(part)
    return guests


@pytest.mark.parametrize("turn", [-1, 1])
def test_a_sealed_game_goes_on_where_it_was_made(turn: int, table: Table, catalogue: Catalogue) -> None:
    content = saved_by(table, turn)
    other = Table(catalogue)
    _ann, bob = upload(other, content)
    assert other.match.state.turn == (2 if turn < 0 else turn)
    assert turn > 0 or other.match.digest() == table.match.digest()
    assert bob.last(Begin).seat == 1


@pytest.mark.parametrize("is_sealed", [True, False])
def test_all_are_told_that_a_match_goes_on_from_an_open_file(
    is_sealed: bool, table: Table, catalogue: Catalogue
) -> None:
    """Its host may know every card; a sealed one tells them nothing."""
    content = saved_by(table)
    other = Table(catalogue)
    guests = upload(other, content if is_sealed else table.seal.opened(content).content)
    for guest in (*guests, other.enter("Wim", watching=True)):
        assert guest.last(Begin).open_file is not is_sealed
        guest.membership.update()
        types = [notice["type"] for notice in guest.session.notices]
        assert types == ([] if is_sealed else ["open-file"])


def test_a_match_from_an_open_file_stays_known_as_one(table: Table, tmp_path: Path, catalogue: Catalogue) -> None:
    """Its host still knows the cards to come: those who come back, a restarted server and a new seal say so, too."""
    other = Table(catalogue)
    other.keep(MatchJournals(tmp_path))
    ann, bob = upload(other, table.seal.opened(saved_by(table)).content)
    bob.lose()
    bob.come_back()
    assert bob.last(Begin).open_file
    assert other.restored().room.running_match.recorder.record.open_file  # type: ignore[union-attr]
    other.wait(2)
    sealed = file_for(ann)
    third = Table(catalogue)
    _ann, bob = upload(third, sealed)
    assert bob.last(Begin).open_file


def test_another_server_does_not_open_it(table: Table, catalogue: Catalogue) -> None:
    other = Table(catalogue, seal=SealKey())
    ann, _bob = upload(other, saved_by(table))
    assert str(ann.last(Rejected).text) == "this game was sealed by another server; it can go on only there"
    assert other.room.running_match is None


def test_what_is_told_of_it_where_it_is_not_opened(table: Table, tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / f"game{SAVE_SUFFIX}"
    path.write_bytes(saved_by(table))
    ((listed, summary),) = list_saves(tmp_path)
    assert (listed, type(summary)) == (path, SealedSummary)
    assert isinstance(summary, SealedSummary)
    assert (summary.mode, summary.course, summary.turn) == ("standard", "First Steps", 2)
    assert [player.name for player in summary.players] == ["Ann", "Bob", "Bot 1"]
    assert summary.is_for(NAMES)
    with pytest.raises(ReplayError, match="is sealed: it can go on only in a network game"):
        load_save(path, catalogue)
    with pytest.raises(ReplayError, match="is sealed"):
        load_replay(path, catalogue)


@pytest.mark.parametrize("place", ["turn", "names", "key", "nonce", "content", "end", "nothing", "a newer version"])
def test_no_byte_of_it_can_be_changed(place: str, table: Table, tmp_path: Path, catalogue: Catalogue) -> None:
    content = saved_by(table)
    head = content.index(b"\n")
    changed = {
        "turn": content.replace(b'"turn":2', b'"turn":3', 1),
        "names": content.replace(b'"Ann"', b'"Eve"', 1),
        "key": content.replace(b'"sealed":"', b'"sealed":"x', 1),
        "nonce": content[: head + 1] + bytes([content[head + 1] ^ 1]) + content[head + 2 :],
        "content": content[: head + 100] + bytes([content[head + 100] ^ 128]) + content[head + 101 :],
        "end": content[:-1],
        "nothing": content[: head + 1],
        "a newer version": content.replace(b'"format_version":1', b'"format_version":2', 1),
    }[place]
    assert changed != content
    other = Table(catalogue)
    ann, _bob = upload(other, changed)
    assert other.room.running_match is None
    text = str(ann.last(Rejected).text)
    if place == "key":
        assert "by another server" in text
    elif place == "a newer version":
        assert "newer version" in text
    else:
        assert text == "is damaged or cut off"


HEADS = [b"", b"[]}", b'"x":1}', b'"format_version":[]}', b'"game_version":"","turn":"x"}', b'"a":' + b"[" * 9000]


@pytest.mark.parametrize("head", HEADS)
def test_a_damaged_head_is_told_in_a_sentence(head: bytes, tmp_path: Path, table: Table) -> None:
    content = b'{"format":"roborally-sealed",' + head + b"\nxxxx"
    path = tmp_path / f"game{SAVE_SUFFIX}"
    path.write_bytes(content)
    with pytest.raises(ReplayError, match=r"^\S+: is damaged or cut off"):
        read_summary(path, SAVE)
    ann, _bob = upload(table, content)
    assert str(ann.last(Rejected).text) == "is damaged or cut off"


# --- what it shows ----------------------------------------------------------------------------------------------------


def plain(message: FromServer) -> tuple[bytes, int]:
    """Return what anybody can read of a file in a message, but for its date, and how long all of it is."""
    assert isinstance(message, SavedGame | MatchEnded)
    content = base64.b64decode(message.file)
    head, _newline, _rest = content.partition(b"\n")
    return msgspec.json.encode({**json.loads(head), "date": ""}), len(content)


def test_games_that_differ_in_what_is_hidden_look_the_same(table: Table, catalogue: Catalogue) -> None:
    """A hand, the deck, the seed: the file of one match is as good as that of the other."""
    table.begin(config_of("standard"), *NAMES, spectators=1)

    def other_chance(match: Match) -> None:
        match.state.dice ^= 0x5555

    twins = [forked(table, catalogue, change) for change in (lambda match: None, exchange_a_card, other_chance)]
    seen = []
    for twin in twins:
        guests = list(twin.guests.values())
        file_for(guests[0])
        saved = guests[0].last(SavedGame)
        guests[0].send(Leave())
        ended = [guest.last(MatchEnded) for guest in guests[1:]]
        assert ended[1].file == ""
        seen.append([plain(message) for message in (saved, ended[0])])
        assert [msgspec.structs.replace(message, file="") for message in ended] == [MatchEnded("host")] * 2
    assert seen[0] == seen[1] == seen[2]
    assert all((size - len(head)) % BLOCK < 100 for head, size in seen[0])


@pytest.mark.parametrize("mode", ["standard", "auenland"])
def test_no_seed_no_goal_and_no_card_is_in_it(
    mode: str, table: Table, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seed(monkeypatch, SEED)
    guests = table.begin(config_of(mode), *NAMES)
    content = file_for(guests[0])
    head, _newline, rest = content.partition(b"\n")
    summary = json.loads(head)
    assert set(summary) == {
        *("format", "format_version", "game_version", "date", "mode", "course", "players", "turn", "sealed")
    }
    assert all(set(player) == {"name", "controller", "robot"} for player in summary["players"])
    assert str(SEED).encode() not in content
    assert b"\x1f\x8b\x08" not in rest[:64]
    again = Table(catalogue)
    assert rest != file_for(again.begin(config_of(mode), *NAMES)[0]).partition(b"\n")[2], "each is encrypted anew"


# --- the key ----------------------------------------------------------------------------------------------------------


def test_the_key_is_made_when_it_is_needed_and_kept_for_the_owner(tmp_path: Path, table: Table) -> None:
    path = tmp_path / "server" / KEY_NAME
    key = SealKey(path)
    assert not path.exists()
    content = key.sealed(unsealed(base64.b64encode(saved_by(Table(table.catalogue))).decode()), {"Ann": "12"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [KEY_NAME]
    opened = SealKey(path).opened(content)
    assert (opened.content[:2], opened.people) == (b"\x1f\x8b", {"Ann": "12"})
    assert path.read_bytes()[:16] not in content


def test_two_servers_of_one_person_use_one_key(tmp_path: Path, table: Table) -> None:
    """A quicker client changes nothing: no key is replaced by another."""
    path = tmp_path / KEY_NAME
    content = unsealed(base64.b64encode(saved_by(table)).decode())
    keys = [SealKey(path) for _number in range(8)]
    made: list[bytes] = []
    together = threading.Barrier(len(keys))

    def seal(key: SealKey) -> None:
        together.wait()
        made.append(key.sealed(content, {}))

    threads = [threading.Thread(target=seal, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [SealKey(path).opened(one) for one in made] == [(content, {})] * len(keys)
    assert [file.name for file in tmp_path.iterdir()] == [KEY_NAME]


@pytest.mark.parametrize("written", [b"", b"abc\n", b"zz" * 32, b"\xff" * 64, b"00" * 33])
def test_a_file_that_is_no_key_is_left_as_it_is(written: bytes, tmp_path: Path, catalogue: Catalogue) -> None:
    path = tmp_path / KEY_NAME
    path.write_bytes(written)
    table = Table(catalogue, seal=SealKey(path))
    guests = table.begin(configuration("standard", NAMES), *NAMES)
    guests[0].send(Save())
    assert not guests[0].messages(SavedGame)
    assert "is not a key for sealed games" in str(guests[0].last(Rejected).text)
    assert path.read_bytes() == written


def test_without_a_key_a_match_ends_without_a_file(tmp_path: Path, catalogue: Catalogue) -> None:
    table = Table(catalogue, seal=SealKey(tmp_path / "file" / KEY_NAME))
    (tmp_path / "file").write_text("no folder")
    ann, bob = table.begin(configuration("standard", NAMES), *NAMES)
    ann.send(Leave())
    assert bob.last(MatchEnded).file == ""
    with pytest.raises(StorageError):
        table.seal.opened(b'{"format":"roborally-sealed",')
