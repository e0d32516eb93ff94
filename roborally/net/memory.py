"""The seat that a player has in a match elsewhere, kept in a file so that a crash of the client costs no seat."""

from contextlib import suppress
from pathlib import Path

import msgspec

from roborally import paths
from roborally.errors import GameError
from roborally.net.address import Address
from roborally.storage import write_aside

NAME = "last-network-game.json"
MOST_BYTES = 4_000


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


def _file() -> Path:
    return paths.save_folder().parent / NAME


def remember(address: Address, code: str, token: str, name: str) -> None:
    """Keep a seat; where the disk is full the player can only not come back after a crash."""
    seat = Seat(address.host, address.port, address.secure, code, token, name)
    with suppress(OSError, GameError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_aside(_file(), msgspec.json.encode(seat))
        _file().chmod(0o600)  # whoever has the token has the seat


def remembered() -> Seat | None:
    """Return the seat that is kept, or `None`."""
    try:
        content = _file().read_bytes()
        return msgspec.json.decode(content, type=Seat) if len(content) <= MOST_BYTES else None
    except (OSError, ValueError):
        return None


def forget() -> None:
    """Keep no seat any more: the match has ended, or its player has left."""
    with suppress(OSError):
        _file().unlink(missing_ok=True)
