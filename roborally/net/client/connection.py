"""The client's connection to a server, in its own thread; reconnects automatically."""

import asyncio
import queue
import ssl
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from socket import EAI_NONAME, gaierror
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus, WebSocketException

from roborally.base import paths
from roborally.base.errors import Message
from roborally.base.version import VERSION
from roborally.net.address import Address
from roborally.net.client.arrival import Arrival, ArrivalMeter
from roborally.net.client.tls_probe import speaks_plainly, speaks_tls
from roborally.net.life_signs import LivingConnection
from roborally.net.person import PersonalSecret
from roborally.net.protocol import (
    MAX_FROM_SERVER,
    PROTOCOL,
    FromClient,
    FromServer,
    Hello,
    LobbyState,
    MatchEnded,
    MatchList,
    Refused,
    Welcome,
    Who,
    decode_server,
    encode,
)
from roborally.net.server_log import warn

FIRST_WAIT, MAX_WAIT = 0.5, 5.0
"""The shortest and the longest delay between two attempts to reconnect, in seconds."""
GIVEN_UP = 600.0
"""Seconds after which a server that cannot be reached is given up."""
OPEN_TIMEOUT = 8.0
PING, PATIENCE = 10.0, 15.0
CLOSE_TIMEOUT = 1.0
MAX_DELAY = 5.0
"""The largest `Connection.delay` in seconds: a ping that waits behind a long message measures too much."""
MAX_UNREAD, MAX_UNREAD_BYTES = 100, 32_000_000
"""The numbers of messages and bytes queued at most for a busy window; further ones stay in the network buffer."""
UNREAD_WAIT = 0.05
MISFIT = frozenset({1002, 1003, 1007, 1009})
"""WebSocket close codes that mean the other side does not use this game's protocol."""


OUT_OF_TIME = frozenset({9, 10})
"""OpenSSL's error numbers for a certificate that is not valid yet or has expired; the machine's clock may be wrong."""


class Status(NamedTuple):
    """The connection's state: `connecting`, `online`, `lost` (it will reconnect) or `closed` for good.

    `text` is the reason, `None` if there is none to show.
    """

    state: str
    text: Message | None = None


News = FromServer | Status


@dataclass(frozen=True)
class ServerRequest:
    """A client's request to a server; the fields are those of `protocol.Hello`."""

    name: str
    wish: str = "join"
    code: str = ""
    token: str = ""
    key: str = ""
    titles: tuple[str, ...] = ()
    ended: str = ""

    def hello(self) -> Hello:
        """Return the request as a `Hello`, the first message of a connection."""
        return Hello(
            PROTOCOL, VERSION, self.name, self.wish, self.code, self.token, self.key, self.titles, True, self.ended
        )


class Connection:
    """Talks to a server; `poll` returns its messages in order, mixed with changes of the connection's state."""

    def __init__(
        self,
        address: Address,
        wish: ServerRequest,
        *,
        tls: ssl.SSLContext | None = None,
        secret: PersonalSecret | None = None,
    ) -> None:
        """Start to connect in a separate thread; `wish` is the first request to the server.

        `tls` and `secret` are for tests: by default the system's certificates are used, and the player's own secret.
        """
        self.address = address
        self.wish = wish
        self._tls = tls or (ssl.create_default_context() if address.secure else None)
        self._secret = secret or PersonalSecret(paths.person_file())
        self._news: queue.SimpleQueue[tuple[News, int]] = queue.SimpleQueue()
        self._put = self._taken = 0
        """The numbers of bytes put into the queue and taken out of it; each is written by one thread only."""
        self._loop = asyncio.new_event_loop()
        self._socket: _LivingClient | None = None
        self._stop = asyncio.Event()
        self._been_in = self._ever_in = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, daemon=True, name="roborally-net")
        self._thread.start()

    # --- for the window -------------------------------------------------------------------------------------------

    def poll(self) -> Sequence[News]:
        """Return the messages and changes of state since the last call, without waiting."""
        found: list[News] = []
        with suppress(queue.Empty):
            while True:
                found.append(self._take(self._news.get_nowait()))
        return found

    def wait(self, seconds: float) -> News:
        """Return the next message or change of state; raise `queue.Empty` if none comes within these seconds."""
        return self._take(self._news.get(timeout=seconds))

    def _take(self, entry: tuple[News, int]) -> News:
        news, size = entry
        self._taken += size
        return news

    def send(self, message: FromClient) -> None:
        """Send a message; messages sent while the connection is lost are dropped."""
        with suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(self._send, encode(message))

    def close(self, last: FromClient | None = None) -> None:
        """Send a last message, if any, and close; return when that is done, or after a few seconds."""
        with suppress(RuntimeError):
            if last is not None:
                self.send(last)
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=CLOSE_TIMEOUT * 3)

    @property
    def delay(self) -> float:
        """The last measured round trip in seconds, 0 before the first measurement; at most `MAX_DELAY`."""
        socket = self._socket
        return min(socket.latency, MAX_DELAY) if socket is not None else 0.0

    @property
    def arrival(self) -> Arrival | None:
        """The long message that is being received, `None` if there is none."""
        socket = self._socket
        return socket.meter.arrival if socket is not None else None

    @property
    def unread_bytes(self) -> int:
        """The number of bytes of received messages that `poll` and `wait` have not returned yet."""
        return self._put - self._taken

    @property
    def is_running(self) -> bool:
        """Whether the connection's thread is still running."""
        return self._thread.is_alive()

    # --- in the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._stay())
        finally:
            self._loop.close()

    def _send(self, data: bytes) -> None:
        if self._socket is not None:
            task = self._loop.create_task(self._send_now(self._socket, data))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @staticmethod
    async def _send_now(socket: ClientConnection, data: bytes) -> None:
        with suppress(ConnectionClosed):
            await socket.send(data, text=True)

    async def _stay(self) -> None:
        """Connect, and reconnect after every loss, until the connection is closed for good."""
        wait, text = FIRST_WAIT, None
        reached = self._loop.time()
        while not self._stop.is_set():
            self._report(Status("connecting", text))
            stay = asyncio.create_task(self._once())
            stop = asyncio.create_task(self._stop.wait())
            await asyncio.wait({stay, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if not stay.done():
                if self._tasks:
                    await asyncio.wait(self._tasks, timeout=CLOSE_TIMEOUT)
                if self._socket is not None:
                    await self._socket.close()
                stay.cancel()
                with suppress(asyncio.CancelledError):
                    await stay
                break
            end = stay.result()
            if end.for_good:
                self._report(Status("closed", end.text))
                return
            if self._been_in:
                reached = self._loop.time()
            if self._loop.time() - reached > GIVEN_UP:
                minutes = round(GIVEN_UP / 60)
                self._report(
                    Status("closed", Message.of("the server could not be reached for {count} minutes", count=minutes))
                )
                return
            wait, text = FIRST_WAIT if self._been_in else min(MAX_WAIT, wait * 2), end.text
            self._report(Status("lost", text))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), wait)
        self._report(Status("closed"))

    async def _once(self) -> "_End":
        """Connect once and stay connected; return how the connection ended."""
        self._been_in = False
        try:
            async with connect(
                self.address.uri,
                ssl=self._tls,
                compression=None,
                proxy=None,
                max_size=MAX_FROM_SERVER,
                open_timeout=OPEN_TIMEOUT,
                ping_interval=PING,
                ping_timeout=PATIENCE,
                close_timeout=CLOSE_TIMEOUT,
                user_agent_header=None,
                create_connection=_LivingClient,
            ) as socket:
                assert isinstance(socket, _LivingClient), "it has just been made"
                await socket.send(encode(self.wish.hello()), text=True)
                self._socket = socket
                return _End(for_good=True, text=await self._listen(socket))
        except Exception as error:  # an uncaught error would leave the window waiting for ever
            return await self._first_end(error) or _end_after(error)
        finally:
            self._socket = None

    async def _first_end(self, error: Exception) -> "_End | None":
        """Return how the connection ended if retrying is pointless because the address is wrong, otherwise `None`."""
        if self._ever_in:
            return None
        if isinstance(error, gaierror) and error.errno == EAI_NONAME:
            return _End(for_good=True, text=Message.of("there is no machine called {host}", host=self.address.host))
        secure, bound = self.address.secure, OPEN_TIMEOUT
        misunderstood = isinstance(error, InvalidMessage | InvalidStatus)
        if misunderstood and not secure and await speaks_tls(self.address, bound):
            return _End(for_good=True, text=Message.of("the server uses TLS; write wss:// in front of its address"))
        cut_off = isinstance(error, ConnectionResetError | ssl.SSLEOFError)
        if cut_off and secure and await speaks_plainly(self.address, bound):
            return _End(for_good=True, text=NO_TLS)
        return None

    async def _listen(self, socket: ClientConnection) -> Message:
        """Pass on the server's messages until it refuses or sends its list; return the reason for the end."""
        data = await asyncio.wait_for(socket.recv(), OPEN_TIMEOUT)
        welcome: Welcome | None = None
        while True:
            message = decode_server(data)
            if isinstance(message, Welcome):
                welcome = message
                self._been_in = self._ever_in = True
                self._come_back_as(message)
            with suppress(ConnectionClosed):  # read what the server sent before it closed
                if isinstance(message, Welcome | Who) and (person := self._secret.introduce(message)) is not None:
                    await socket.send(encode(person), text=True)
                if isinstance(message, Welcome):
                    await socket.ping()  # measures the delay at once
            if isinstance(message, Welcome):
                self._report(Status("online"))
            if isinstance(message, LobbyState) and welcome is not None:
                self._note_seat(message, welcome)
            if isinstance(message, MatchEnded):
                self.wish = replace(self.wish, ended=message.digest)
            await self._pass_on(message, len(data))
            if isinstance(message, Refused):
                return message.text.message()
            if isinstance(message, MatchList):
                return Message()
            data = await socket.recv()

    async def _pass_on(self, message: FromServer, size: int) -> None:
        """Queue a message of `size` bytes; wait while the queue is full, so that a server cannot fill the memory."""
        while self._news.qsize() >= MAX_UNREAD or self.unread_bytes > MAX_UNREAD_BYTES:
            await asyncio.sleep(UNREAD_WAIT)
        self._put += size
        self._news.put((message, size))

    def _report(self, status: Status) -> None:
        self._news.put((status, 0))

    def _come_back_as(self, welcome: Welcome) -> None:
        """Change the request for reconnections: players return to their seat by its token, others watch again."""
        if self.wish.wish == "watch":
            self.wish = replace(self.wish, code=welcome.code)
        else:
            self.wish = replace(self.wish, wish="join", code=welcome.code, token=welcome.token)

    def _note_seat(self, lobby: LobbyState, welcome: Welcome) -> None:
        """Change the request for reconnections if a spectator has taken a seat."""
        if any(member.id == welcome.member and not member.watching for member in lobby.members):
            self.wish = replace(self.wish, wish="join", token=welcome.token)


class _LivingClient(LivingConnection, ClientConnection):
    """The client's WebSocket connection, which also measures the arrival of long messages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.meter = ArrivalMeter()

    def data_received(self, data: bytes) -> None:
        """Process received bytes, and measure how much of a message they complete."""
        self.meter.feed(data)
        super().data_received(data)


class _End(NamedTuple):
    """The end of a connection: whether retrying is pointless (`for_good`), and the reason."""

    for_good: bool
    text: Message


def _end_after(error: Exception) -> _End:
    """Return how a connection ended, by the error that ended it."""
    reason = error.rcvd.reason if isinstance(error, ConnectionClosed) and error.rcvd is not None else ""
    if reason in _ENDS:
        return _End(for_good=True, text=_ENDS[reason])
    if reason == "restart":
        return _End(for_good=False, text=Message.of("the server is restarting"))
    if reason == "busy":
        return _End(for_good=False, text=Message.of("the server is busy"))
    if isinstance(error, ssl.SSLCertVerificationError) and error.verify_code in OUT_OF_TIME:
        text = Message.of("the server's certificate is not valid at the time that the clock of this machine shows")
        return _End(for_good=True, text=text)
    if isinstance(error, ssl.SSLCertVerificationError):
        return _End(for_good=True, text=Message.of("the server's certificate is not trusted"))
    if _is_passing(error):
        return _End(for_good=False, text=Message.of("the server cannot be reached"))
    if isinstance(error, ssl.SSLError):
        return _End(for_good=True, text=NO_TLS)
    if not isinstance(error, WebSocketException | ValueError | RecursionError):
        warn("the connection has failed", error)
    return _End(for_good=True, text=Message.of("this is not a RoboRally server, or it has another version"))


def _is_passing(error: Exception) -> bool:
    """Return whether an error is temporary, so that a retry may succeed soon."""
    match error:
        case ConnectionClosed(sent=sent, rcvd_then_sent=answered):
            return sent is None or answered or sent.code not in MISFIT
        case InvalidStatus(response=response):  # for example a reverse proxy whose server is restarting
            return response.status_code in PASSING or response.status_code >= 500
        case InvalidMessage(__cause__=EOFError()) | ssl.SSLEOFError():
            return True
    return isinstance(error, OSError) and not isinstance(error, ssl.SSLError)


NO_TLS = Message.of("the server does not use TLS; leave wss:// out of its address")
PASSING = frozenset({408, 425, 429})
"""HTTP status codes of errors that may be temporary."""
_ENDS = {
    "kicked": Message.of("the host has removed you"),
    "elsewhere": Message.of("you have joined from another device"),
    "ended": Message.of("the match has ended"),
    "closed": Message.of("the server has been stopped"),
    "flood": Message.of("too many messages were sent"),
    "full": Message.of("the server is full"),
    "message": Message.of("the server did not understand this game"),
}
