"""The seats that a player can come back to after a crash, in a file."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roborally.base import paths
from roborally.net.address import Address
from roborally.net.client.reconnect_store import MAX_BYTES, MAX_SEATS, forget, remember, seats
from roborally.net.protocol import PROTOCOL, Welcome


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of the seats."""
    monkeypatch.setattr(paths, "seat_file", lambda: tmp_path / "seats.json")
    return tmp_path / "seats.json"


def join(*tokens: str, name: str = "Ann") -> None:
    """Get seats, one after the other, on a server for each."""
    for token in tokens:
        welcome = Welcome(PROTOCOL, "0.1.0", 1, token, "ABCDE", f"server of {token}")
        remember(Address("192.0.2.7", 9, secure=True), welcome, name)


def kept() -> list[str]:
    return [seat.token for seat in seats()]


def test_the_newest_seats_are_kept() -> None:
    tokens = [str(number) for number in range(MAX_SEATS + 2)]
    join(*tokens)
    assert kept() == tokens[:-9:-1]
    join("5", name="Bob")
    assert kept() == ["5", "9", "8", "7", "6", "4", "3", "2"]
    newest = seats()[0]
    assert newest.address == Address("192.0.2.7", 9, "ABCDE", secure=True)
    assert (newest.name, newest.server) == ("Bob", "server of 5")


@pytest.mark.parametrize(
    ("token", "server", "left"),
    [
        ("a", None, ["b"]),
        ("a", "server of a", ["b"]),
        ("a", "server of b", ["b", "a"]),
        ("c", None, ["b", "a"]),
    ],
)
def test_a_server_takes_only_seats_that_it_gave(token: str, server: str | None, left: list[str]) -> None:
    join("a", "b")
    forget(token, server)
    assert kept() == left


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda content: content[:-1],
    "another shape": lambda content: b"[1]",
    "no text": lambda content: b"\xff" + content,
    "too large": lambda content: content.ljust(MAX_BYTES + 1),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_is_damaged_holds_no_seat(damage: Callable[[bytes], bytes], file: Path) -> None:
    join("a")
    sound = file.read_bytes()
    file.write_bytes(sound.ljust(MAX_BYTES))
    assert kept() == ["a"]
    file.write_bytes(damage(sound))
    assert kept() == []
    join("b")
    assert kept() == ["b"]


def test_a_token_is_for_its_owner_only(file: Path) -> None:
    join("a")
    assert os.name == "nt" or file.stat().st_mode & 0o077 == 0


def test_a_seat_that_cannot_be_written_stops_nobody(file: Path) -> None:
    file.mkdir()
    join("a")
    assert kept() == []
