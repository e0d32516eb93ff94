"""Stores a player's seat on a server in a file, so that a crash of the client does not lose it."""

from contextlib import suppress

import msgspec

from roborally.base import paths
from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError
from roborally.net.address import Address

MAX_BYTES = 4_000


class Seat(msgspec.Struct, frozen=True):
    """The location of a seat, and the token for returning to it."""

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
    """Store a seat; if the disk is full, the player cannot return after a crash."""
    seat = Seat(address.host, address.port, address.secure, code, token, name)
    with suppress(GameError):
        write_aside(paths.seat_file(), msgspec.json.encode(seat), FOR_OWNER)  # the token gives access to the seat


def remembered() -> Seat | None:
    """Return the stored seat, or `None`."""
    try:
        content = paths.seat_file().read_bytes()
        return msgspec.json.decode(content, type=Seat) if len(content) <= MAX_BYTES else None
    except (OSError, ValueError):
        return None


def forget() -> None:
    """Delete the stored seat: the match has ended, or its player has left."""
    with suppress(OSError):
        paths.seat_file().unlink(missing_ok=True)
