"""Hostile clients, a function for each kind. Each attacks again and again until it is cancelled.

They use few addresses, since many machines at once cannot be distinguished from a crowd of players.
"""

import asyncio
import base64
import gzip
import itertools
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from roborally.base.version import VERSION
from roborally.net.protocol import (
    MAX_BYTES,
    MAX_FROM_SERVER,
    MAX_PART,
    PROTOCOL,
    Chat,
    Choose,
    Configure,
    FromClient,
    Hello,
    Save,
    Start,
    Upload,
    Welcome,
    decode_server,
    encode,
)

PAUSE = 0.2
"""The seconds between two attempts of one attacker."""
HELD = 30.0
"""The seconds that an attacker holds its connections before it starts again."""
TROUBLES = (OSError, WebSocketException, TimeoutError, ValueError, asyncio.IncompleteReadError)
COURSE = {"mode": "standard", "course": "first-steps", "timer": 0}


@dataclass
class Attack:
    """The knowledge of an attacker: the server's address, its own address, and the codes of honest matches."""

    port: int
    source: str
    codes: list[str]
    dice: random.Random
    done: "Counter[str]" = field(default_factory=Counter)

    @asynccontextmanager
    async def raw(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Yield a bare connection, closed at the end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    @asynccontextmanager
    async def socket(self, read: bool = True) -> AsyncIterator[ClientConnection]:
        """Yield a WebSocket, closed at the end."""
        async with connect(
            f"ws://127.0.0.1:{self.port}/",
            compression=None,
            proxy=None,
            max_size=MAX_FROM_SERVER,
            max_queue=16 if read else 1,
            ping_interval=None,
            open_timeout=30,
            close_timeout=0.1,
            local_addr=(self.source, 0),
        ) as socket:
            yield socket

    @asynccontextmanager
    async def member(self, wish: str, code: str = "", read: bool = True) -> AsyncIterator[ClientConnection]:
        """Yield a WebSocket of a member of a match, closed at the end."""
        async with self.socket(read) as socket:
            await say(socket, Hello(PROTOCOL, VERSION, "Mallory", wish, code))
            welcome = decode_server(await socket.recv())
            if not isinstance(welcome, Welcome):
                raise TimeoutError("not let in")
            yield socket

    def code(self) -> str:
        """Return the code of an honest match."""
        return self.dice.choice(self.codes)


async def say(socket: ClientConnection, message: FromClient) -> None:
    """Send a message."""
    await socket.send(encode(message), text=True)


async def listen(socket: ClientConnection) -> None:
    """Read until the connection ends."""
    async for _data in socket:
        pass


# --- before joining ---------------------------------------------------------------------------------------------------


async def silent(attack: Attack) -> None:
    """Connect and send nothing."""
    async with attack.raw() as (reader, _writer):
        await asyncio.wait_for(reader.read(), HELD)


async def dripping(attack: Attack) -> None:
    """Send an HTTP request one letter at a time."""
    async with attack.raw() as (_reader, writer):
        for letter in b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 1000:
            writer.write(bytes([letter]))
            await writer.drain()
            await asyncio.sleep(1)


async def speechless(attack: Attack) -> None:
    """Open a WebSocket and send nothing."""
    async with attack.socket() as socket:
        await asyncio.wait_for(listen(socket), HELD)


async def babbling(attack: Attack) -> None:
    """Send text that is not a message."""
    async with attack.socket() as socket:
        nonsense = (
            "[" * 5000,
            "{}",
            '{"type":"hello"}',
            "\x00",
            "x" * (MAX_BYTES + 1),
            '{"type":"answer","answer":1e999}',
        )
        await socket.send(attack.dice.choice(nonsense))
        await asyncio.wait_for(listen(socket), HELD)


async def guessing(attack: Attack) -> None:
    """Try codes and tokens."""
    async with attack.socket() as socket:
        token = "".join(attack.dice.choices("abcdef", k=32))
        code = attack.dice.choice([attack.code(), "AAAAA"])
        await say(socket, Hello(PROTOCOL, VERSION, "Mallory", "join", code, token))
        await asyncio.wait_for(listen(socket), HELD)


async def creating(attack: Attack) -> None:
    """Create a room and leave it."""
    async with attack.member("create"):
        pass


# --- in a match of others ---------------------------------------------------------------------------------------------


async def flooding(attack: Attack) -> None:
    """Watch, and send chat messages as fast as possible."""
    async with attack.member("watch", attack.code()) as socket:
        reading = asyncio.create_task(listen(socket))
        try:
            while True:
                await say(socket, Chat("x" * 280))
        finally:
            reading.cancel()


async def pinging(attack: Attack) -> None:
    """Watch, and send pings as fast as possible."""
    async with attack.member("watch", attack.code()) as socket:
        for number in itertools.count():
            await socket.ping(number.to_bytes(8, "big"))


async def unreading(attack: Attack) -> None:
    """Watch, and read nothing."""
    async with attack.member("watch", attack.code(), read=False) as socket:
        socket.transport.pause_reading()
        await asyncio.sleep(HELD)


async def coming_and_going(attack: Attack) -> None:
    """Watch and leave at once, so that the server notifies all others each time."""
    async with attack.member("watch", attack.code()):
        pass


# --- in its own match -------------------------------------------------------------------------------------------------


async def _begin(socket: ClientConnection, bots: list[str]) -> None:
    seats = [{"name": "Mallory", "robot": "tanky"}]
    seats += [{"name": f"Bot {number}", "controller": bot, "robot": "peach"} for number, bot in enumerate(bots)]
    await say(socket, Configure({"match": COURSE, "seats": seats}))
    await say(socket, Choose("tanky", ready=True))
    await say(socket, Start())


async def thinking(attack: Attack) -> None:
    """Start a match with bots that think for hours, if the server allows it."""
    async with attack.member("create") as socket:
        await _begin(socket, ["rival:9999s"] * 3)
        await _begin(socket, ["rival:4s"] * 3)
        await asyncio.wait_for(_answer_all(socket, lambda: None), HELD)


async def saving(attack: Attack) -> None:
    """Start a match and request saved games without end."""
    async with attack.member("create") as socket:
        await _begin(socket, ["random"])
        await asyncio.wait_for(_answer_all(socket, lambda: say(socket, Save(1))), HELD)


async def _answer_all(socket: ClientConnection, also: Callable[[], Awaitable[None] | None]) -> None:
    async for data in socket:
        message = json.loads(data)
        for entry in message.get("observation", {}).get("decisions", ()):
            if entry["seat"] == 0:
                await socket.send(json.dumps({"type": "answer", "id": entry["id"], "answer": entry["default"]}))
        waiting = also()
        if waiting is not None:
            await waiting


@cache
def bomb() -> str:
    """Return a saved game that unpacks to 400 MB."""
    return base64.b64encode(b"".join(gzip.compress(bytes(20_000_000)) for _member in range(20))).decode()


async def bombing(attack: Attack) -> None:
    """Upload a saved game that is small until it is unpacked."""
    async with attack.member("create") as socket:
        reading = asyncio.create_task(listen(socket))
        try:
            while True:
                for start in range(0, len(bomb()), MAX_PART):
                    await say(socket, Upload(bomb()[start : start + MAX_PART]))
                    await asyncio.sleep(0.06)
                await say(socket, Upload("", last=True))
                await asyncio.sleep(1)
        finally:
            reading.cancel()


KINDS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    kind.__name__: kind
    for kind in (
        silent,
        dripping,
        speechless,
        babbling,
        guessing,
        creating,
        flooding,
        pinging,
        unreading,
        coming_and_going,
        thinking,
        saving,
        bombing,
    )
}


async def attack_for_ever(kind: str, attack: Attack) -> None:
    """Attack again and again; `attack.done` counts the attempts, and those that the server ended or refused."""
    while True:
        attack.done[kind] += 1
        try:
            await KINDS[kind](attack)
        except TROUBLES as error:
            closed = error.rcvd if isinstance(error, ConnectionClosed) else None
            attack.done[f"{kind}: {closed.reason if closed is not None else type(error).__name__}"] += 1
        await asyncio.sleep(PAUSE)
