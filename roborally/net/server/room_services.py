"""The services of a server for its rooms: connections, slow jobs in other threads, and the journal."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from roborally.base.errors import Message
from roborally.net.person import server_id
from roborally.net.protocol import LocalizedText, Refused, encode
from roborally.net.rooms.room import Room
from roborally.net.rooms.room_host import Result
from roborally.net.rooms.roster import DeniedError, Member
from roborally.net.server.channel import GOING, POLICY, Channel
from roborally.net.server.creation import Creation
from roborally.net.server.kept_matches import KeptMatches
from roborally.net.server.side_work import SideWork
from roborally.net.server_log import log


@dataclass
class RoomServices:
    """Serves all rooms as a `RoomHost`; `channels` are the connections, by room code and member id.

    `guarded` runs an action of a room so that a fault ends that room alone, `drop` forgets a closed one. `side` makes
    saved games and records, `loading` opens uploads, so that no other job waits for uploads.
    """

    channels: MutableMapping[tuple[str, int], Channel]
    creation: Creation
    kept: KeptMatches
    guarded: Callable[[Room, Callable[[], None]], None]
    drop: Callable[[str], None]
    side: SideWork = field(default_factory=lambda: SideWork("roborally-server-work"))
    loading: SideWork = field(default_factory=lambda: SideWork("roborally-server-loading"))
    _loading_for: set[str] = field(default_factory=set)
    """The addresses whose saved games are being opened."""

    def send(self, room: Room, member: Member, data: bytes, *, state: bool) -> None:
        """Send a message to a member if they are connected."""
        channel = self.channels.get((room.code, member.id))
        if channel is not None:
            channel.send(data, state=state)

    def is_behind(self, room: Room, member: Member) -> bool:
        """Return whether a member has not been sent the newest state yet, because they read too slowly."""
        channel = self.channels.get((room.code, member.id))
        return channel is not None and channel.behind

    def delay(self, room: Room, member: Member) -> float:
        """Return the round trip of a member's connection in seconds, 0 if it is not known."""
        channel = self.channels.get((room.code, member.id))
        return channel.socket.latency if channel is not None else 0.0

    def part(self, room: Room, member: Member, reason: str) -> None:
        """Close a member's connection for good, because the host has removed them."""
        channel = self.channels.pop((room.code, member.id), None)
        if channel is not None:
            text = LocalizedText.spoken(Message.of("the host has removed you"), member.page)
            channel.send(encode(Refused(reason, text, server_id(room.key))))
            channel.end(POLICY, reason)

    def part_silently(self, room: Room, member: Member) -> None:
        """Close the old connection of a member who comes back: it is dead, or belongs to another window."""
        channel = self.channels.pop((room.code, member.id), None)
        if channel is not None:
            channel.end(POLICY, "elsewhere")

    def work(
        self,
        room: Room,
        job: Callable[[], Result],
        then: Callable[[Callable[[], Result]], None],
        *,
        last: bool = False,
    ) -> None:
        """Run a job in another thread; then call `then` on the event loop with a function that returns its result."""
        self.side.submit(job, lambda result: self.guarded(room, partial(then, result)), last=last)

    def load(self, room: Room, job: Callable[[], Result], then: Callable[[Callable[[], Result]], None]) -> None:
        """Open a saved game in a separate thread; raise `DeniedError` if one from the same address is being opened."""
        address = self.creation.creator(room.code)
        if address in self._loading_for:
            raise DeniedError("another saved game from your address is being opened; try again in a moment")
        self._loading_for.add(address)

        def done(found: Callable[[], Result]) -> None:
            self._loading_for.discard(address)
            then(found)

        self.loading.submit(job, lambda result: self.guarded(room, partial(done, result)))

    def begun(self, room: Room) -> None:
        """Record the beginning of a match in the journal."""
        assert room.running_match is not None, "it has just begun"
        log(
            "begun",
            match=room.code,
            mode=room.running_match.game.config.match.mode,
            seats=len(room.running_match.game.seats),
        )
        self.kept.begun(room)

    def noted(self, room: Room, seat: int, id_: str, answer: Any) -> None:
        """Record an answer in the journal."""
        self.kept.noted(room, seat, id_, answer)

    def changed(self, room: Room) -> None:
        """Record the current players in the journal."""
        self.kept.changed(room)

    def ended(self, room: Room, reason: str) -> None:
        """Delete the journal of a match that has ended; drop a room that is closed."""
        log("ended", match=room.code)
        self.kept.ended(room, reason)
        if room.closed:
            self.drop(room.code)
        for key in [key for key in self.channels if key[0] == room.code]:
            member = room.roster.members.get(key[1])
            if room.closed or member is None or member.gone:
                self.channels.pop(key).end(GOING, "closed" if reason == "closed" else "ended")
