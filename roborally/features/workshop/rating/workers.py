"""Processes that play the games of ratings; they can be killed at any time, in the middle of a game."""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple

import msgspec

from roborally.arena.plan import ExhibitionGames, Terms
from roborally.base.child_process import NICENESS, start_child
from roborally.base.errors import GameError, Message, any_fault
from roborally.features.workshop.rating.rated_game import RatedGame, play_rated
from roborally.plugin_system.loader import find_plugins

AHEAD = 2
"""The maximum number of games given to a process at a time, so that it need not wait for the next one."""


class Task(NamedTuple):
    """A game to play: the index that `Workers.add_course` returned for its course, and the number of the game."""

    course: int
    number: int


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    known: set[int] = field(default_factory=set)
    tasks: deque[Task] = field(default_factory=deque)


class Workers:
    """Plays games in up to `jobs` processes, started when needed; with `nice` they have a lower priority."""

    def __init__(self, jobs: int, *, nice: bool = False) -> None:
        self._jobs = jobs
        self._nice = nice
        self._terms: list[bytes] = []
        self._waiting: deque[Task] = deque()
        self._workers: list[_Worker] = []

    def add_course(self, terms: Terms) -> int:
        """Add the terms of the games on a course; return the index for its tasks."""
        self._terms.append(msgspec.json.encode(terms))
        return len(self._terms) - 1

    def play(self, tasks: Sequence[Task]) -> None:
        """Queue games; they are started in this order, and may end in any."""
        self._waiting.extend(tasks)
        self._hand_out()

    def poll(self, seconds: float = 0.0) -> list[tuple[Task, RatedGame]]:
        """Return pairs of a task and its ended game; wait up to `seconds` for one.

        Raise `GameError` if a process died.
        """
        pipes = {worker.pipe: worker for worker in self._workers if worker.tasks}
        try:
            found = [self._taken(pipes[pipe]) for pipe in wait(list(pipes), seconds)]  # type: ignore[index]
            self._hand_out()
        except (EOFError, OSError):
            self.close()
            raise GameError("a process ended during a game, perhaps because of a bot") from None
        return found

    def close(self) -> None:
        """Kill the processes at once; drop all queued games."""
        workers, self._workers = self._workers, []
        self._waiting.clear()
        for worker in workers:
            worker.process.kill()
            worker.pipe.close()

    @property
    def processes(self) -> list[BaseProcess]:
        """The running processes."""
        return [worker.process for worker in self._workers]

    def _taken(self, worker: _Worker) -> tuple[Task, RatedGame]:
        text = worker.pipe.recv()
        if isinstance(text, Message):
            self.close()
            raise GameError(text)
        return worker.tasks.popleft(), msgspec.json.decode(text, type=RatedGame)

    def _hand_out(self) -> None:
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.tasks), default=None)
            if worker is None or (worker.tasks and len(self._workers) < self._jobs):
                worker = self._start()
            if len(worker.tasks) >= AHEAD:
                return
            task = self._waiting.popleft()
            terms = b"" if task.course in worker.known else self._terms[task.course]
            worker.known.add(task.course)
            worker.tasks.append(task)
            worker.pipe.send((*task, terms))

    def _start(self) -> _Worker:
        child = start_child(_serve, niceness=NICENESS if self._nice else 0)
        self._workers.append(_Worker(*child))
        return self._workers[-1]


# --- in the other process -------------------------------------------------------------------------------------------


def _serve(pipe: Connection) -> None:
    """Play the games that are requested until the pipe closes; send each as JSON, or a `Message` about its error."""
    games: dict[int, ExhibitionGames] = {}
    with suppress(EOFError, OSError):  # the parent has closed the pipe
        catalogue = find_plugins()
        while True:
            course, number, terms = pipe.recv()
            if terms:
                games[course] = ExhibitionGames(msgspec.json.decode(terms, type=Terms), catalogue)
            pipe.send(_played(games[course], number))


def _played(games: ExhibitionGames, number: int) -> bytes | Message:
    try:
        return msgspec.json.encode(play_rated(games, number))
    except GameError as error:
        return error.message
    except any_fault() as error:
        return Message.of("game {number} cannot be played: {error}", number=number + 1, error=repr(error))
