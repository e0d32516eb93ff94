"""What a server reads from, and answers to, plain HTTP: its health, and for whom a proxy asks."""

from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

HEALTH = "/health"
MAX_ADDRESS = 64
"""The longest address in a header of a proxy, in characters."""


def forwarded_for(connection: ServerConnection, request: Request) -> str:
    """Return the address from which a proxy was asked: the last one, which it has added itself.

    That of the proxy if it does not say it.
    """
    written = request.headers.get_all("X-Forwarded-For")
    address = written[-1].rpartition(",")[2].strip()[:MAX_ADDRESS] if written else ""
    return address or str(connection.remote_address[0])


def too_many(connection: ServerConnection) -> Response:
    """Return the refusal of a client whose address has too many connections; clients try again after it."""
    return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "too many connections come from your address\n")


def health(connection: ServerConnection, text: dict[str, Any]) -> Response:
    """Return the answer to a question about the server's health."""
    response = connection.respond(HTTPStatus.OK, msgspec.json.encode(text).decode())
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = "application/json"
    return response
