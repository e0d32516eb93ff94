"""The server's part of plain HTTP: its health, and the client's address behind a proxy."""

from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

HEALTH = "/health"
MAX_ADDRESS = 64
"""The maximum length of an address in a proxy's header, in characters."""


def forwarded_for(connection: ServerConnection, request: Request) -> str:
    """Return the client's address from a proxy's header: the last one, which the proxy itself has added.

    Returns the proxy's address if there is no such header.
    """
    written = request.headers.get_all("X-Forwarded-For")
    address = written[-1].rpartition(",")[2].strip()[:MAX_ADDRESS] if written else ""
    return address or str(connection.remote_address[0])


def too_many(connection: ServerConnection) -> Response:
    """Return the refusal for an address with too many connections; clients try again after it."""
    return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "too many connections come from your address\n")


def health(connection: ServerConnection, text: dict[str, Any]) -> Response:
    """Return the response to a request for the server's health."""
    response = connection.respond(HTTPStatus.OK, msgspec.json.encode(text).decode())
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = "application/json"
    return response
