"""Honest clients: they play, reconnect after a lost connection, and measure how long the server makes them wait."""

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from roborally.base.version import VERSION
from roborally.core.dice import Dice, derive
from roborally.net.protocol import (
    MAX_FROM_SERVER,
    PROTOCOL,
    Answer,
    Choose,
    Configure,
    FromClient,
    Hello,
    PlaybackDone,
    Start,
    encode,
)

COURSE = {"mode": "standard", "course": "canyon-crossing", "timer": 0}
ROBOTS = ("tanky", "peach", "albot", "lazybot", "james-bot")
AGAIN = 0.5
"""The seconds until a lost connection is made again."""

STARTS_APART = 1.2
"""The seconds between two starts of a table; the server refuses more than one start per second."""


@dataclass
class Experience:
    """The measurements of honest clients.

    `waits` are seconds from the last answer of a round to the news at the client that gave it; `losses` the reasons
    for which connections ended; `refused` the server's replies to refused clients; `ends` the ends of matches.
    """

    waits: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """The seconds by which this process itself was late: the most by which a wait is too long."""
    answers: int = 0
    clients: int = 0
    losses: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)


@dataclass
class Round:
    """The last answer of a match: its client and its time."""

    last: "Person | None" = None
    sent_at: float = 0.0


@dataclass(eq=False)
class Person:
    """A client that answers at random; `source` is its address, `think` the range of its thinking time in seconds."""

    port: int
    name: str
    source: str
    dice: Dice
    experience: Experience
    think: tuple[float, float]
    round: Round = field(default_factory=Round)
    code: str = ""
    token: str = ""
    seat: int = -1
    watching: bool = False
    lobby: dict[str, Any] = field(default_factory=dict)
    observation: dict[str, Any] = field(default_factory=dict)
    received_at: float = 0.0
    _socket: ClientConnection | None = None
    _leaving: bool = False
    _asked: set[str] = field(default_factory=set)
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def enter(self, wish: str, code: str = "") -> None:
        """Join, watch or create a match, and stay in it until `leave`."""
        self.watching = wish == "watch"
        self.experience.clients += 1
        self._do(self._stay(wish, code))
        await self.until(lambda: bool(self.code))

    async def until(self, is_so: Any) -> None:
        """Wait for news until a condition holds."""
        while not is_so():
            self._news.clear()
            await self._news.wait()

    async def say(self, message: FromClient) -> None:
        """Send a message; it is lost while the connection is lost."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(encode(message), text=True)

    async def leave(self) -> None:
        """Disconnect."""
        self._leaving = True
        if self._socket is not None:
            await self._socket.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _do(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stay(self, wish: str, code: str) -> None:
        while not self._leaving:
            try:
                await self._once(Hello(PROTOCOL, VERSION, self.name, wish, self.code or code, self.token))
            except (OSError, WebSocketException, TimeoutError) as error:
                if not self._leaving:
                    closed = error.rcvd if isinstance(error, ConnectionClosed) else None
                    reason = closed.reason if closed is not None else type(error).__name__
                    (self.experience.losses if self.code else self.experience.refused).append(reason)
            await asyncio.sleep(AGAIN)

    async def _once(self, hello: Hello) -> None:
        async with connect(
            f"ws://127.0.0.1:{self.port}/",
            compression=None,
            proxy=None,
            max_size=MAX_FROM_SERVER,
            ping_interval=None,
            open_timeout=30,
            local_addr=(self.source, 0),
        ) as socket:
            await socket.send(encode(hello), text=True)
            self._socket = socket
            try:
                while True:
                    self._handle(json.loads(await socket.recv()), time.perf_counter())
                    self._news.set()
            finally:
                self._socket = None

    def _handle(self, message: dict[str, Any], at: float) -> None:
        self.received_at = at
        match message["type"]:
            case "welcome":
                self.code = message["code"]
                self.token = "" if self.watching else message["token"]
            case "refused":
                self.experience.refused.append(message["reason"])
            case "lobby":
                self.lobby = message
            case "begin":
                self.seat, self.observation = message["seat"], message["observation"]
                self._asked.clear()
                self._think(message)
            case "update":
                self.observation = message["observation"]
                if self.round.last is self:
                    self.experience.waits.append(at - self.round.sent_at)
                    self.round.last = None
                self._think(message)
            case "rejected":
                self.experience.refused.append(message["text"]["sentence"])
            case "ended":
                self.observation, self.lobby = {}, {}
                self.experience.ends.append(message["reason"])

    def _think(self, message: dict[str, Any]) -> None:
        beats = [event["beat"] for event in message.get("events", ())]
        self._do(self._answer(max(beats, default=message.get("beat", 0))))

    async def _answer(self, beat: int) -> None:
        low, high = self.think
        await self.say(PlaybackDone(beat))
        for entry in self.observation.get("decisions", ()):  # the match may be over by now
            if entry["seat"] != self.seat or entry["optional"] or entry["id"] in self._asked:
                continue
            self._asked.add(entry["id"])
            await asyncio.sleep(low + (high - low) * self.dice.below(1000) / 1000)
            if any(other["id"] == entry["id"] for other in self.observation.get("decisions", ())):
                self.experience.answers += 1
                self.round.last, self.round.sent_at = self, time.perf_counter()
                await self.say(Answer(entry["id"], self._choice(entry)))

    def _choice(self, entry: dict[str, Any]) -> Any:
        """Return a legal answer."""
        if entry["choices"]:
            return entry["choices"][self.dice.below(len(entry["choices"]))]
        cards = self.observation["ext"].get("program-cards")
        if entry["kind"] == "program" and cards is not None and not cards["locks"][self.seat]:
            hand = list(cards["hands"][self.seat])
            self.dice.shuffle(hand)
            return hand[: len(entry["default"])]
        return entry["default"]


@dataclass
class Table:
    """People who play one match after another."""

    people: list[Person]
    started_at: float = float("-inf")

    @staticmethod
    async def seated(port: int, number: int, count: int, think: tuple[float, float], experience: Experience) -> "Table":
        """Let people enter a new room and start; each table has its own address."""
        round_ = Round()
        source = f"127.1.{number // 250}.{1 + number % 250}"
        chances = [Dice(derive(number, "siege", seat)) for seat in range(count)]
        table = Table(
            [Person(port, f"P{seat}", source, dice, experience, think, round_) for seat, dice in enumerate(chances)]
        )
        host = table.people[0]
        await host.enter("create")
        for person in table.people[1:]:
            await person.enter("join", host.code)
        await table.begin()
        return table

    async def begin(self) -> None:
        """Set up a match and start it."""
        host, *others = self.people
        for person in self.people:
            await person.until(lambda person=person: person.lobby)
        seats = [{"name": person.name, "robot": ROBOTS[seat]} for seat, person in enumerate(self.people)]
        await host.say(Configure({"match": COURSE, "seats": seats}))
        for person in others:  # who is ready before another match comes is not ready for it
            await person.until(lambda person=person: person.lobby["config"]["match"].get("course") == COURSE["course"])
            await person.say(Choose("", True))
        await host.until(lambda: sum(member["ready"] for member in host.lobby["members"]) == len(others))
        await asyncio.sleep(self.started_at + STARTS_APART - time.perf_counter())  # a short match may be over by then
        self.started_at = time.perf_counter()
        await host.say(Start())
        for person in self.people:
            await person.until(lambda person=person: person.observation)

    async def play(self) -> None:
        """Start a new match whenever one is over."""
        while True:
            for person in self.people:
                await person.until(lambda person=person: not person.observation and person.lobby)
            await self.begin()

    @property
    def is_sound(self) -> bool:
        """Return whether all people are in one match, or between two."""
        return all(person.observation or person.lobby for person in self.people)


async def measure_lateness(experience: Experience) -> None:
    """Measure how late this process is, ten times a second."""
    while True:
        due = time.perf_counter() + 0.1
        await asyncio.sleep(0.1)
        experience.late.append(time.perf_counter() - due)
