"""Detects dead connections: sends pings, and counts all received data as a sign of life."""

import asyncio
from contextlib import suppress

from websockets.asyncio.connection import Connection
from websockets.exceptions import ConnectionClosed


class LivingConnection(Connection):
    """A WebSocket that is aborted if no data at all arrives for as long as the reply to a ping may take.

    On a slow connection that reply may have to wait behind a long message, in either direction.
    """

    received_at = 0.0

    def data_received(self, data: bytes) -> None:
        """Process received bytes, and note their time as a sign of life."""
        self.received_at = self.loop.time()
        super().data_received(data)

    async def keepalive(self) -> None:
        """Send pings until the connection ends; abort it if it shows no sign of life."""
        assert self.ping_interval is not None, "it has been set"
        assert self.ping_timeout is not None, "it has been set"
        patience = self.ping_interval + self.ping_timeout
        with suppress(ConnectionClosed):
            while (left := self.received_at + patience - self.loop.time()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left, self.ping_interval)):
                        await self.ping()  # nothing can be sent while the other side reads nothing
                        await asyncio.shield(self.connection_lost_waiter)
            self.transport.abort()
