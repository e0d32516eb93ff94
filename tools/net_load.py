#!/usr/bin/env python
"""Measure the load that a server of network matches can carry.

Usage: tools/net_load.py [--matches 100] [--people 4] [--seconds 60]

The server runs in one process on one core, all clients in another on another core. Each client thinks for a
random time, as a quick person does, and answers at random. Measured is the time from the last answer of a round to the
message with what follows, at the client that answered, and what the server's process needs: time of the processor for
each message that it takes, and memory.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from roborally.base.version import VERSION
from roborally.bots.registry import bot_names
from roborally.core.dice import Dice, derive
from roborally.net.limits import Limits
from roborally.net.local_server import ServerThread
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
from roborally.net.server import Server
from roborally.plugin_system.loader import find_plugins

COURSES = {"standard": "first-steps", "classic": "laser-alley", "crash-and-burn": "quick-fuse", "volt": "spark-pit"}
ROBOTS = {"standard": "tanky"}


class Nobody:
    """A thinker without bots: all seats are people's."""

    def submit(self, *_question: Any) -> Any:
        """Refuse to think."""
        raise RuntimeError("no bot plays here")


# --- the server -------------------------------------------------------------------------------------------------------


def pin(core: int) -> None:
    """Stay on one core, where the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[core % len(cores)]})


def run_server() -> None:
    """Serve until the standard input ends."""
    pin(0)
    catalogue = find_plugins(installed=False)
    limits = Limits(matches=1000, spectators=1000, connections=5000)
    thread = ServerThread(Server(catalogue, Nobody(), bot_names(catalogue), limits))
    print(thread.port, flush=True)
    sys.stdin.read()


@dataclass
class Process:
    """The server's process."""

    process: "subprocess.Popen[str]"
    port: int

    @staticmethod
    def start() -> "Process":
        """Start it, and return when it listens."""
        command = [sys.executable, __file__, "--serve"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None, "it is a pipe"
        return Process(process, int(process.stdout.readline()))

    def memory(self) -> int:
        """Return the server's memory, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    def seconds(self) -> float:
        """Return the processor time that the server has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.communicate()


# --- clients ----------------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """The figures measured by clients."""

    times: list[float] = field(default_factory=list)
    answers: int = 0
    ended: int = 0
    bytes: int = 0


@dataclass
class Round:
    """The last answer of a match: who gave it, and when."""

    last: "Person | None" = None
    sent_at: float = 0.0


@dataclass(eq=False)
class Person:
    """A client that answers; `think` are the least and the most seconds that it takes."""

    port: int
    name: str
    think: tuple[float, float]
    dice: Dice
    figures: Figures
    round: Round = field(default_factory=Round)
    socket: ClientConnection | None = None
    code: str = ""
    seat: int = -1
    observation: dict[str, Any] = field(default_factory=dict)
    lobby: dict[str, Any] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _thinking: set["asyncio.Task[None]"] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def enter(self, wish: str, code: str = "") -> None:
        """Connect and enter."""
        uri = f"ws://127.0.0.1:{self.port}/"
        self.socket = await connect(uri, compression=None, proxy=None, max_size=MAX_FROM_SERVER, ping_interval=None)
        await self.say(Hello(PROTOCOL, VERSION, self.name, wish, code))
        self._reader = asyncio.create_task(self._read())

    async def say(self, message: FromClient) -> None:
        """Send a message."""
        assert self.socket is not None, "one is in"
        await self.socket.send(encode(message), text=True)

    async def wait_for(self, condition: Any) -> None:
        """Wait until a condition holds."""
        while not condition():
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)

    async def _read(self) -> None:
        assert self.socket is not None, "one is in"
        try:
            async for data in self.socket:
                at = time.perf_counter()
                self.figures.bytes += len(data)
                # Most of a message says nothing to a client that answers at random, and decoding costs time here.
                message = json.loads(data)
                self._hear(message, at)
                self.news.set()
        except ConnectionClosed:
            pass

    def _hear(self, message: dict[str, Any], at: float) -> None:
        match message["type"]:
            case "welcome":
                self.code = message["code"]
            case "lobby":
                self.lobby = message
            case "begin":
                self.seat, self.observation = message["seat"], message["observation"]
                self._think(message)
            case "update":
                self.observation = message["observation"]
                self._measure(at)
                self._think(message)
            case "ended":
                self.figures.ended += 1

    def _measure(self, at: float) -> None:
        """Record the time from this client's answer to the next message, if it was the last of its round."""
        if self.round.last is self:
            self.figures.times.append(at - self.round.sent_at)
            self.round.last = None

    def _think(self, message: dict[str, Any]) -> None:
        """Acknowledge all events, then begin to think about the open questions."""
        beats = [event["beat"] for event in message.get("events", ())]
        beat = max(beats, default=message.get("beat", 0))
        task = asyncio.create_task(self._answer(beat))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _answer(self, beat: int) -> None:
        low, high = self.think
        try:
            await self.say(PlaybackDone(beat))
            for entry in self.observation["decisions"]:
                if entry["seat"] != self.seat or entry["optional"] or entry["id"] in self._asked:
                    continue
                self._asked.add(entry["id"])
                await asyncio.sleep(low + (high - low) * self.dice.below(1000) / 1000)
                if not any(other["id"] == entry["id"] for other in self.observation["decisions"]):
                    continue
                self.figures.answers += 1
                self.round.last, self.round.sent_at = self, time.perf_counter()
                await self.say(Answer(entry["id"], self._choice(entry)))
        except ConnectionClosed:
            pass

    def _choice(self, entry: dict[str, Any]) -> Any:
        """Return a legal answer."""
        if entry["choices"]:
            return entry["choices"][self.dice.below(len(entry["choices"]))]
        if entry["kind"] == "program" and "program-cards" in self.observation["ext"]:
            hand = list(self.observation["ext"]["program-cards"]["hands"][self.seat])
            self.dice.shuffle(hand)
            locks = self.observation["ext"]["program-cards"]["locks"][self.seat]
            return hand[: len(entry["default"])] if not locks else entry["default"]
        return entry["default"]

    async def leave(self) -> None:
        """Disconnect."""
        for task in list(self._thinking):
            task.cancel()
        if self.socket is not None:
            await self.socket.close()


async def begin(
    port: int, number: int, people: int, mode: str, think: tuple[float, float], figures: Figures
) -> list[Person]:
    """Let people start a match."""
    round_ = Round()
    chances = [Dice(derive(number, "load", seat)) for seat in range(people)]
    made = [Person(port, f"P{seat}", think, dice, figures, round_) for seat, dice in enumerate(chances)]
    host = made[0]
    await host.enter("create")
    await host.wait_for(lambda: host.lobby)
    for person in made[1:]:
        await person.enter("join", host.code)
        await person.wait_for(lambda person=person: person.lobby)
    seats = [{"name": person.name, **({"robot": ROBOTS[mode]} if mode in ROBOTS else {})} for person in made]
    section = {"mode": mode, "course": COURSES[mode], "timer": 0}
    await host.say(Configure({"match": section, "seats": seats}))
    for person in made[1:]:
        await person.say(Choose("", True))
    await host.wait_for(lambda: sum(member["ready"] for member in host.lobby["members"]) == people - 1)
    await host.say(Start())
    for person in made:
        await person.wait_for(lambda person=person: person.observation)
    return made


def share(times: list[float], part: float) -> float:
    """Return the time, in milliseconds, that a part of all times does not exceed."""
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else float("nan")


async def load(arguments: argparse.Namespace) -> None:
    """Play, and print the figures."""
    server = Process.start()
    empty = server.memory()
    figures = Figures()
    think = (arguments.think[0], arguments.think[1])
    everybody: list[Person] = []
    for number in range(arguments.matches):
        everybody += await begin(server.port, number, arguments.people, arguments.mode, think, figures)
    full = server.memory()
    watchers = [Person(server.port, f"W{number}", think, Dice(1), Figures()) for number in range(arguments.spectators)]
    for watcher in watchers:
        await watcher.enter("watch", everybody[0].code)
        await watcher.wait_for(lambda watcher=watcher: watcher.observation)
    watched = server.memory()
    await asyncio.sleep(arguments.warm)
    figures.times.clear()
    figures.answers = figures.bytes = 0
    seconds, begun = server.seconds(), time.perf_counter()
    await asyncio.sleep(arguments.seconds)
    took = time.perf_counter() - begun
    used, updates = server.seconds() - seconds, len(figures.times)
    answers = figures.answers
    after = server.memory()
    for person in everybody + watchers:
        await person.leave()
    server.stop()
    times = figures.times
    print(
        f"{arguments.matches} matches of {arguments.people} people, {arguments.mode}; {arguments.spectators} watch one"
    )
    print(f"each thinks for {think[0]:g} to {think[1]:g} s; measured for {took:.0f} s; load {os.getloadavg()[0]:.1f}")
    print(f"{answers} answers; {updates} times the last answer of a round to what follows:", end=" ")
    print(f"p50 {share(times, 0.5):.1f} ms, p99 {share(times, 0.99):.1f} ms, longest {share(times, 1):.1f} ms")
    print(f"server: {100 * used / took:.0f} % of a core, {1000 * used / max(1, answers):.2f} ms an answer,", end=" ")
    print(f"{figures.bytes / took / 1e6:.2f} MB a second to players")
    each, watching = (full - empty) / max(1, arguments.matches), (watched - full) / max(1, arguments.spectators)
    print(f"memory: {empty / 1e6:.0f} MB empty, {each / 1024:.0f} KiB for each match that begins,", end=" ")
    print(f"{watching / 1024:.0f} KiB for each who watches, {after / 1e6:.0f} MB at the end")


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--matches", type=int, default=100, help="how many matches at once (default: %(default)s)")
    parser.add_argument("--people", type=int, default=4, help="clients in each match (default: %(default)s)")
    parser.add_argument(
        "--spectators", type=int, default=0, help="clients that watch the first match (default: %(default)s)"
    )
    parser.add_argument("--mode", choices=sorted(COURSES), default="standard", help="the mode (default: %(default)s)")
    parser.add_argument(
        "--think",
        type=float,
        nargs=2,
        default=(2.0, 5.0),
        metavar=("FROM", "TO"),
        help="seconds a client thinks (default: 2 5)",
    )
    parser.add_argument("--warm", type=float, default=8.0, help="seconds before measuring (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of measuring (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.serve:
        run_server()
    else:
        pin(1)
        asyncio.run(load(arguments))


if __name__ == "__main__":
    main()
