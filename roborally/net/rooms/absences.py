"""Tracks which players of a room have lost the connection, and for how long."""

from collections.abc import Callable
from dataclasses import dataclass

from roborally.net.rooms.roster import Member, Roster

AWAY_SECONDS = 20.0
"""Seconds that the match waits for a player who lost the connection before a bot takes over."""
LOBBY_AWAY_SECONDS = 60.0
"""Seconds that a disconnected member keeps their place in a lobby."""
PAGE_AWAY_SECONDS, PAGE_LOBBY_AWAY_SECONDS = 90.0, 300.0
"""`AWAY_SECONDS` and `LOBBY_AWAY_SECONDS` for pages in browsers: a locked phone loses its connection."""
NOTICED_SECONDS = 5.0
"""Seconds of absence after which all others are sent the notice that a player is back."""
BLIND_SECONDS = 60.0
"""Seconds that the match waits for a connected player to receive its state before a bot takes over."""


@dataclass
class Absences:
    """The absences of the players and the host in a `Roster`; `now` returns the time in seconds."""

    roster: Roster
    now: Callable[[], float]

    def away(self, longer_than: float = float("-inf")) -> list[Member]:
        """Return the members who have been disconnected for more than `longer_than` seconds and may come back."""
        return [
            member
            for member in self.roster.lasting()
            if not (member.connected or member.gone) and self.now() - member.away_since > longer_than
        ]

    def too_long(self, *, in_match: bool) -> list[Member]:
        """Return the members who have been away for too long; in a match also those who lacked its state too long."""
        window, page = (AWAY_SECONDS, PAGE_AWAY_SECONDS) if in_match else (LOBBY_AWAY_SECONDS, PAGE_LOBBY_AWAY_SECONDS)
        late = [member for member in self.away() if self.now() - member.away_since > (page if member.page else window)]
        return [*late, *self.blind(BLIND_SECONDS)] if in_match else late

    def blind(self, longer_than: float = float("-inf")) -> list[Member]:
        """Return the connected members who have lacked the state of the match for more than `longer_than` seconds."""
        return [
            member
            for member in self.roster.lasting()
            if member.connected and member.blind_since is not None and self.now() - member.blind_since > longer_than
        ]

    def nobody_is_here(self) -> bool:
        """Return whether neither a player nor the host is connected."""
        return not any(member.connected for member in self.roster.lasting())

    def have_all_given_up(self, seconds: float) -> bool:
        """Return whether all players and the host have left, or been disconnected for more than these seconds."""
        waited_for = [member for member in self.roster.lasting() if not member.gone]
        return len(self.away(seconds)) == len(waited_for)
