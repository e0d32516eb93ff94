"""The request that `roborally join` passes to the window: which match, which player name, playing or watching."""

from dataclasses import dataclass

import msgspec

from roborally.base.errors import GameError
from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest
from roborally.net.protocol import Name


@dataclass(frozen=True)
class JoinRequest:
    """A server and the request to send to it; the window opens with it."""

    address: Address
    wish: ServerRequest


def checked_name(name: str) -> str:
    """Return a player name stripped of surrounding spaces, as a server accepts it; raise `GameError`."""
    try:
        return msgspec.convert(name.strip(), Name)
    except msgspec.ValidationError:
        raise GameError("invalid name {name!r}: use 1 to 24 visible characters", name=name) from None
