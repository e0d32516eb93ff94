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
    """How long a match without players is kept."""

    connections: int = 1000
    """The maximum number of clients that have sent a hello.

    Players who return to their seats are let in beyond that.
    """
    connections_each: int = 100
    """The maximum number of clients from one address that have sent a hello."""
    silent: int = 200
    """The maximum number of connections that have not sent a hello yet. Beyond that the oldest ones are closed."""
    silent_each: int = 50
    """The maximum number of connections from one address that have not sent a hello; further ones are refused."""
    files: int = 200
    files_each: int = 50
    """The maximum number of files that browsers are being sent, in all and to one address."""
    first_message: float = 10.0
    """The maximum time from the first byte of a connection to its hello, including TLS and the handshake."""
    spare_descriptors: int = 128
    """The number of files and sockets that the process can open beside the connections, for journals, logs and bots."""

    rate: float = 20.0
    burst: float = 60.0
    """`rate` and `burst` limit a client's messages; four times as many frames of any kind are accepted."""
    arrival_rate: float = 20.0
    arrival_burst: float = 200.0
    """`arrival_rate` and `arrival_burst` limit the connections from one address."""
    request_rate: float = 20.0
    request_burst: float = 200.0
    """`request_rate` and `request_burst` limit the files that browsers of one address ask for."""
    entry_rate: float = 5.0
    entry_burst: float = 100.0
    """`entry_rate` and `entry_burst` limit an address's requests to join, watch, create, return or get the list."""
    creation_rate: float = 0.1
    creation_burst: float = 10.0
    """`creation_rate` and `creation_burst` limit the matches that one address creates."""
    matches_each: int = 10
    """The maximum number of matches that one address may have."""
    lobbies_each: int = 4
    """The maximum number of matches of one address that have not begun."""
    wrong_keys: int = 5
    """The number of wrong keys that an address may send without a wait. Each further one doubles the wait."""
    first_bar: float = 2.0
    last_bar: float = 600.0
    """The shortest and the longest wait after wrong keys."""

    queue: int = 8_000_000
    """The maximum size of one client's queue; a client with a longer one is cut off."""
    behind: int = 1_000_000
    behind_spectator: int = 250_000
    """The queue size of a player or a spectator beyond which changes are skipped; the newest state is sent later."""
    queues: int = 64_000_000
    """The maximum size of all queues together; beyond that the slowest clients are cut off, spectators first."""
    slow: float = 30.0
    """The maximum time that a client may be behind before it is cut off."""

    call: float = 5.0
    """The processor time after which one call of a plugin is interrupted, which ends its match."""
    thinking: float = 5.0
    """The longest thinking time that a host may give a bot for an answer."""
    bot_processes: int = 1
    """The number of processes for bots."""

    @property
    def samples(self) -> int:
        """The largest number of samples that a host may give a bot for thinking about an answer."""
        return round(SAMPLES * self.thinking)

    @property
    def answer(self) -> float:
        """The maximum time for a bot's answer, including building the game in its process; then the default counts."""
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
        """Undo the counting of one message, because it is counted elsewhere."""
        self._level = min(self._burst, self._level + 1)
