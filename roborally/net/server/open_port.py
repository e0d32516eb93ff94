"""Opens the port of a server: for WebSockets, and for HTTP requests of its health and of pages."""

import ssl
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from roborally.base.version import VERSION
from roborally.net.server.channel import CLOSE_TIMEOUT
from roborally.net.server.door import Door
from roborally.net.server.frugal_connection import FrugalConnection

HEALTH = "/health"
Answer = Response | Awaitable[Response] | None
Files = Callable[[FrugalConnection, Request], Answer]
MAX_ADDRESS = 64
"""The maximum length of an address in a proxy's header, in characters."""


async def listen(
    talk: Callable[[Any], Awaitable[None]],
    address: tuple[str, int],
    tls: ssl.SSLContext | None,
    door: Door,
    health: Callable[[], dict[str, int]],
    pages: Files | None = None,
    **options: Any,
) -> tuple[Server, int]:
    """Listen for connections that the door lets in; return the WebSocket server and its port. Raise `OSError`.

    `talk` serves one `FrugalConnection`, `health` returns the numbers of matches and connections, `pages` answers the
    requests of browsers, and `options` are passed to `serve` of websockets.
    """
    listening = await serve(
        talk,
        *address,
        origins=[None] if pages is None else None,  # `pages` lets in its own; others may not connect for their readers
        compression=None,
        open_timeout=None,  # `FrugalConnection` has one limit for TLS, the handshake and the first message together
        close_timeout=CLOSE_TIMEOUT,
        process_request=partial(_answer_plain_request, door, health, pages),
        create_connection=partial(FrugalConnection, door=door, tls=tls),  # type: ignore[arg-type]
        server_header=None,
        **options,
    )
    port: int = next(iter(listening.sockets)).getsockname()[1]
    return listening, port


def _answer_plain_request(
    door: Door,
    health: Callable[[], dict[str, int]],
    pages: Files | None,
    connection: FrugalConnection,
    request: Request,
) -> Answer:
    """Answer a request for the server's health or a page; return `None` for requests that open a WebSocket.

    An address with too many connections is refused; its clients try again later.
    """
    if door.behind_proxy and not door.forwarded(connection.visit, _forwarded_for(connection, request)):
        return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "too many connections come from your address\n")
    if request.path != HEALTH:
        return None if pages is None else pages(connection, request)
    answer = {"status": "ok", "version": VERSION, **health()}
    response = connection.respond(HTTPStatus.OK, msgspec.json.encode(answer).decode())
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = "application/json"
    return response


def _forwarded_for(connection: ServerConnection, request: Request) -> str:
    """Return the client's address from a proxy's header: the last one, which the proxy itself has added.

    Return the proxy's address if there is no such header.
    """
    written = request.headers.get_all("X-Forwarded-For")
    address = written[-1].rpartition(",")[2].strip()[:MAX_ADDRESS] if written else ""
    return address or str(connection.remote_address[0])
