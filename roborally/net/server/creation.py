"""Decides who may create a match on a server, by key and by the number of matches of an address."""

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from roborally.net.limits import Limits
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.addresses import Visitors
from roborally.net.server_log import log


def too_many() -> DeniedError:
    """Return the refusal for an address that makes too many requests."""
    return DeniedError("too many requests have come from your address; try again in a moment")


@dataclass
class Creation:
    """Decides who may create matches; `rooms` are all rooms of the server by code, `key` is empty if none is needed."""

    limits: Limits
    key: str
    rooms: Mapping[str, Room]
    _creators: dict[str, str] = field(default_factory=dict)

    def note(self, code: str, address: str) -> None:
        """Note that an address has created the room with this code."""
        self._creators[code] = address

    def forget(self, code: str) -> None:
        """Forget the creator of a room that is closed."""
        self._creators.pop(code, None)

    def creator(self, code: str) -> str:
        """Return the address that created a room, empty for a room from before the server restarted."""
        return self._creators.get(code, "")

    def of(self, address: str) -> list[Room]:
        """Return the rooms that an address has created."""
        return [self.rooms[code] for code, creator in self._creators.items() if creator == address]

    def deserted(self, address: str) -> list[Room]:
        """Return the empty matches of an address that end when the address creates another match.

        A player who creates another match does not come back to a lobby. They may come back to a running match, so a
        running match ends only if the address could not create another one otherwise.
        """
        own = self.of(address)
        too_many = len(own) >= self.limits.matches_each
        return [
            room
            for room in own
            if (too_many or room.running_match is None)
            and not any(member.connected for member in room.roster.members.values())
        ]

    def check_key(self, key: str, visitors: Visitors) -> None:
        """Raise `DeniedError` for a wrong key, and for any key of an address that has sent too many wrong ones."""
        if not self.key:
            return
        if wait := visitors.barred():
            raise DeniedError(
                "too many wrong keys have come from your address; wait {seconds} seconds", seconds=math.ceil(wait)
            )
        if secrets.compare_digest(key.encode(), self.key.encode()):
            visitors.wrong_keys = 0
            return
        if key:  # a client without a key is not guessing
            visitors.note_wrong_key()
            log("wrong key", address=visitors.address, count=visitors.wrong_keys)
        raise DeniedError("you need the key of this server to create a match on it")

    def check_room(self, visitors: Visitors) -> None:
        """Raise `DeniedError` if an address may not create one more match now."""
        own = [room for room in self.of(visitors.address) if not room.ending]
        if len([room for room in own if room.running_match is None]) >= self.limits.lobbies_each:
            raise DeniedError("{count} matches from your address have not begun yet", count=self.limits.lobbies_each)
        if len(own) >= self.limits.matches_each:
            raise DeniedError("your address has {count} matches on this server", count=self.limits.matches_each)
        if len(self.rooms) >= self.limits.matches:
            raise DeniedError("this server takes no more matches")
        if not visitors.creations.take():
            raise too_many()
