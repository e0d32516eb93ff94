"""The request that `roborally join` passes to the window: which match, which player's name, playing or watching."""

from dataclasses import dataclass

from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest


@dataclass(frozen=True)
class JoinRequest:
    """A server and the request to send to it; the window opens with it."""

    address: Address
    wish: ServerRequest
