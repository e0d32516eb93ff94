"""The server's end of a connection: limits what comes in, and queues what goes out."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.protocol import Event

from roborally.net.limits import Limits, TokenBucket

CLOSE_TIMEOUT = 1.0
"""Seconds for which the end of a connection is waited for; a client that floods the server reads nothing any more."""
POLICY, GOING, TRY_LATER = 1008, 1001, 1013
"""Codes with which a WebSocket ends."""
FRAMES = 4
"""So many frames may come for each message."""


class FrugalConnection(ServerConnection):
    """A WebSocket that counts what comes in, also pings and empty pieces of messages, which cost time and memory."""

    def __init__(self, *args: Any, limits: Limits, **kwargs: Any) -> None:
        """Count against `limits`; the rest is for the WebSocket."""
        super().__init__(*args, **kwargs)
        self._bucket = TokenBucket(FRAMES * limits.rate, FRAMES * limits.burst, time.monotonic)
        self._cut_off = False

    def process_event(self, event: Event) -> None:
        """Take in a frame; too many are the last ones."""
        if self._cut_off:
            return
        if isinstance(event, Frame) and not self._bucket.take():
            self._cut_off = True
            self.protocol.fail(POLICY, "flood")
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
            return
        super().process_event(event)


class Channel:
    """A client's connection: what is sent waits in a queue, so that nobody waits for a slow client."""

    def __init__(self, socket: ServerConnection, most: int) -> None:
        """Send through a socket; at most `most` bytes may wait."""
        self.socket = socket
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._end: tuple[int, str] | None = None
        self.slow = False

    def send(self, data: bytes) -> None:
        """Send a message as soon as the client takes it; a client that takes nothing any more is dropped."""
        if self._end is not None:
            return
        if self._size + len(data) > self._most and self._waiting:
            self.slow = True
            self._waiting.clear()
            self.end(POLICY, "slow")
            self.socket.transport.abort()
            return
        self._waiting.append(data)
        self._size += len(data)
        self._news.set()

    def end(self, code: int, reason: str) -> None:
        """End the connection when all that waits has been sent."""
        self._end = self._end or (code, reason)
        self._news.set()

    async def write(self) -> None:
        """Send what waits, until the connection ends."""
        with suppress(ConnectionClosed):
            while True:
                while self._waiting:
                    data = self._waiting.popleft()
                    self._size -= len(data)
                    await self.socket.send(data, text=True)
                if self._end is not None:
                    await self.socket.close(*self._end)
                    return
                self._news.clear()
                await self._news.wait()
