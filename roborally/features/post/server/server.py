"""The correspondence server: answers players' requests, and plays the rounds of games when they are due."""

import asyncio
import logging
import secrets
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TypeVar

from websockets.asyncio.server import Server as WebSocketServer
from websockets.exceptions import ConnectionClosed

from roborally.base.errors import GameError, Message, any_fault
from roborally.features.post.courier import Password
from roborally.features.post.folder import BusyError
from roborally.features.post.server.mailer import Mailer, tamed
from roborally.features.post.server.messages import MAX_REQUEST, VERSION, Greeting, Reply, Request, decode, encode
from roborally.features.post.server.shelf import Shelf
from roborally.net.limits import Limits, TokenBucket
from roborally.net.protocol import LocalizedText
from roborally.net.rooms.roster import DeniedError
from roborally.net.server.channel import POLICY, TRY_LATER
from roborally.net.server.descriptors import most_connections
from roborally.net.server.door import Door
from roborally.net.server.frugal_connection import FrugalConnection
from roborally.net.server.open_port import listen
from roborally.plugin_system.watchdog import Watchdog

TICK = 1.0
"""Seconds between two checks for games in which something is due."""
BUSY = 10
"""The maximum number of retries of a request, one each `TICK`, while another program has locked the game."""
SILENCE = 60.0
"""Seconds without a request after which a connection is closed."""
LOG = logging.getLogger("roborally.net")
Found = TypeVar("Found")


class CorrespondenceServer:
    """A network server for all games of a `Shelf`; it also sends their mails. `now` is the time for deadlines."""

    def __init__(
        self,
        shelf: Shelf,
        limits: Limits,
        now: Callable[[], datetime],
        password: Password,
        *,
        behind_proxy: bool = False,
    ) -> None:
        """Prepare to listen; `password` returns the passwords of mail accounts, `behind_proxy` is as in `Door`."""
        self._shelf = shelf
        self._limits = limits
        self._now = now
        self._door = Door(limits, time.monotonic, most_connections(limits.spare_descriptors), behind_proxy)
        self._worker = ThreadPoolExecutor(1, "roborally-correspondence")
        """The only thread that works on games, one after the other."""
        self._listening: WebSocketServer | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._mailer = Mailer(shelf, self._beside, password, now, time.monotonic)
        self._mailing: asyncio.Task[None] | None = None
        self._watchdog: Watchdog | None = None

    async def start(self, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> int:
        """Listen on an address, with TLS if given, and return the port; port 0 chooses a free one. Raise `OSError`."""
        self._watchdog = await self._beside(self._watched)
        self._listening, found = await listen(
            self._serve,
            (host, port),
            tls,
            self._door,
            lambda: {"games": len(self._shelf)},
            max_size=MAX_REQUEST,
            max_queue=4,
        )
        self._ticker = asyncio.create_task(self._tick())
        self._mailing = asyncio.create_task(self._mailer.run())
        return found

    def _watched(self) -> Watchdog:
        """Return a watchdog, already started, that interrupts endless calls of plugins in the worker thread."""
        return Watchdog(self._shelf.catalogue.plugins.values(), seconds=self._limits.call).start()

    async def stop(self) -> None:
        """Stop sending mails, close all connections, and end the worker thread after its current job."""
        if self._ticker is not None:
            self._ticker.cancel()
        if self._mailing is not None:
            await self._mailer.stop(self._mailing)
        if self._listening is not None:
            self._door.turn_all_away()
            self._listening.close()
            await self._listening.wait_closed()
        if self._watchdog is not None:
            self._watchdog.stop()
        await asyncio.to_thread(self._worker.shutdown, wait=True, cancel_futures=True)

    async def _tick(self) -> None:
        """Check due games again and again; requests of players are answered between two games."""
        while True:
            for path in await self._beside(lambda: self._shelf.due(self._now())):
                with suppress(BusyError):  # it remains due
                    await self._beside(partial(self._shelf.look_at, path, self._now()))
            await asyncio.sleep(TICK)

    async def _beside(self, job: Callable[[], Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._worker, tamed(job))

    async def _serve(self, socket: FrugalConnection) -> None:
        try:
            await self._talk(socket)
        except ConnectionClosed:
            pass
        except (TimeoutError, ValueError):  # an invalid message, or none in time
            with suppress(ConnectionClosed):
                await socket.close(POLICY, "message")

    async def _talk(self, socket: FrugalConnection) -> None:
        challenge = secrets.token_hex(16)
        await socket.send(encode(Greeting(VERSION, challenge)))
        bucket = TokenBucket(self._limits.entry_rate, self._limits.entry_burst, time.monotonic)
        async with asyncio.timeout_at(socket.deadline):
            data = await socket.recv()
        try:
            if self._door.note_hello(socket.visit, returning=False):
                await socket.close(TRY_LATER, "full")
                return
        except DeniedError as error:
            await socket.send(encode(Reply(refused=LocalizedText.of(error.message))))
            return
        while True:
            if not bucket.take() or not socket.visit.visitors.entries.take():
                await socket.close(POLICY, "flood")
                return
            await socket.send(encode(await self._answer(decode(data, Request), challenge)))
            async with asyncio.timeout(SILENCE):
                data = await socket.recv()

    async def _answer(self, request: Request, challenge: str) -> Reply:
        try:
            for _wait in range(BUSY):
                with suppress(BusyError):  # the referee's program is at work there
                    return await self._beside(lambda: self._shelf.answer(request, challenge, self._now()))
                await asyncio.sleep(TICK)
            return await self._beside(lambda: self._shelf.answer(request, challenge, self._now()))
        except GameError as error:
            return Reply(refused=LocalizedText.of(error.message.at("")))  # players must not see the path of the folder
        except asyncio.CancelledError:
            raise
        except any_fault():
            LOG.exception("a request has failed", extra={"fields": {"game": request.game}})
            return Reply(refused=LocalizedText.of(Message.of("something went wrong there; tell the referee")))
