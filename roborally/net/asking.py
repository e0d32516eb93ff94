"""Asking a server, once, which matches it has."""

import queue
from dataclasses import replace
from time import monotonic

from roborally.errors import GameError
from roborally.net.address import Address
from roborally.net.connection import Connection, Status, Wish
from roborally.net.protocol import Listed, Matches
from roborally.texts import _

LONGEST = 12.0
"""Seconds for which an answer is waited for."""


def matches_of(address: Address, wish: Wish) -> list[Listed]:
    """Return the matches of a server; raise `GameError`, for one that cannot be reached or does not fit as well."""
    connection = Connection(address, replace(wish, wish="list", code="", token=""))
    try:
        return _matches(connection, monotonic() + LONGEST)
    finally:
        connection.close()


def _matches(connection: Connection, until: float) -> list[Listed]:
    while True:
        try:
            news = connection.wait(max(0.0, until - monotonic()))
        except queue.Empty:
            raise _unreachable(connection.address) from None
        if isinstance(news, Matches):
            return news.matches
        if isinstance(news, Status) and news.state == "lost":
            raise _unreachable(connection.address)
        if isinstance(news, Status) and news.state == "closed":
            raise GameError(f"{connection.address}: {news.told}")


def _unreachable(address: Address) -> GameError:
    return GameError(_("{address}: no server can be reached there").format(address=address))
