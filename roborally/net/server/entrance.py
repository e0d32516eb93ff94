"""Lets clients in: to a new place, to their own seat, or to the end of a match that they missed."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from roborally.base.errors import Message
from roborally.base.translation import known_language
from roborally.game.records.sealed_file import SealKey
from roborally.net.limits import Limits
from roborally.net.person import is_proved, server_id
from roborally.net.protocol import (
    PROTOCOL,
    Hello,
    LocalizedText,
    MatchList,
    Person,
    Refused,
    Who,
    decode_client,
    encode,
)
from roborally.net.rooms.endings import Endings
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import DeniedError, Member, check_name
from roborally.net.server.addresses import Visitors
from roborally.net.server.channel import GOING, POLICY, TRY_LATER, Channel
from roborally.net.server.creation import too_many
from roborally.net.server.door import Door, Visit
from roborally.net.server.room_services import RoomServices
from roborally.net.server_log import log


@dataclass(frozen=True)
class Entrance:
    """Lets clients in; `create` makes a room or raises `DeniedError`, and `rooms` are the existing ones, by code."""

    limits: Limits
    door: Door
    seal: SealKey
    rooms: Mapping[str, Room]
    create: Callable[[Hello, Visitors], Room]
    endings: Endings
    services: RoomServices

    async def enter(self, channel: Channel, hello: Any, visit: Visit) -> tuple[Room, Member] | None:
        """Let in a client by its first message; return its room and member, `None` if its connection ends."""
        if not isinstance(hello, Hello):
            raise ValueError("a connection begins with hello")
        page = known_language(hello.page) if hello.page else ""
        hello = msgspec.structs.replace(hello, page=page)
        if hello.protocol != PROTOCOL:
            text = Message.of(
                "the server has version {server} of the network protocol, your game has version {game}",
                server=PROTOCOL,
                game=hello.protocol,
            )
            self._refuse(channel, page, "version", text)
            return None
        try:
            if self.door.note_hello(visit, returning=bool(hello.token)):
                channel.end(TRY_LATER, "full")
                return None
            if not visit.visitors.entries.take():
                if hello.token:  # such clients retry by themselves
                    channel.end(TRY_LATER, "busy")
                    return None
                raise too_many()
            if hello.wish == "list":
                channel.send(encode(MatchList([room.listed() for room in self.rooms.values()])))
                channel.end(GOING, "listed")
                return None
            if hello.token:
                return self._return(channel, hello)
            return self._find_place(hello, visit.visitors, await self._ask_who(channel, hello))
        except DeniedError as denied:
            self._refuse(channel, page, "gone" if hello.token else "denied", denied.message)
            return None

    def _refuse(self, channel: Channel, page: str, reason: str, text: Message) -> None:
        channel.send(encode(Refused(reason, LocalizedText.spoken(text, page), server_id(self.seal))))
        channel.end(POLICY, reason)

    # --- coming back ----------------------------------------------------------------------------------------------

    def _return(self, channel: Channel, hello: Hello) -> tuple[Room, Member] | None:
        """Return room and member of a hello's token, or `None` after sending the match end; raise `DeniedError`."""
        room = self.rooms.get(hello.code.upper())
        member = room.roster.find(hello.token) if room is not None else None
        if room is not None and member is not None:
            return self._take_back(room, member, hello)
        missed = self.endings.missed(hello.token, hello.ended, page=bool(hello.page), welcome=True)
        if not missed:
            self._room_of(hello)
            raise DeniedError("your seat is no longer reserved")
        for message in missed:
            channel.send(message)
        channel.end(GOING, "ended")
        return None

    def _take_back(self, room: Room, member: Member, hello: Hello) -> tuple[Room, Member]:
        self.services.part_silently(room, member)
        member.connected, member.known_end, member.page = True, hello.ended, hello.page
        log("back", match=room.code, member=member.id)
        return room, member

    async def _ask_who(self, channel: Channel, hello: Hello) -> str:
        """Return the proved public key of a player who may have a seat in the room that they join, else an empty text.

        Raise `ValueError` for an invalid answer, `DeniedError` if there is no room to join.
        """
        server = server_id(self.seal)
        if not (hello.proves and hello.wish == "join" and server and self._room_of(hello).may_hold_seat()):
            return ""
        asked = Who(server, secrets.token_urlsafe(24))
        channel.send(encode(asked))
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.first_message):
                answer = decode_client(await channel.socket.recv())
                if isinstance(answer, Person) and is_proved(answer, server, asked.challenge):
                    return answer.key
        return ""

    # --- finding a place ------------------------------------------------------------------------------------------

    def _find_place(self, hello: Hello, visitors: Visitors, person: str) -> tuple[Room, Member]:
        """Return the room and a client's new member, or the old one with the key `person`; raise `DeniedError`."""
        if hello.wish not in ("join", "watch", "create"):
            raise ValueError("an unknown wish")
        check_name(hello.name)
        room = self.create(hello, visitors) if hello.wish == "create" else self._room_of(hello)
        back = room.roster.seat_of(person, hello.name, in_match=room.running_match is not None)
        if back is not None:
            return self._take_back(room, back, hello)
        member = room.enter(hello.name, watching=hello.wish == "watch", titles=hello.titles)
        member.page = hello.page
        log("joined", match=room.code, member=member.id, watching=member.watching)
        return room, member

    def _room_of(self, hello: Hello) -> Room:
        code = hello.code.upper()
        if code in self.rooms:
            return self.rooms[code]
        if code:
            raise DeniedError("there is no match {code} on this server", code=code)
        if not self.rooms:
            raise DeniedError("there is no match on this server")
        if len(self.rooms) == 1:
            return next(iter(self.rooms.values()))
        raise DeniedError("this server has {count} matches; give the code of one", count=len(self.rooms))
