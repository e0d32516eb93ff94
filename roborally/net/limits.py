"""The limits of a server: how much it accepts, and how fast."""

from collections.abc import Callable
from dataclasses import dataclass

from roborally.game.match_file import MAX_SEATS

SAMPLES = 200
"""How many samples count as much as a second of thinking."""


@dataclass(frozen=True)
class Limits:
    """How much a server accepts. Times are in seconds, sizes in bytes, rates in how many a second.

    A rate goes with a burst, which is how many may come at once. An address is that of a machine by IPv4, and a network
    of 64 bits by IPv6 (`roborally.net.server.addresses`); a household or an office often has one for all.
    """

    matches: int = 20
    seats: int = MAX_SEATS
    """In one match, those of bots included."""
    spectators: int = 100
    """Of one match."""
    abandoned: float = 1800.0
    """How long a match without players is kept."""

    connections: int = 1000
    """Clients that have said hello, in all. Players who come back to their seats are let in beyond that."""
    connections_each: int = 100
    """Clients of one address that have said hello."""
    silent: int = 200
    """Connections that have not said hello yet. When there are more, the oldest ones have to go."""
    silent_each: int = 50
    """The same of one address; further ones are not accepted."""
    first_message: float = 5.0
    """How long a connection may take from its first byte to its hello, TLS and the handshake included."""
    spare_descriptors: int = 128
    """How many files and sockets the process can open beside the connections: for journals, logs and bots."""

    rate: float = 20.0
    burst: float = 60.0
    """Messages of a client, and four times as many frames of any kind."""
    arrival_rate: float = 20.0
    arrival_burst: float = 200.0
    """Connections from one address."""
    entry_rate: float = 5.0
    entry_burst: float = 100.0
    """Requests from one address to join, watch, create, come back or be sent the list."""
    creation_rate: float = 0.1
    creation_burst: float = 10.0
    """Matches that one address creates."""
    matches_each: int = 10
    """Matches of one address."""
    lobbies_each: int = 4
    """Matches of one address that have not begun."""
    wrong_keys: int = 5
    """Wrong keys of one address without consequence. After each further one it has to wait, each time twice as long."""
    first_bar: float = 2.0
    last_bar: float = 600.0
    """The shortest and the longest of these waits."""

    queue: int = 8_000_000
    """What may wait for one client; one for whom more waits is cut off."""
    behind: int = 1_000_000
    behind_spectator: int = 250_000
    """What may wait for a player, or a spectator, before changes are left out; they are sent the newest state later."""
    queues: int = 64_000_000
    """What may wait for all clients together; beyond that the slowest are cut off, spectators first."""
    slow: float = 30.0
    """How long a client may be behind before it is cut off."""

    call: float = 5.0
    """How much processor time one call of a plugin may take before it is interrupted, and its match set aside."""
    thinking: float = 5.0
    """How long a host may let a bot think about an answer."""
    bot_processes: int = 1
    """In how many processes bots think."""

    @property
    def samples(self) -> int:
        """The most samples that a host may let a bot take for an answer."""
        return round(SAMPLES * self.thinking)

    @property
    def answer(self) -> float:
        """How long an answer of a bot may take, before it gets the default; its process builds the game, too."""
        return 2 * self.thinking


class TokenBucket:
    """A token bucket: lets `burst` messages through at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        """Start with a full bucket; `now` returns seconds."""
        self._rate, self._burst, self._now = rate, burst, now
        self._level, self._at = burst, now()

    def take(self) -> bool:
        """Count one message; return whether it is allowed. One that is not leaves the bucket as it is."""
        at = self._now()
        self._level = min(self._burst, self._level + (at - self._at) * self._rate)
        self._at = at
        if self._level < 1:
            return False
        self._level -= 1
        return True
