"""Sends a player's requests to a correspondence server: for a game's state or a turn file, and to hand in orders."""

import time
from datetime import UTC, datetime

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from roborally.base.dates import moment_text
from roborally.base.errors import GameError, Message, reason
from roborally.base.translation import _
from roborally.features.post.server.messages import (
    MAX_ANSWER,
    MAX_ORDERS,
    VERSION,
    GameStanding,
    Greeting,
    Reply,
    Request,
    Wish,
    decode,
    encode,
)
from roborally.features.post.turn_file import SeatFile
from roborally.net.address import Address

SECONDS = 20.0
"""The maximum number of seconds to wait for a server's answer."""


def ask(seat: SeatFile, wish: Wish = "look", orders: bytes = b"") -> Reply:
    """Send a request for a seat to its server, and return the answer; raise `GameError`. Blocks until it arrives."""
    if not seat.server:
        raise GameError("the key of this seat names no server")
    if len(orders) > MAX_ORDERS:
        raise GameError("orders for a server can have {most:,} bytes at most", most=MAX_ORDERS)
    address = Address.read(seat.server)
    try:
        answer = _asked(address.uri, Request(seat.game, seat.seat, wish, orders), seat.key)
    except (OSError, WebSocketException) as error:
        text = reason(error) if isinstance(error, OSError) else Message.of("it has ended the connection")
        raise GameError("no server can be reached there: {error}", where=str(address), error=text) from None
    except ValueError:
        raise GameError("there is no server for play by post", where=str(address)) from None
    if answer is None:
        raise GameError("the server there speaks another version of play by post; update the game", where=str(address))
    if answer.refused is not None:
        raise GameError(answer.refused.message(), where=str(address))
    return answer


def _asked(uri: str, request: Request, key: str) -> Reply | None:
    """Return the answer to a request; `None` if the server has another version of the protocol."""
    end = time.monotonic() + SECONDS
    with connect(
        uri,
        compression=None,
        proxy=None,
        max_size=MAX_ANSWER,
        open_timeout=SECONDS,
        close_timeout=2,
        user_agent_header=None,
    ) as socket:
        greeting = decode(socket.recv(SECONDS), Greeting)
        if greeting.version != VERSION:
            return None
        socket.send(encode(request.signed(key, greeting.challenge)))
        return decode(socket.recv(max(0.0, end - time.monotonic())), Reply)


def state(standing: GameStanding) -> str:
    """Return in words for whom a game waits, or how it ended."""
    if standing.over:
        winners = ", ".join(standing.winners)
        return _("Over; won by {names}").format(names=winners) if winners else _("Over; nobody has won")
    if standing.paused:
        return _("Paused")
    due = moment_text(datetime.fromtimestamp(standing.deadline, UTC).astimezone())
    if standing.is_asked and not standing.has_orders:
        return _("Waits for you; due on {moment}").format(moment=due)
    if not standing.missing:
        return _("All orders are there; the turn is about to be played")
    return _("Waits for {names}; due on {moment}").format(names=", ".join(standing.missing), moment=due)
