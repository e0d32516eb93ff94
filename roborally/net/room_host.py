"""What a room needs of its server: connections to send to, and a journal."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from roborally.net.roster import Member

Result = TypeVar("Result")
Room = TypeVar("Room", contravariant=True)  # `roborally.net.room.Room`, which imports this module


class RoomHost(Protocol[Room]):
    """What a room needs of whoever keeps it."""

    def send(self, room: Room, member: Member, data: bytes) -> None:
        """Send a message to somebody, if he is connected."""

    def part(self, room: Room, member: Member, reason: str) -> None:
        """End somebody's connection; docs/network.md has the reasons."""

    def work(self, room: Room, job: Callable[[], Result], then: Callable[[Callable[[], Result]], None]) -> None:
        """Let something be done that takes long, beside all other matches; it knows nothing of the room.

        Afterwards `then` is called with what returns the result, or raises what the job has raised.
        """

    def begun(self, room: Room) -> None:
        """Take note that a match has begun."""

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        """Take note that a match has taken an answer."""

    def gone(self, room: Room) -> None:
        """Take note that somebody has gone for good while a match goes on."""

    def ended(self, room: Room, reason: str) -> None:
        """Take note that a match, or a lobby, has ended; the reason is one of those of `protocol.Ended`."""
