"""The server's end of a WebSocket: limits incoming data from the first byte on."""

import asyncio
import socket
import ssl
import time
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame
from websockets.protocol import OPEN, Event

from roborally.net.life_signs import LivingConnection
from roborally.net.limits import TokenBucket
from roborally.net.protocol import MAX_BYTES
from roborally.net.server.channel import CLOSE_TIMEOUT, POLICY
from roborally.net.server.door import Door, Visit

FRAMES = 4
"""The number of frames allowed per message."""
ANSWER_SECONDS = 60.0
"""The maximum number of seconds for making and sending a file that a browser asks for."""
MAX_HEADERS = 32_768
"""The largest opening handshake, in bytes."""
SYSTEM_BUFFER = 65_536
"""The size of the system's buffer for each direction of a connection, in bytes; its default is megabytes."""


class FrugalConnection(LivingConnection, ServerConnection):
    """A WebSocket that the door may refuse, with limits for its beginning and for all its frames.

    It counts all incoming frames, including pings and empty fragments, which cost time and memory. It starts TLS
    itself, so that a connection can be refused before that.
    """

    def __init__(self, *args: Any, door: Door, tls: ssl.SSLContext | None, **kwargs: Any) -> None:
        """Ask `door` for admission; pass the other arguments to the WebSocket."""
        super().__init__(*args, **kwargs)
        limits = door.limits
        self._door = door
        self._tls = tls
        self._bucket = TokenBucket(FRAMES * limits.rate, FRAMES * limits.burst, time.monotonic)
        self._cut_off = False
        self._begun = False
        self._received = 0
        self._early = b""
        self._encrypting: asyncio.Task[None] | None = None
        self._visit: Visit | None = None
        self.deadline = self.loop.time() + limits.first_message
        """The time by which the client must have sent a hello, on the clock of the event loop."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def visit(self) -> Visit:
        """The door's entry for this connection."""
        assert self._visit is not None, "it has been let in"
        return self._visit

    # --- beginning and end ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake if the door lets the client in."""
        assert isinstance(transport, asyncio.Transport), "it is a socket's"
        peer = transport.get_extra_info("peername")  # missing if the client has gone already
        self._visit = self._door.knock(peer[0], transport.abort) if peer else None
        if self._visit is None:
            transport.abort()
            return
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, buffer, SYSTEM_BUFFER)
        self._timer = self.loop.call_at(self.deadline, self._too_late, transport)
        if self._tls is None:
            self._begin(transport)
        else:
            self._encrypting = self.loop.create_task(self._encrypt(transport, self._tls))

    def _begin(self, transport: asyncio.BaseTransport) -> None:
        self._begun = True
        super().connection_made(transport)

    async def _encrypt(self, transport: asyncio.Transport, tls: ssl.SSLContext) -> None:
        """Set up TLS, then begin the handshake of the WebSocket."""
        left = max(0.001, self.deadline - self.loop.time())
        try:
            secure = await self.loop.start_tls(
                transport, self, tls, server_side=True, ssl_handshake_timeout=left, ssl_shutdown_timeout=ANSWER_SECONDS
            )
        except OSError:  # also errors of TLS, and a lost connection
            secure = None
        if secure is None:
            transport.abort()
            self._leave()
            return
        self._begin(secure)
        if self._early:
            super().data_received(self._early)
            self._early = b""

    def _too_late(self, transport: asyncio.Transport) -> None:
        """End a handshake that takes too long; a client that only lacks a hello is warned first."""
        if self.visit.silent and self._begun and self.protocol.state is OPEN:
            self._timer = self.loop.call_later(2 * CLOSE_TIMEOUT, self._end_silence, transport)
        else:
            self._end_silence(transport)

    def _end_silence(self, transport: asyncio.Transport) -> None:
        if self.visit.silent:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place at the door."""
        self._leave()
        if self._begun:
            super().connection_lost(exc)

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._visit is not None:
            self._door.leave(self._visit)

    def begin_answer(self) -> bool:
        """Give a browser time to receive a file; return whether its address may have one."""
        if not self._door.note_file(self.visit):
            return False
        self.close_timeout = ANSWER_SECONDS
        assert self._timer is not None, "it has been set"
        self._timer.cancel()
        self._timer = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
        return True

    # --- incoming -------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Receive bytes; close a connection that sends too many before its hello."""
        if self.visit.silent:
            self._received += len(data)
            if self._received > MAX_HEADERS + MAX_BYTES:
                self.visit.turn_away()
                return
        if self._begun:
            super().data_received(data)
        else:  # received with the last bytes of the TLS handshake
            self._early += data

    def eof_received(self) -> None:
        """Receive the end of the data, which may come before the handshake."""
        if self._begun:
            super().eof_received()

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
