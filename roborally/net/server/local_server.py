"""Runs a server in a thread of this process, for a window that hosts a match and for tests."""

import asyncio
import ssl
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from roborally.base import paths
from roborally.base.errors import GameError, reason
from roborally.game.records.sealed_file import SealKey
from roborally.game.session.bot_pool import BotPool
from roborally.net.discovery import Announcer, own_addresses
from roborally.net.limits import Limits
from roborally.net.protocol import PORT
from roborally.net.server.server import Server
from roborally.plugin_system.loader import Catalogue

EVERYWHERE = "0.0.0.0"
"""The address for listening on all networks of the machine."""
THINKING = 60.0
"""The longest thinking time in seconds that a host may give bots: it is their own machine."""
LOOK = 1.0
"""Seconds between two checks whether the announced matches have changed."""


@asynccontextmanager
async def announced(server: Server, announcer: Announcer | None, farewell: float = 0.0) -> AsyncIterator[None]:
    """Announce a server's matches on the local network while this context is open; do nothing without an `announcer`.

    At the end it waits until the announcements are withdrawn, at most `farewell` seconds.
    """
    if announcer is None:
        yield
        return
    task = asyncio.create_task(_keep_announced(server, announcer))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.to_thread(announcer.close, farewell)


async def _keep_announced(server: Server, announcer: Announcer) -> None:
    while True:
        announcer.announce([room.listed() for room in server.rooms.values()])
        await asyncio.sleep(LOOK)


class ServerThread:
    """A server in a thread of its own, until `stop`; all of the server's code runs in that thread."""

    def __init__(
        self,
        server: Server,
        host: str = "127.0.0.1",
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        announcer: Callable[[str, int], Announcer] | None = None,
    ) -> None:
        """Start to listen, and set `port` to the port in use; raise `OSError` if that fails.

        `announcer` takes host and port and returns the announcer of the matches on the local network.
        """
        self.server = server
        self._announcer = announcer
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._error: Exception | None = None
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, args=(host, port, tls), daemon=True, name="roborally-server")
        self._thread.start()
        self._ready.wait()
        if self._error is not None:
            self._thread.join()
            raise self._error

    def call(self, action: Callable[[], None]) -> None:
        """Run a function in the server's thread."""
        with suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(action)

    def stop(self) -> None:
        """Notify all clients that the server stops, and stop it."""
        self.call(self._stop.set)
        self._thread.join()

    def _run(self, host: str, port: int, tls: ssl.SSLContext | None) -> None:
        try:
            self._loop.run_until_complete(self._serve(host, port, tls))
        finally:
            self._ready.set()
            self._loop.close()

    async def _serve(self, host: str, port: int, tls: ssl.SSLContext | None) -> None:
        try:
            self.port = await self.server.start(host, port, tls)
        except Exception as error:  # passed on to the thread that waits in the constructor
            self._error = error
            return
        async with announced(self.server, self._announcer(host, self.port) if self._announcer else None):
            self._ready.set()
            await self._stop.wait()
        await self.server.stop()


class LocalServer:
    """A server in this process with a port of its own, which announces its one match on the local network."""

    def __init__(self, catalogue: Catalogue, bots: list[str], key: str) -> None:
        """Listen on the default port, else on any free one; `key` is needed to create the match. Raise `GameError`."""
        self._pool = BotPool(thinking=THINKING)
        limits = Limits(matches=1, thinking=THINKING)
        server = Server(catalogue, self._pool, bots, limits, key=key, seal=SealKey(paths.seal_key_file()))
        try:
            try:
                self._thread = ServerThread(server, EVERYWHERE, PORT, announcer=Announcer)
            except OSError:
                self._thread = ServerThread(server, EVERYWHERE, announcer=Announcer)
        except OSError as error:
            self._pool.close()
            raise GameError("no port could be opened: {error}", error=reason(error)) from None
        self.port = self._thread.port
        self.now = server.now
        """Returns the time of the server's clock in seconds, which stops while the machine sleeps."""
        self.address = next(iter(own_addresses()), "127.0.0.1")
        """The address of this machine for others in the network."""

    def stop(self) -> None:
        """Notify all clients that the match ends, and close the port."""
        self._thread.stop()
        self._pool.close()
