"""What a room needs of its server: connections to send to, and a journal."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from roborally.net.rooms.roster import Member

Result = TypeVar("Result")
Room = TypeVar("Room", contravariant=True)  # `roborally.net.rooms.room.Room`, which imports this module


class RoomHost(Protocol[Room]):
    """What a room needs from its server."""

    def send(self, room: Room, member: Member, data: bytes, *, state: bool) -> None:
        """Send a message to a member if they are connected.

        One that is a `state`, or a change of it, may be left out: who has read too slowly is sent the newest state.
        """

    def is_behind(self, room: Room, member: Member) -> bool:
        """Return whether states have been left out for a member, and the newest one is still to be sent."""

    def delay(self, room: Room, member: Member) -> float:
        """Return how many seconds a message to a member and back took when it was last measured; 0 before that."""

    def part(self, room: Room, member: Member, reason: str) -> None:
        """Close a member's connection; docs/network.md lists the reasons."""

    def work(
        self,
        room: Room,
        job: Callable[[], Result],
        then: Callable[[Callable[[], Result]], None],
        *,
        last: bool = False,
    ) -> None:
        """Run a slow job beside all other matches; the job must not use the room.

        Afterwards `then` is called with a function that returns the job's result or raises its error. A server that
        stops does the `last` jobs, and drops the others.
        """

    def load(self, room: Room, job: Callable[[], Result], then: Callable[[Callable[[], Result]], None]) -> None:
        """Open a saved game as `work` does a job, but behind everything else; raise `DeniedError`.

        So it is if another one from the same address is being opened.
        """

    def begun(self, room: Room) -> None:
        """Note that a match has begun."""

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        """Note that a match has accepted an answer."""

    def changed(self, room: Room) -> None:
        """Note that a player of a match has left for good, or that it is known now who they are."""

    def ended(self, room: Room, reason: str) -> None:
        """Note that a match or a lobby has ended; the reason is one of those of `protocol.Ended`."""
