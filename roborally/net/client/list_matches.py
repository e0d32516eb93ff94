"""Asks a server once for the list of its matches, for `roborally join`."""

import queue
from dataclasses import replace
from time import monotonic

from roborally.base.errors import GameError, Message
from roborally.net.address import Address
from roborally.net.client.connection import Connection, ServerRequest, Status
from roborally.net.protocol import MatchList, MatchListing

MAX_SECONDS = 12.0
"""The maximum number of seconds to wait for the list."""


def matches_of(address: Address, wish: ServerRequest) -> list[MatchListing]:
    """Ask a server for its matches; raise `GameError` if it refuses, is unreachable or is incompatible."""
    connection = Connection(address, replace(wish, wish="list", code="", token=""))
    try:
        return _matches(connection, monotonic() + MAX_SECONDS)
    finally:
        connection.close()


def _matches(connection: Connection, until: float) -> list[MatchListing]:
    while True:
        try:
            news = connection.wait(max(0.0, until - monotonic()))
        except queue.Empty:
            raise _unreachable(connection.address) from None
        if isinstance(news, MatchList):
            return news.matches
        if isinstance(news, Status) and news.state == "lost":
            raise _unreachable(connection.address)
        if isinstance(news, Status) and news.state == "closed":
            raise GameError(news.text or Message.of("it has sent no list of matches"), where=connection.address)


def _unreachable(address: Address) -> GameError:
    return GameError("no server can be reached there", where=address)
