"""A client independent of the game's: a bare WebSocket that records every byte and may send anything."""

import json
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from roborally.base.version import VERSION
from roborally.net.person import PersonalSecret
from roborally.net.protocol import (
    MAX_FROM_SERVER,
    PROTOCOL,
    Begin,
    FromClient,
    FromServer,
    Hello,
    Welcome,
    decode_server,
    encode,
)
from tests.net.people import SECRETS
from tests.waiting import PATIENCE

Kind = TypeVar("Kind", bound=FromServer)


class Wire:
    """A connection to a server on this machine."""

    def __init__(self, port: int, **options: Any) -> None:
        self._stack = ExitStack()
        patience = {"open_timeout": PATIENCE, "ping_timeout": PATIENCE, "close_timeout": PATIENCE}
        # It reads on while the test looks elsewhere: a server that stops waits until its clients have read so.
        usual = {"compression": None, "proxy": None, "max_size": MAX_FROM_SERVER, "max_queue": None}
        options = {**usual, **patience, **options}
        self.socket: ClientConnection = self._stack.enter_context(connect(f"ws://127.0.0.1:{port}/", **options))
        self.bytes: list[bytes] = []
        self.welcome = Welcome(0, "", 0, "", "")
        self.begun: Begin | None = None

    def hello(self, name: str, wish: str = "join", code: str = "", token: str = "") -> "Wire":
        """Say hello, and return when one is in; the server may have closed the line again, if the match is over."""
        self.send(Hello(PROTOCOL, VERSION, name, wish, code, token))
        self.welcome = self.wait_for(Welcome)
        if (person := SECRETS.setdefault(name, PersonalSecret()).introduce(self.welcome)) is not None:
            with suppress(ConnectionClosed):
                self.send(person)
        return self

    def send(self, message: FromClient | str | bytes | dict[str, Any]) -> None:
        """Send a message, or anything."""
        if isinstance(message, FromClient):
            message = encode(message).decode()
        elif isinstance(message, dict):
            message = json.dumps(message)
        self.socket.send(message)

    def next(self) -> FromServer:
        """Return the next message."""
        data = self.socket.recv(PATIENCE, decode=False)
        self.bytes.append(data)
        return decode_server(data)

    def wait_for(self, kind: type[Kind], where: Callable[[Kind], bool] = lambda message: True) -> Kind:
        """Return the next message of a kind for which a condition holds; raise what ends the connection."""
        while True:
            message = self.next()
            if isinstance(message, kind) and where(message):
                return message

    def end(self) -> tuple[int, str]:
        """Return with which code and reason the server ends the connection, after reading what came before."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (0, "")

    def is_open(self) -> bool:
        """Return whether the server still answers: a ping comes back."""
        try:
            return self.socket.ping().wait(PATIENCE)
        except ConnectionClosed:
            return False

    def close(self) -> None:
        self._stack.close()
