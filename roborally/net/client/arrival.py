"""Measures how much of a long message has arrived while it is being received."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

MOMENT = 0.5
"""Seconds after which a message that is still being received is reported."""
END_OF_HANDSHAKE = b"\r\n\r\n"
LONGER = {126: 2, 127: 8}
"""The number of further bytes with a frame's length, by the value of its first length byte."""
_TYPE = re.compile(rb'\{"type":"([a-z-]+)"')


class Arrival(NamedTuple):
    """A message that is being received: its type as in the protocol, and the part that has arrived, from 0 to 1."""

    type: str
    share: float


class ArrivalMeter:
    """Measures how much of a WebSocket frame has arrived; `feed` it with all bytes from a server. `now` is in seconds.

    A message of a server is one frame, whose first bytes contain its length.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._bytes = bytearray()
        """The bytes received of the response to the handshake, later of the current frame."""
        self._is_open = False
        self._since = 0.0
        self._coming: tuple[float, Arrival] | None = None
        """Start time (seconds) and progress of the current message, or `None`; replaced whole for other threads."""

    @property
    def arrival(self) -> Arrival | None:
        """The message that has been arriving for at least `MOMENT` seconds, `None` if there is none."""
        coming = self._coming
        return coming[1] if coming is not None and self._now() - coming[0] >= MOMENT else None

    def feed(self, data: bytes) -> None:
        """Process bytes received from the server."""
        if not self._bytes:
            self._since = self._now()
        self._bytes += data
        while (end := self._end()) and len(self._bytes) >= end:
            del self._bytes[:end]
            self._is_open, self._since = True, self._now()
        kind = _TYPE.search(self._bytes, 0, 100) if self._is_open else None
        self._coming = (self._since, Arrival(kind[1].decode(), len(self._bytes) / end)) if kind and end else None

    def _end(self) -> int:
        """Return the length of the current frame or response in bytes, 0 while it is unknown."""
        if not self._is_open:
            return self._bytes.find(END_OF_HANDSHAKE) + len(END_OF_HANDSHAKE) if END_OF_HANDSHAKE in self._bytes else 0
        if len(self._bytes) < 2:
            return 0
        size = self._bytes[1]
        header = 2 + LONGER.get(size, 0)
        if len(self._bytes) < header:
            return 0
        return header + (int.from_bytes(self._bytes[2:header]) if size in LONGER else size)
