"""The limits of a server: how much it takes, and how fast."""

from collections.abc import Callable
from dataclasses import dataclass

from roborally.game.match_file import MAX_SEATS


@dataclass(frozen=True)
class Limits:
    """How many matches there are at once, seats and spectators in each, and connections in all.

    A client may send `rate` messages a second and `burst` at once, and four times as many frames, whatever they are;
    what waits to be sent to it may take `queue` bytes.
    Times are in seconds: until the first message of a connection, and for which a match waits when all have gone.
    """

    matches: int = 20
    seats: int = MAX_SEATS
    spectators: int = 100
    connections: int = 1000
    rate: float = 20.0
    burst: float = 60.0
    queue: int = 8_000_000
    first_message: float = 5.0
    abandoned: float = 1800.0


class TokenBucket:
    """Lets `burst` messages through at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        """Begin full; `now` returns seconds."""
        self._rate, self._burst, self._now = rate, burst, now
        self._level, self._at = burst, now()

    def take(self) -> bool:
        """Count one message; return whether it may pass."""
        at = self._now()
        self._level = min(self._burst, self._level + (at - self._at) * self._rate)
        self._at = at
        self._level -= 1
        return self._level >= 0
