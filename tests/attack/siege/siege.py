"""The whole siege: a server, people who play on it, spectators, and attackers; and its results."""

import asyncio
import gc
import multiprocessing
import queue
import random
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

from roborally.core.dice import Dice, derive
from tests.attack.siege.attackers import KINDS, Attack, attack_for_ever
from tests.attack.siege.contained import Contained
from tests.attack.siege.people import Experience, Person, Table, measure_lateness

WATCHED = 20.0
"""The seconds that an honest spectator stays before another one comes."""
LOOK = 2.0
"""The seconds between two measurements of the server's memory."""
ADDRESSES = 5
"""The number of addresses of the attackers of one kind."""


@dataclass(frozen=True)
class Plan:
    """The size of a siege: `people` at each of `tables` tables, and `spectators` honest spectators at once.

    `attackers` is the number for each kind. Memory is in MB, times are in seconds. With `rounds` it ends as soon as
    people have finished so many rounds of answers, and each kind has attacked.
    """

    tables: int = 200
    people: int = 5
    spectators: int = 0
    attackers: int = 50
    seconds: float = 600.0
    rounds: int = 0
    megabytes: int = 512
    descriptors: int = 512
    think: tuple[float, float] = (2.0, 5.0)
    kinds: tuple[str, ...] = tuple(KINDS)


@dataclass
class Outcome:
    """The results of a siege. `memory` (bytes) and `descriptors` hold the server's use, one entry per measurement."""

    plan: Plan
    experience: Experience
    memory: list[int] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)
    attacks: "Counter[str]" = field(default_factory=Counter)
    lost: int = 0
    problems: list[str] = field(default_factory=list)
    failed: int = 0
    contained: bool = True
    exit_code: int = 0
    processor: float = 0.0

    def wait(self, part: float) -> float:
        """Return the longest wait for an answer, in ms, within this part of all answers."""
        waits = sorted(self.experience.waits)
        return 1000 * waits[min(len(waits) - 1, int(part * len(waits)))] if waits else float("nan")

    def late(self, part: float) -> float:
        """Return the greatest lateness of the measuring process, in ms, within this part of the time."""
        late = sorted(self.experience.late)
        return 1000 * late[min(len(late) - 1, int(part * len(late)))] if late else float("nan")

    def load(self) -> float:
        """Return how much of a core the server has used, in percent."""
        return 100 * self.processor / self.plan.seconds

    def faults(self) -> list[str]:
        """Return the faults that must not have happened."""
        found = list(self.problems)
        if self.lost:
            found.append(f"{self.lost} matches are lost")
        if self.failed:
            found.append(f"{self.failed} matches have failed")
        if self.exit_code != 0:
            found.append(f"the server ended with code {self.exit_code}")
        wrong = Counter(reason for reason in self.experience.ends if reason != "over")
        found += [f"{count} times an honest match ended: {reason}" for reason, count in wrong.items()]
        return found


async def run(plan: Plan, folder: Path) -> Outcome:
    """Besiege a server whose files are in `folder`; the attackers are in a separate process."""
    honest = plan.tables * plan.people + plan.spectators
    limits = ["--matches", str(plan.tables + 50), "--spectators", "100", "--connections", str(max(1000, 2 * honest))]
    server = Contained.start(folder, plan.megabytes, plan.descriptors, limits)
    experience = Experience()
    outcome = Outcome(plan, experience, contained=server.group is not None)
    attackers: list[Any] = []
    try:
        tables = [
            await Table.seated(server.port, number, plan.people, plan.think, experience)
            for number in range(plan.tables)
        ]
        gc.collect()
        gc.disable()  # it would halt a thousand clients at once, and their waits would be blamed on the server
        experience.waits.clear()
        attackers, text = _attackers(plan, server.port, [table.people[0].code for table in tables])
        begun = server.seconds()
        working = [asyncio.create_task(table.play()) for table in tables]
        working.append(asyncio.create_task(measure_lateness(experience)))
        working += [
            asyncio.create_task(_watch(plan, server.port, n, tables, experience)) for n in range(plan.spectators)
        ]
        for _look in range(max(1, round(plan.seconds / LOOK))):
            await asyncio.sleep(LOOK)
            if not server.runs:
                outcome.problems.append("the server has ended")
                break
            outcome.memory.append(server.memory())
            outcome.descriptors.append(server.descriptors())
            _handle(text, outcome)
            if plan.rounds and len(experience.waits) >= plan.rounds and all(outcome.attacks[k] for k in plan.kinds):
                break
        outcome.processor = server.seconds() - begun if server.runs else 0.0
        _end(attackers, text, outcome)
        await _settle(server, tables, outcome)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        for table in tables:
            for person in table.people:
                await person.leave()
    finally:
        gc.enable()
        for process in attackers:
            process.kill()
        outcome.exit_code = server.stop()
    outcome.problems += server.problems
    outcome.failed = server.count("a match has failed")
    return outcome


async def _settle(server: Contained, tables: list[Table], outcome: Outcome) -> None:
    """Give clients that are reconnecting a moment, then count the lost matches."""
    for _moment in range(60):
        outcome.lost = sum(not table.is_sound for table in tables)
        if not outcome.lost or not server.runs:
            return
        await asyncio.sleep(0.5)


async def _watch(plan: Plan, port: int, number: int, tables: list[Table], experience: Experience) -> None:
    """Act as one spectator after another."""
    dice = Dice(derive(number, "watch"))
    while True:
        watcher = Person(port, f"W{number}", f"127.2.0.{1 + number % 250}", dice, experience, plan.think)
        code = tables[dice.below(len(tables))].people[0].code
        await watcher.enter("watch", code)
        await asyncio.sleep(WATCHED)
        await watcher.leave()


# --- the attackers' process -------------------------------------------------------------------------------------------


def _attackers(plan: Plan, port: int, codes: list[str]) -> tuple[list[Any], "Queue[Counter[str]]"]:
    context = multiprocessing.get_context("spawn")
    text: Queue[Counter[str]] = context.Queue()
    process = context.Process(target=_attack, args=(plan, port, codes, text), daemon=True)
    if plan.attackers:
        process.start()
        return [process], text
    return [], text


def _attack(plan: Plan, port: int, codes: list[str], text: "Queue[Counter[str]]") -> None:
    asyncio.run(_attack_all(plan, port, codes, text))


async def _attack_all(plan: Plan, port: int, codes: list[str], text: "Queue[Counter[str]]") -> None:
    done: Counter[str] = Counter()
    tasks = []
    for place, kind in enumerate(plan.kinds):
        for number in range(plan.attackers):
            source = f"127.66.{place}.{1 + number % ADDRESSES}"
            dice = random.Random(derive(number, "attack", kind))
            tasks.append(asyncio.create_task(attack_for_ever(kind, Attack(port, source, codes, dice, done))))
    try:
        while not any(task.done() for task in tasks):
            await asyncio.sleep(1)
            text.put(Counter(done))
        for task in tasks:
            if task.done():
                task.result()  # an attacker that fails is a fault of this program
    finally:
        for task in tasks:
            task.cancel()


def _end(attackers: list[Any], text: "Queue[Counter[str]]", outcome: Outcome) -> None:
    for process in attackers:
        if process.exitcode is not None:
            outcome.problems.append("the attackers have ended by themselves")
        process.kill()
        process.join()
    _handle(text, outcome)


def _handle(text: "Queue[Counter[str]]", outcome: Outcome) -> None:
    """Add the attackers' counts that have arrived."""
    while True:
        try:
            outcome.attacks = text.get_nowait()
        except queue.Empty:
            return
