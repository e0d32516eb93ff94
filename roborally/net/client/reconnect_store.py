"""Stores a player's seats on servers in a file, so that a crash of the client does not lose them."""

from contextlib import suppress

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError
from roborally.base.plain_file import read_plain
from roborally.net.address import Address
from roborally.net.protocol import Welcome

MAX_BYTES = 20_000
MAX_SEATS = 8
"""The maximum number of stored seats; beyond that the oldest is forgotten."""


class KeptSeat(msgspec.Struct, frozen=True):
    """A player's seat in a match: its address, the token for returning to it, and the id of the server."""

    host: str
    port: int
    secure: bool
    code: str
    token: str
    name: str
    server: str

    @property
    def address(self) -> Address:
        """The server's address with the code of the match."""
        return Address(self.host, self.port, self.code, self.secure)


def remember(address: Address, welcome: Welcome, name: str) -> None:
    """Store the seat of a player who has joined; errors of the disk are ignored."""
    seat = KeptSeat(address.host, address.port, address.secure, welcome.code, welcome.token, name, welcome.server)
    _store([seat, *(other for other in seats() if other.token != seat.token)][:MAX_SEATS])


def seats() -> list[KeptSeat]:
    """Return the stored seats, the newest first."""
    try:
        content = read_plain(paths.seat_file())
        return msgspec.json.decode(content, type=list[KeptSeat]) if len(content) <= MAX_BYTES else []
    except (OSError, ValueError):
        return []


def forget(token: str, server: str | None = None) -> None:
    """Delete the stored seat with this token: the match has ended, or its player has left.

    With a `server` id, only delete the seat if that server gave it: a server cannot speak for another one.
    """
    known = seats()
    kept = [seat for seat in known if seat.token != token or server not in (None, seat.server)]
    if kept != known:
        _store(kept)


def _store(found: list[KeptSeat]) -> None:
    with suppress(GameError):
        write_aside(paths.seat_file(), msgspec.json.encode(found), FOR_OWNER)  # a token gives access to its seat
