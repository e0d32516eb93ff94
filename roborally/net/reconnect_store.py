"""Keeps in a file which seat a player has on a server, so that a crash of the client costs no seat."""

from contextlib import suppress

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError
from roborally.net.address import Address

MAX_BYTES = 4_000


class Seat(msgspec.Struct, frozen=True):
    """Where a seat is, and the token that brings its player back into it."""

    host: str
    port: int
    secure: bool
    code: str
    token: str
    name: str

    @property
    def address(self) -> Address:
        """The server and the code of the match."""
        return Address(self.host, self.port, self.code, self.secure)


def remember(address: Address, code: str, token: str, name: str) -> None:
    """Keep a seat; where the disk is full the player can only not come back after a crash."""
    seat = Seat(address.host, address.port, address.secure, code, token, name)
    with suppress(GameError):
        write_aside(paths.seat_file(), msgspec.json.encode(seat), FOR_OWNER)  # whoever has the token has the seat


def remembered() -> Seat | None:
    """Return the seat that is kept, or `None`."""
    try:
        content = paths.seat_file().read_bytes()
        return msgspec.json.decode(content, type=Seat) if len(content) <= MAX_BYTES else None
    except (OSError, ValueError):
        return None


def forget() -> None:
    """Keep no seat any more: the match has ended, or its player has left."""
    with suppress(OSError):
        paths.seat_file().unlink(missing_ok=True)
