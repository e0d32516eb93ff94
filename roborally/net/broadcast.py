"""Sends to the members of a room: messages, the state of the lobby, the list of members."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from roborally.net.protocol import MemberList, encode
from roborally.net.roster import Member, Roster

PAUSE = 1.0
"""Seconds between two news about spectators."""


@dataclass
class Broadcast:
    """Tells the members of a `Roster`; `hand_over` brings bytes to one of them, `now` is the clock in seconds."""

    party: Roster
    hand_over: Callable[[Member, bytes], None]
    now: Callable[[], float]
    is_due: bool = False
    """Whether there is something about spectators that not everybody has been told."""
    _lobby: bytes = b""
    _told_at: float = float("-inf")

    def send(self, member: Member, message: Any) -> None:
        """Tell one member."""
        self.hand_over(member, encode(message))

    def send_all(self, message: Any) -> None:
        """Tell everybody the same."""
        data = encode(message)
        for member in self.party.members.values():
            self.hand_over(member, data)

    def lobby(self, newcomer: Member | None = None) -> None:
        """Tell everybody what is chosen and who is there, unless that is what they know; a newcomer always.

        What goals a seat has to itself only the host knows, who has set them.
        """
        full = encode(self.party.lobby())
        news, self._lobby = full != self._lobby, full
        public = encode(self.party.lobby(public=True))
        for member in self.party.members.values():
            if news or member is newcomer:
                self.hand_over(member, full if member.host else public)

    def members(self, players: Sequence[str], changed: Member | None = None) -> None:
        """Tell everybody who is there and who plays each seat.

        That a spectator has come or gone (`changed`) all others hear once a second.
        """
        message = MemberList(self.party.states(players))
        if changed is not None and changed.watching:
            self.send(changed, message)
            self.is_due = True
        else:
            self.send_all(message)
            self.is_due, self._told_at = False, self.now()

    def is_late(self) -> bool:
        """Return whether it is time for what is due."""
        return self.is_due and self.now() - self._told_at >= PAUSE
