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
"""Seconds to wait for a connection to close; a client that floods the server no longer reads anything."""
POLICY, GOING, TRY_LATER = 1008, 1001, 1013
"""WebSocket close codes."""
FRAMES = 4
"""The number of frames allowed per message."""


class FrugalConnection(ServerConnection):
    """A WebSocket that counts all incoming frames, including pings and empty fragments, which cost time and memory."""

    def __init__(self, *args: Any, limits: Limits, **kwargs: Any) -> None:
        """Count frames against `limits`; pass the other arguments to the WebSocket."""
        super().__init__(*args, **kwargs)
        self._bucket = TokenBucket(FRAMES * limits.rate, FRAMES * limits.burst, time.monotonic)
        self._cut_off = False

    def process_event(self, event: Event) -> None:
        """Receive a frame; close the connection if there are too many."""
        if self._cut_off:
            return
        if isinstance(event, Frame) and not self._bucket.take():
            self._cut_off = True
            self.protocol.fail(POLICY, "flood")
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
            return
        super().process_event(event)


class Channel:
    """A client's connection with an outgoing queue, so that a slow client does not delay the others."""

    def __init__(self, socket: ServerConnection, most: int) -> None:
        """Send through a socket; at most `most` bytes may be queued."""
        self.socket = socket
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._end: tuple[int, str] | None = None
        self.slow = False

    def send(self, data: bytes) -> None:
        """Queue a message; drop a client that no longer reads."""
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
        """Close the connection once the queue has been sent."""
        self._end = self._end or (code, reason)
        self._news.set()

    async def write(self) -> None:
        """Send queued messages until the connection ends."""
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
