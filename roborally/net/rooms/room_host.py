"""The interface of a server for its rooms: connections, jobs in other threads, and the journal."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from roborally.net.rooms.roster import Member

Result = TypeVar("Result")
Room = TypeVar("Room", contravariant=True)  # `roborally.net.rooms.room.Room`, which imports this module


class RoomHost(Protocol[Room]):
    """The services that a server offers to its rooms (`roborally.net.rooms.room.Room`)."""

    def send(self, room: Room, member: Member, data: bytes, *, state: bool) -> None:
        """Send a message to a member if they are connected.

        A message with `state` may be skipped for a member who reads too slowly; they get the newest state later.
        """

    def is_behind(self, room: Room, member: Member) -> bool:
        """Return whether states have been skipped for a member, so that the newest one is still to be sent."""

    def delay(self, room: Room, member: Member) -> float:
        """Return the last measured round trip of a member's connection in seconds; 0 before the first measurement."""

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
        """Run a slow job in another thread; the job must not use the room.

        Afterwards `then` is called with a function that returns the job's result or raises its error. A server that
        stops does the `last` jobs, and drops the others.
        """

    def load(self, room: Room, job: Callable[[], Result], then: Callable[[Callable[[], Result]], None]) -> None:
        """Run a job that opens a saved game, as `work` does, but so that no other job waits for it.

        Raise `DeniedError` while another saved game from the same address is being opened.
        """

    def begun(self, room: Room) -> None:
        """Note that a match has begun."""

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        """Note that a match has accepted the answer of a seat to the question with this id."""

    def changed(self, room: Room) -> None:
        """Note that a player has left a match for good, or has proved who they are."""

    def ended(self, room: Room, reason: str) -> None:
        """Note that a match or a lobby has ended; `reason` is as in `protocol.MatchEnded`."""
