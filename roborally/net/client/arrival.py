"""Measures how much of a long message has arrived while it is being received."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

MOMENT = 0.5
"""Seconds after which a message that is still being received is reported."""
END_OF_HANDSHAKE = b"\r\n\r\n"
LONGER = {126: 2, 127: 8}
"""The number of extra bytes for the size of a frame, by the value in the size's first byte."""
_TYPE = re.compile(rb'\{"type":"([a-z-]+)"')


class Arrival(NamedTuple):
    """A message that is being received: its type as in the protocol, and the part that has arrived, from 0 to 1."""

    type: str
    share: float


class ArrivalMeter:
    """Measures how much of a WebSocket frame has arrived; `feed` it with all bytes of a server. `now` is in seconds.

    A message of a server is one frame, whose first bytes contain its length.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start before the response to the handshake."""
        self._now = now
        self._bytes = bytearray()
        """The received bytes of the response to the handshake, later of a frame."""
        self._is_open = False
        self._since = 0.0
        self._coming: tuple[float, Arrival] | None = None
        """The start time and progress of the current message; replaced as a whole, because another thread reads it."""

    @property
    def arrival(self) -> Arrival | None:
        """The message that is being received for more than `MOMENT`; `None` if there is none."""
        coming = self._coming
        return coming[1] if coming is not None and self._now() - coming[0] >= MOMENT else None

    def feed(self, data: bytes) -> None:
        """Process received bytes."""
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
