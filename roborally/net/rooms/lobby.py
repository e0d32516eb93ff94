"""The choices of a room's members before the match: robots, the match itself, and the course that the host builds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from roborally.base.errors import Message
from roborally.net.limits import Limits, TokenBucket
from roborally.net.protocol import TABLE, Building, MovePiece, MoveRequest, Refusal, RefuseMove
from roborally.net.rooms.broadcast import Broadcast
from roborally.net.rooms.match_setup import check_bots
from roborally.net.rooms.roster import DeniedError, Member, Roster

BETWEEN_STEPS = 0.25
"""The minimum number of seconds between two steps of a course that the host builds."""
MOVES, MOVES_AT_ONCE = 4.0, 8.0
"""A guest's steps at the host's table: how many per second, and how many at once."""
REASONS: Mapping[Refusal, Message] = {
    "gone": Message.of("somebody else has just moved or removed this piece"),
    "taken": Message.of("there is no room for this piece any more in that place"),
    "full": Message.of("this course has as many boards or checkpoints as it can have"),
    "unknown": Message.of("the host has no such board, or cannot lay it with these rules"),
    "unfit": Message.of("these boards do not go together in one course"),
    "away": Message.of("the host is not at the table just now; try again in a moment"),
}
"""The reasons for refusing a step, as texts for the guest."""


@dataclass
class Lobby:
    """Changes the choices in a `Roster` and sends them to all members; `now` is the clock in seconds."""

    roster: Roster
    broadcast: Broadcast
    bots: Sequence[str]
    limits: Limits
    now: Callable[[], float]
    _built_at: float = float("-inf")

    def choose(self, member: Member, robot: str, *, ready: bool) -> None:
        """Set a member's choices; raise `DeniedError`."""
        self.roster.choose(member, robot, ready)
        self.broadcast.lobby()

    def configure(self, config: dict[str, Any]) -> None:
        """Apply the host's choices; raise `DeniedError`."""
        self.roster.configure(config, partial(check_bots, bots=self.bots, limits=self.limits))
        self.broadcast.lobby()

    def show_building(self, table: Building) -> None:
        """Show all members the course that the host builds; raise `DeniedError` if steps follow too quickly."""
        if self.now() - self._built_at < BETWEEN_STEPS:
            raise DeniedError("wait a moment before you show another course")
        self._built_at = self.now()
        self.roster.table = table
        self.broadcast.lobby()

    def move_piece(self, member: Member, move: MovePiece) -> None:
        """Pass a guest's step at the table on to the host; if that is not possible, send the guest the reason."""
        host = self.roster.host
        if member.watching or host is None or not self.roster.table.open:
            self._refuse(member, Message.of("the host lets nobody else move pieces now"))
        elif not host.connected:
            self._refuse(member, REASONS["away"])
        elif not self._moves_of(member).take():
            self._refuse(member, Message.of("that was too fast; wait a moment before you move another piece"))
        else:
            self.broadcast.send(host, MoveRequest(member.id, member.name, move.before, move.after))

    def refuse_move(self, refusal: RefuseMove) -> None:
        """Send a guest the host's reason for refusing their step."""
        member = self.roster.members.get(refusal.member)
        if member is not None and not (member.host or member.watching):
            self._refuse(member, REASONS[refusal.reason])

    def _moves_of(self, member: Member) -> TokenBucket:
        if member.moves is None:
            member.moves = TokenBucket(MOVES, MOVES_AT_ONCE, self.now)
        return member.moves

    def _refuse(self, member: Member, why: Message) -> None:
        self.broadcast.reject(member, why, TABLE)
