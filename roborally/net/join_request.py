"""What `roborally join` asks the window for: which match, under which name, playing or watching."""

from dataclasses import dataclass

import msgspec

from roborally.base.errors import GameError
from roborally.net.address import Address
from roborally.net.connection import ServerRequest
from roborally.net.protocol import Name


@dataclass(frozen=True)
class JoinRequest:
    """A server, and what is wanted of it; the window begins with it."""

    address: Address
    wish: ServerRequest


def checked_name(name: str) -> str:
    """Return a name as a server takes it, without blanks around it; raise `GameError`."""
    try:
        return msgspec.convert(name.strip(), Name)
    except msgspec.ValidationError:
        raise GameError(
            "invalid name {name!r}: use 1 to 24 visible characters", name=name
        ) from None
