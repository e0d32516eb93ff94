"""The host's request to take a match home, which is to give all players an unsealed saved game (CLI-R13)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from roborally.net.protocol import FromServer, HomeRequest
from roborally.net.rooms.roster import DeniedError, Member, Roster

PAUSE = 120.0
"""Seconds between a refusal and the next request."""


@dataclass
class HomeRequests:
    """Handles requests to take the match home, one at a time, which end with their turn; `now` is in seconds.

    All players are asked except those who have left for good; absent ones have not agreed yet. Bots are not asked.
    """

    roster: Roster
    send: Callable[[Member, FromServer], None]
    now: Callable[[], float]
    _number: int = 0
    _turn: int = -1
    """The turn of the open request, -1 if there is none."""
    _agreed: set[int] = field(default_factory=set)
    _refused_at: float = float("-inf")

    def ask(self, host: Member, turn: int) -> None:
        """Ask all players on behalf of the host, who agrees; raise `DeniedError` if that is not possible now."""
        if self._turn >= 0:
            raise DeniedError("you have asked already; wait for the answers")
        if any(member.kicked for member in self.roster.members.values()):  # not for their answers
            raise DeniedError("a player has been removed from this match, so it cannot be saved for all players")
        left = self._refused_at + PAUSE - self.now()
        if left > 0:
            raise DeniedError("somebody has refused; you can ask again in {count} seconds", count=round(left) or 1)
        self._number += 1
        self._turn, self._agreed = turn, {host.id}
        self._notify_all("open")

    def answer(self, member: Member, request: int, *, agreed: bool) -> None:
        """Take a player's answer; raise `DeniedError` for spectators. An answer to an earlier request is ignored."""
        if member.watching:
            raise DeniedError("only players are asked")
        if self._turn < 0 or request != self._number or member.id in self._agreed:
            return
        if agreed:
            self._agreed.add(member.id)
            self._notify_all("open")
        else:
            self._refused_at = self.now()
            self._turn = -1
            self._notify_all("refused", member.name)

    def take_agreed(self) -> tuple[int, list[Member]] | None:
        """End a request that all have accepted; return its turn and the players with a window, who can keep a file.

        Return `None` if there is no request, or if answers are missing.
        """
        if self._turn < 0 or self._missing():
            return None
        turn, self._turn = self._turn, -1
        self._notify_all("agreed")
        return turn, [member for member in self._asked() if not member.page]

    def end_before(self, turn: int) -> None:
        """End the open request if it belongs to an earlier turn."""
        if self._turn < turn:
            self.end()

    def end(self) -> None:
        """End the open request, if there is one."""
        if self._turn >= 0:
            self._turn = -1
            self._notify_all("over")

    def notify(self, member: Member) -> None:
        """Send the open request, if any, to a player who has come back."""
        if self._turn >= 0 and member in self._asked():
            self.send(member, self._message(member, "open"))

    def _asked(self) -> list[Member]:
        return [member for member in self.roster.lasting() if not member.gone]

    def _missing(self) -> list[Member]:
        return [member for member in self._asked() if member.id not in self._agreed]

    def _notify_all(self, state: str, refused: str = "") -> None:
        for member in self._asked():
            self.send(member, self._message(member, state, refused))

    def _message(self, member: Member, state: str, refused: str = "") -> HomeRequest:
        missing = self._missing() if self._turn >= 0 else []
        seen = [other.name for other in missing if member.host or other is member]
        host = self.roster.host.name if self.roster.host is not None else ""
        return HomeRequest(self._number, host, state, seen, refused if member.host else "")
