"""The limits of a server: how much it accepts, and how fast."""

from collections.abc import Callable
from dataclasses import dataclass

from roborally.game.match_file import MAX_SEATS

SAMPLES = 200
"""The number of samples (a bot's limit for thinking) that counts as much as a second of thinking."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server. Times are in seconds, sizes in bytes, rates per second.

    Each rate has a burst, the number that may come at once. An address is a whole IPv4 address, or an IPv6 network of
    64 bits (`roborally.net.server.addresses`); all machines of a household or an office often share one.
    """

    matches: int = 20
    seats: int = MAX_SEATS
    """The maximum number of seats in a match, including those of bots."""
    spectators: int = 100
    """The maximum number of spectators of a match."""
    abandoned: float = 1800.0
    """The time in seconds that a match without players is kept."""

    connections: int = 1000
    """The maximum number of clients that have sent a hello; players who return to their seats may exceed it."""
    connections_each: int = 100
    """The maximum number of clients from one address that have sent a hello."""
    silent: int = 200
    """The maximum number of connections that have not sent a hello yet. Beyond that the oldest ones are closed."""
    silent_each: int = 50
    """The maximum number of connections from one address that have not sent a hello; further ones are refused."""
    files: int = 200
    files_each: int = 50
    """The maximum number of files that browsers are sent at a time: in all (`files`), to one address (`files_each`)."""
    first_message: float = 10.0
    """The maximum seconds from the first byte of a connection to its hello, including TLS and the handshake."""
    spare_descriptors: int = 128
    """The number of files and sockets that the process can open beside the connections, for journals, logs and bots."""

    rate: float = 20.0
    burst: float = 60.0
    """A client may send `burst` messages at once and `rate` a second; of frames of any kind, four times as many."""
    arrival_rate: float = 20.0
    arrival_burst: float = 200.0
    """An address may open `arrival_burst` connections at once, and `arrival_rate` a second."""
    request_rate: float = 20.0
    request_burst: float = 200.0
    """Browsers of one address may ask for `request_burst` files at once, and `request_rate` a second."""
    entry_rate: float = 5.0
    entry_burst: float = 100.0
    """An address may ask `entry_burst` times at once, `entry_rate` a second, to join, watch, create, return or list."""
    creation_rate: float = 0.1
    creation_burst: float = 10.0
    """An address may create `creation_burst` matches at once, and `creation_rate` a second."""
    matches_each: int = 10
    """The maximum number of matches that one address may have."""
    lobbies_each: int = 4
    """The maximum number of matches of one address that have not begun."""
    wrong_keys: int = 5
    """The number of wrong keys that an address may send without a wait. Each further one doubles the wait."""
    first_bar: float = 2.0
    last_bar: float = 600.0
    """The shortest (`first_bar`) and the longest (`last_bar`) wait after wrong keys, in seconds."""

    queue: int = 8_000_000
    """The maximum size of one client's queue in bytes; a client with a longer one is cut off."""
    behind: int = 1_000_000
    behind_spectator: int = 250_000
    """The queued bytes beyond which a player (`behind`) or spectator misses changes; the newest state is sent later."""
    queues: int = 64_000_000
    """The maximum bytes of all queues together; beyond that the slowest clients are cut off, spectators first."""
    slow: float = 30.0
    """The time in seconds that a client may be behind before it is cut off."""

    call: float = 5.0
    """The seconds of processor time after which one call of a plugin is interrupted, which ends its match."""
    thinking: float = 5.0
    """The longest thinking time in seconds that a host may give a bot for an answer."""
    bot_processes: int = 1
    """The number of processes for bots."""

    @property
    def samples(self) -> int:
        """The largest number of samples that a host may give a bot for thinking about an answer."""
        return round(SAMPLES * self.thinking)

    @property
    def answer(self) -> float:
        """The maximum seconds for a bot's answer, including building its game; then the default answer is used."""
        return 2 * self.thinking


class TokenBucket:
    """A token bucket: allows `burst` messages at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        """Start with a full bucket; `now()` returns the time in seconds."""
        self._rate, self._burst, self._now = rate, burst, now
        self._level, self._at = burst, now()

    def take(self) -> bool:
        """Count one message; return whether it is allowed. A refused one leaves the bucket as it is."""
        at = self._now()
        self._level = min(self._burst, self._level + (at - self._at) * self._rate)
        self._at = at
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def give_back(self) -> None:
        """Undo one `take`, because another bucket counts that message."""
        self._level = min(self._burst, self._level + 1)
