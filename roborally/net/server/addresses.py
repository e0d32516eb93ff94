"""The server's record of client addresses: how much they have requested, and their wrong keys.

An address is a whole IPv4 address, or an IPv6 network of 64 bits, because one machine may use all of it.
"""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address

from roborally.net.limits import Limits, TokenBucket

MAX_KNOWN = 4096
"""The maximum number of remembered addresses without a connection; those unused for longest are forgotten first."""
IPV6_PREFIX = 64
MAX_DOUBLED = 32
"""The number of doublings after which any wait after wrong keys has reached its maximum."""
_PORT = re.compile(r"\A(?:([0-9.]+):\d+|\[(.*)\](?::\d+)?)\Z")
"""Matches an address with a port, as some proxies write it; the port differs with each connection."""


def address_of(host: str) -> str:
    """Return an IP address without a port as the server counts it, IPv6 as a network; any other text is unchanged."""
    try:
        address = ip_address(_PORT.sub(r"\1\2", host).partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, IPV6_PREFIX), strict=False))
    return str(address)


@dataclass
class Visitors:
    """The connections and requests from one address; token buckets limit them."""

    address: str
    limits: Limits
    now: Callable[[], float]
    connections: int = 0
    """The number of open connections, including those that have not sent a hello."""
    spoken: int = 0
    """The number of open connections that have sent a hello."""
    files: int = 0
    """The number of open connections of browsers that are sent a file."""
    wrong_keys: int = 0
    arrivals: TokenBucket = field(init=False)
    requests: TokenBucket = field(init=False)
    entries: TokenBucket = field(init=False)
    creations: TokenBucket = field(init=False)
    _barred_until: float = float("-inf")

    def __post_init__(self) -> None:
        limits = self.limits
        self.arrivals = TokenBucket(limits.arrival_rate, limits.arrival_burst, self.now)
        self.requests = TokenBucket(limits.request_rate, limits.request_burst, self.now)
        self.entries = TokenBucket(limits.entry_rate, limits.entry_burst, self.now)
        self.creations = TokenBucket(limits.creation_rate, limits.creation_burst, self.now)

    def barred(self) -> float:
        """Return the seconds during which keys of this address are refused unread; 0 if there is no such wait."""
        return max(0.0, self._barred_until - self.now())

    def note_wrong_key(self) -> None:
        """Count a wrong key; beyond `Limits.wrong_keys`, each one doubles the wait."""
        if self.now() - self._barred_until > self.limits.last_bar:
            self.wrong_keys = 0
        self.wrong_keys += 1
        doubled = min(self.wrong_keys - self.limits.wrong_keys - 1, MAX_DOUBLED)
        wait = min(self.limits.last_bar, self.limits.first_bar * 2.0**doubled) if doubled >= 0 else 0.0
        self._barred_until = self.now() + wait


@dataclass
class Addresses:
    """The addresses that have been seen lately; memory is bounded, however many come."""

    limits: Limits
    now: Callable[[], float]
    _known: OrderedDict[str, Visitors] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._known)

    def of(self, address: str) -> Visitors:
        """Return the record of an address, a new one if it is not remembered."""
        found = self._known.get(address)
        if found is None:
            found = self._known[address] = Visitors(address, self.limits, self.now)
            self._forget()
        self._known.move_to_end(address)
        return found

    def _forget(self) -> None:
        """Forget the address unused for longest if there are too many; addresses with open connections stay."""
        if len(self._known) <= MAX_KNOWN:
            return
        idle = next((address for address, found in self._known.items() if not found.connections), None)
        if idle is not None:
            del self._known[idle]
