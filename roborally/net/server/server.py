"""The server: accepts connections and assigns them to rooms, for a hosting window and for `roborally serve`."""

import asyncio
import logging
import secrets
import ssl
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from websockets.asyncio.server import Server as WebSocketServer
from websockets.exceptions import ConnectionClosed

from roborally.base.errors import any_fault
from roborally.game.records.sealed_file import SealKey
from roborally.game.session.bot_pool import BotPool
from roborally.game.session.protocol import Thinker
from roborally.game.session.waking_time import WakingTime
from roborally.net.limits import Limits, TokenBucket
from roborally.net.plugin_bundles import contents_of
from roborally.net.protocol import (
    CODE_LENGTH,
    CODE_LETTERS,
    MAX_BYTES,
    Hello,
    decode_client,
    encode,
)
from roborally.net.rooms.endings import Endings
from roborally.net.rooms.requests import handle
from roborally.net.rooms.room import Room
from roborally.net.rooms.roster import Member
from roborally.net.server.addresses import Visitors
from roborally.net.server.bot_queue import FairQueue
from roborally.net.server.channel import CLOSE_TIMEOUT, GOING, LAST_WORDS, POLICY, TRY_LATER, Channel, Queues
from roborally.net.server.creation import Creation
from roborally.net.server.descriptors import most_connections
from roborally.net.server.door import Door
from roborally.net.server.entrance import Entrance
from roborally.net.server.frugal_connection import FrugalConnection
from roborally.net.server.journal import MatchJournals
from roborally.net.server.kept_matches import KeptMatches
from roborally.net.server.open_port import listen
from roborally.net.server.page_files import PageFiles
from roborally.net.server.room_services import RoomServices
from roborally.net.server.side_work import SideWork
from roborally.net.server_log import log
from roborally.plugin import PluginError
from roborally.plugin_system.faults import fault_of
from roborally.plugin_system.loader import Catalogue
from roborally.plugin_system.watchdog import Watchdog

TICK = 0.05
"""Seconds between two updates of bots and clocks."""
PING, PATIENCE = 15.0, 20.0
"""Seconds between two pings, and until a client that does not answer is dropped."""
STOPPING = 5.0
"""The maximum number of seconds that a server that stops waits for journals, and for records of matches."""
BACKLOG = 32
"""The maximum number of connections that the system accepts before this program handles them."""
LOG = logging.getLogger("roborally.net")


@dataclass
class Server:
    """Manages any number of matches; `key` is required for creating one, empty for no key.

    With a `journal`, matches survive the end of the process. With `behind_proxy`, a header contains the client's
    address.
    """

    catalogue: Catalogue
    thinker: Thinker
    bots: list[str]
    limits: Limits = field(default_factory=Limits)
    journal: MatchJournals | None = None
    key: str = ""
    seal: SealKey = field(default_factory=SealKey)
    """Seals (encrypts) the saved games of the server's matches."""
    behind_proxy: bool = False
    pages: bool = True
    """Whether browsers are served pages."""
    names: Collection[str] = ()
    """The names by which browsers may ask for pages, beside addresses and names of the local network."""
    now: Callable[[], float] = field(default_factory=WakingTime)
    rooms: dict[str, Room] = field(default_factory=dict)
    door: Door = field(init=False)
    queues: Queues = field(init=False)
    channels: dict[tuple[str, int], Channel] = field(default_factory=dict)
    _writing: SideWork = field(default_factory=lambda: SideWork("roborally-server-journal"))
    """Writes journals, which therefore do not wait for saved games that are being opened."""
    _kept: KeptMatches = field(init=False)
    _thinking: FairQueue = field(init=False)
    _creation: Creation = field(init=False)
    _entrance: Entrance = field(init=False)
    _endings: Endings = field(init=False)
    _services: RoomServices = field(init=False)
    _serving: "set[asyncio.Task[Any]]" = field(default_factory=set)
    _listening: WebSocketServer | None = None
    _ticker: "asyncio.Task[None] | None" = None
    _watchdog: Watchdog | None = None

    def __post_init__(self) -> None:
        self._thinking = FairQueue(self.thinker, self.limits.bot_processes, self.now)
        self._kept = KeptMatches(self.journal, self.now, self._write_beside)
        self._creation = Creation(self.limits, self.key, self.rooms)
        self._services = RoomServices(self.channels, self._creation, self._kept, self._guarded, self._drop)
        self.door = Door(self.limits, self.now, most_connections(self.limits.spare_descriptors), self.behind_proxy)
        self._endings = Endings(self.now)
        self._entrance = Entrance(
            self.limits, self.door, self.seal, self.rooms, self._create, self._endings, self._services
        )
        self.queues = Queues(self.limits.queues, self.limits.slow, self.now)

    # --- starting and stopping ------------------------------------------------------------------------------------

    async def start(self, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> int:
        """Restore the matches and listen; return the port. Raise `OSError`, also for a port that is taken."""
        self._watchdog = Watchdog(self.catalogue.plugins.values(), seconds=self.limits.call).start()
        try:
            return await self._start(host, port, tls)
        except OSError:
            self._watchdog.stop()
            raise

    async def _start(self, host: str, port: int, tls: ssl.SSLContext | None) -> int:
        """Load the plugins, restore the matches and listen; return the port."""
        for plugin in self.catalogue.plugins.values():  # now, because later two threads may import one at once
            with suppress(PluginError):
                plugin.load("rules")
            with suppress(OSError):  # now, because later the files would be read between two messages
                contents_of(plugin.id, plugin.folder)
        if isinstance(self.thinker, BotPool):
            self.thinker.when_done = partial(self._look_at_bots, asyncio.get_running_loop())
        if self.door.most < self.limits.connections + self.limits.silent:
            log("few descriptors", connections=self.door.most)
        self._kept.restore(self.catalogue, self._make_room, self._drop)
        self._listening, found = await listen(
            self._serve,
            (host, port),
            tls,
            self.door,
            self._health,
            PageFiles(self.catalogue, self.rooms, self.names).answer if self.pages else None,
            backlog=BACKLOG,
            max_size=MAX_BYTES,
            max_queue=16,
            ping_interval=PING,
            ping_timeout=PATIENCE,
        )
        self._ticker = asyncio.create_task(self._tick())
        return found

    async def stop(self) -> None:
        """Stop: notify all clients, except in matches that continue from their journals, where they may return."""
        if self._ticker is not None:
            self._ticker.cancel()
        if self._watchdog is not None:
            self._watchdog.stop()
        await self._writing.finish(STOPPING)
        self._close_rooms([room for room in self.rooms.values() if not room.ending])
        await self._services.loading.finish(0)
        await self._services.side.finish(STOPPING)  # the records of matches that have just ended
        self._close_rooms(list(self.rooms.values()))
        for channel in list(self.channels.values()):
            channel.end(GOING, "restart")
        self.door.turn_all_away()
        if self._listening is not None:
            if self._serving:  # the writers send their queues
                await asyncio.wait(self._serving, timeout=LAST_WORDS)
            self._listening.close()
            await self._listening.wait_closed()

    def _close_rooms(self, rooms: Sequence[Room]) -> None:
        """Close rooms, except those whose matches continue from their journals."""
        for room in rooms:
            if self._kept.holds(room) and room.running_match is not None:
                room.running_match.session.close()
            else:
                self._guarded(room, room.close)

    @property
    def ticks(self) -> bool:
        """Whether the task is running that lets bots and clocks continue and handles absent players."""
        return self._ticker is not None and not self._ticker.done()

    async def _tick(self) -> None:
        """Let bots and clocks continue and handle absent players, every `TICK` seconds."""
        while True:
            await asyncio.sleep(TICK)
            for room in list(self.rooms.values()):
                self._guarded(room, room.look_around)
                self._kept.look_around(room)
            self._thinking.hand_on()
            self.queues.look_around()

    def _look_at_bots(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand on the next question at once; called from any thread when a bot has answered."""
        with suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(self._thinking.hand_on)

    def _guarded(self, room: Room, action: Callable[[], None]) -> None:
        """Run an action of a room; a program error ends this match only."""
        try:
            action()
        except any_fault() as error:
            fault = fault_of(error, tuple(self.catalogue.plugins.values()))
            named = {} if fault is None else {"plugin": fault.plugin, "file": fault.file, "line": fault.line}
            LOG.exception("a match has failed", extra={"fields": {"match": room.code, **named}})
            room.failure = None if fault is None else fault.place
            try:
                room.close("failed")
            except any_fault():
                LOG.exception("a match could not be ended", extra={"fields": {"match": room.code}})
                room.closed = True
                self._services.ended(room, "failed")

    def _write_beside(self, room: Room, job: Callable[[], None], then: Callable[[Callable[[], None]], None]) -> None:
        """Write a journal in another thread, also when the server stops."""
        self._writing.submit(job, lambda result: self._guarded(room, partial(then, result)), last=True)

    # --- rooms ----------------------------------------------------------------------------------------------------

    def _create(self, hello: Hello, visitors: Visitors) -> Room:
        """Return a new room; raise `DeniedError` if the client may not create a match."""
        self._creation.check_key(hello.key, visitors)
        for room in self._creation.deserted(visitors.address):
            self._guarded(room, partial(room.close, "left"))
        self._creation.check_room(visitors)
        room = self._make_room(self._new_code())
        self._creation.note(room.code, visitors.address)
        return room

    def _make_room(self, code: str) -> Room:
        thinker = self._thinking.of(code)
        room = Room(
            code, self.catalogue, thinker, self._services, self.bots, self.limits, self.now, self.seal, self._endings
        )
        self.rooms[code] = room
        return room

    def _drop(self, code: str) -> None:
        self.rooms.pop(code, None)
        self._creation.forget(code)

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self.rooms:
                return code

    # --- connections ----------------------------------------------------------------------------------------------

    async def _serve(self, socket: FrugalConnection) -> None:
        task = asyncio.current_task()
        assert task is not None, "this runs in one"
        self._serving.add(task)
        channel = Channel(socket, self.queues, self.limits.queue)
        writer = asyncio.create_task(channel.write())
        try:
            await self._talk(channel, socket)
        except ConnectionClosed:
            pass
        except TimeoutError:  # no hello in time: a slow connection may still be sending it
            channel.end(TRY_LATER, "slow")
        except (ValueError, RecursionError, UnicodeError):  # an invalid first message
            channel.end(POLICY, "message")
        finally:
            self._serving.discard(task)
            channel.end(GOING, "")
            with suppress(TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(writer, max(CLOSE_TIMEOUT, channel.patience) + 1)

    async def _talk(self, channel: Channel, socket: FrugalConnection) -> None:
        async with asyncio.timeout_at(socket.deadline):
            hello = decode_client(await socket.recv())
        entered = await self._entrance.enter(channel, hello, socket.visit)
        if entered is None:
            return
        room, member = entered
        key = room.code, member.id
        self.channels[key] = channel
        changes = self.limits.behind_spectator if member.watching else self.limits.behind
        catch_up = partial(self._guarded, room, partial(room.catch_up, member))
        channel.enter(watching=member.watching, most_changes=changes, catch_up=catch_up)
        try:
            await socket.ping()  # measures the delay at once
            channel.send(encode(msgspec.structs.replace(room.welcome(member), pages=self.pages)))
            self._guarded(room, lambda: room.greet(member))
            await self._listen(channel, room, member)
        finally:
            if self.channels.get(key) is channel:
                del self.channels[key]
                if not member.gone:
                    self._guarded(room, lambda: room.lost(member))
                log("left", match=room.code, member=member.id, slow=channel.slow)

    async def _listen(self, channel: Channel, room: Room, member: Member) -> None:
        bucket = TokenBucket(self.limits.rate, self.limits.burst, self.now)
        async for data in channel.socket:
            if not bucket.take():
                log("flood", match=room.code, member=member.id)
                channel.end(POLICY, "flood")
                return
            message = decode_client(data)
            if isinstance(message, Hello):
                raise ValueError("a connection says hello once")
            if self.channels.get((room.code, member.id)) is not channel:
                return
            self._guarded(room, partial(handle, room, member, message))
            if member.gone and not room.ending:  # a player who ends a match receives its record
                channel.end(GOING, "ended")
                return

    def _health(self) -> dict[str, int]:
        begun = sum(room.running_match is not None for room in self.rooms.values())
        return {"matches": len(self.rooms), "playing": begun, "connections": self.door.spoken}
