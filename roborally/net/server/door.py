"""Decides which connections a server keeps before it reads from them, and counts them by address.

A connection is *silent* until it has sent a valid hello, or has asked for a file as a browser does. Silent ones are few
and have little time, so that clients cannot use up the server's descriptors with connections that send nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from roborally.net.limits import Limits
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.addresses import Addresses, Visitors, address_of
from roborally.net.server_log import log

PROXY = ""
"""Stands for the address of a connection through a proxy whose header has not been read yet."""


@dataclass(eq=False)
class Visit:
    """An open connection as the door counts it; `turn_away()` closes it at once."""

    visitors: Visitors
    turn_away: Callable[[], None]
    silent: bool = True
    file: bool = False
    """Whether a browser receives a file through this connection."""
    over: bool = False

    @property
    def address(self) -> str:
        """The address for which the connection counts."""
        return self.visitors.address


@dataclass
class Door:
    """Counts all open connections, at most `most`; with `behind_proxy` a header contains the client's address."""

    limits: Limits
    now: Callable[[], float]
    most: int
    behind_proxy: bool = False
    spoken: int = 0
    """The number of connections that have sent a hello."""
    addresses: Addresses = field(init=False)
    _files: dict[Visit, None] = field(default_factory=dict)
    _silent: dict[str, dict[Visit, None]] = field(default_factory=dict)
    """The connections that have not sent a hello, by address, the oldest first."""
    _silent_count: int = 0

    def __post_init__(self) -> None:
        self.addresses = Addresses(self.limits, self.now)

    def __len__(self) -> int:
        """Return how many connections are open."""
        return self.spoken + self._silent_count + len(self._files)

    # --- coming and going -----------------------------------------------------------------------------------------

    def knock(self, host: str, turn_away: Callable[[], None]) -> Visit | None:
        """Return the visit of a new connection, which `turn_away()` closes; `None` if it must be closed at once."""
        visitors = self.addresses.of(PROXY if self.behind_proxy else address_of(host))
        if visitors.address != PROXY and not self._may_come(visitors):
            return None
        if not self._make_room():
            log("refused", address=visitors.address, reason="connections")
            return None
        visit = Visit(visitors, turn_away)
        self._add(visit)
        return visit

    def forwarded(self, visit: Visit, host: str) -> bool:
        """Count a proxy's connection for the client address `host`; return whether the connection may stay open."""
        visitors = self.addresses.of(address_of(host))
        if visit.over or not self._may_come(visitors):
            return False
        self._remove(visit)
        visit.visitors = visitors
        self._add(visit)
        return True

    def note_hello(self, visit: Visit, *, returning: bool) -> bool:
        """Note the hello of a client, who may be `returning` to a seat; return whether the server is full.

        Raise `DeniedError` if there are too many clients of this address.
        """
        if visit.visitors.spoken >= self.limits.connections_each:
            log("refused", address=visit.address, reason="connections of one address")
            raise DeniedError("there are too many connections from your address")
        if visit.over or (self.spoken >= self.limits.connections and not returning):
            return True
        self._remove(visit)
        visit.silent = False
        self._add(visit)
        return False

    def note_file(self, visit: Visit) -> bool:
        """Note that a browser asks for a file; return whether it may have it.

        Files count apart: they take no place of players from the same address.
        """
        visitors, limits = visit.visitors, self.limits
        visitors.arrivals.give_back()
        if visitors.files >= limits.files_each or len(self._files) >= limits.files or not visitors.requests.take():
            log("refused", address=visit.address, reason="files")
            return False
        if not visit.over:
            self._remove(visit)
            visit.silent, visit.file = False, True
            self._add(visit)
        return not visit.over

    def leave(self, visit: Visit) -> None:
        """Note that a connection has ended; further calls have no effect."""
        if not visit.over:
            self._remove(visit)
            visit.over = True

    def turn_all_away(self) -> None:
        """Close all connections that have not said hello."""
        for visit in [*self._files, *(visit for visits in self._silent.values() for visit in visits)]:
            self._turn_away(visit)

    # --- counting -------------------------------------------------------------------------------------------------

    def _may_come(self, visitors: Visitors) -> bool:
        """Return whether an address may have one more silent connection."""
        if not visitors.arrivals.take():
            log("refused", address=visitors.address, reason="rate")
            return False
        if len(self._silent.get(visitors.address, ())) >= self.limits.silent_each:
            log("refused", address=visitors.address, reason="silent connections")
            return False
        return True

    def _make_room(self) -> bool:
        """Return whether there is room for another connection, after closing a silent one if necessary.

        The oldest silent one of the address with the most of them is closed: it has had time to send a hello.
        """
        if self._silent_count < self.limits.silent and len(self) < self.most:
            return True
        crowd = max(self._silent.values(), key=len, default=None)
        if crowd is None:
            return False
        self._turn_away(next(iter(crowd)))
        return True

    def _turn_away(self, visit: Visit) -> None:
        self.leave(visit)
        visit.turn_away()

    def _add(self, visit: Visit) -> None:
        visit.visitors.connections += 1
        if visit.silent:
            self._silent_count += 1
            self._silent.setdefault(visit.address, {})[visit] = None
        elif visit.file:
            self._files[visit] = None
            visit.visitors.files += 1
        else:
            self.spoken += 1
            visit.visitors.spoken += 1

    def _remove(self, visit: Visit) -> None:
        visit.visitors.connections -= 1
        if visit.silent:
            self._silent_count -= 1
            crowd = self._silent[visit.address]
            del crowd[visit]
            if not crowd:
                del self._silent[visit.address]
        elif visit.file:
            del self._files[visit]
            visit.visitors.files -= 1
        else:
            self.spoken -= 1
            visit.visitors.spoken -= 1
