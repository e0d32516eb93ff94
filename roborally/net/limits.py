"""The limits of a server: how much it accepts, and how fast."""

from collections.abc import Callable
from dataclasses import dataclass

from roborally.game.match_file import MAX_SEATS

SAMPLES = 200
"""How many samples count as much as a second of thinking."""


@dataclass(frozen=True)
class Limits:
    """Limits for matches in total, seats and spectators per match, and connections in total.

    A client may send `rate` messages a second and `burst` at once, and four times as many frames of any kind. At most
    `queue` bytes may be queued for it. Times are in seconds: to wait for a connection's first message, and for which an
    empty match is kept.

    A host may let a bot think for `thinking` seconds about an answer; one that has not answered after `answer` seconds
    gets the default. Bots think in `bot_processes` processes.
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
    thinking: float = 5.0
    bot_processes: int = 1

    @property
    def samples(self) -> int:
        """The most samples that a host may let a bot take for an answer."""
        return round(SAMPLES * self.thinking)

    @property
    def answer(self) -> float:
        """The longest time in seconds that an answer of a bot may take; its process has to build the game, too."""
        return 2 * self.thinking


class TokenBucket:
    """A token bucket: lets `burst` messages through at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        """Start with a full bucket; `now` returns seconds."""
        self._rate, self._burst, self._now = rate, burst, now
        self._level, self._at = burst, now()

    def take(self) -> bool:
        """Count one message; return whether it is allowed."""
        at = self._now()
        self._level = min(self._burst, self._level + (at - self._at) * self._rate)
        self._at = at
        self._level -= 1
        return self._level >= 0
