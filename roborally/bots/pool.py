"""Lets bots think in other processes, so that a window never waits for them.

A pool starts its processes when they are first needed. It sends them what the seat may know as plain data; they build
the game themselves and keep it. Whatever happens to a process (a bot that crashes it, or never comes to an end) costs
the answers it was working on, never the match: those thoughts raise an error and the session takes the default.
"""

import multiprocessing
import os
import pickle
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.bots.processes import begin_process
from roborally.bots.registry import make_bot
from roborally.config import Game, make_game, parse_config
from roborally.core.dice import Dice
from roborally.core.rules import Decision
from roborally.core.views import View
from roborally.loader import Catalogue, find_plugins

PATIENCE = 1.0
"""How many seconds a thought that was given up may still run before its process is ended."""


class PoolThought:
    """A question that a bot of the pool thinks about; see `roborally.session.Thought`."""

    def __init__(self, future: "Future[Any]") -> None:
        """Wrap the future of the answer."""
        self._future = future
        self.given_up: float | None = None

    def done(self) -> bool:
        """Return whether an answer (or an error) is there."""
        return self._future.done()

    def result(self) -> Any:
        """Return the answer; raise what went wrong."""
        return self._future.result()

    def cancel(self) -> bool:
        """Give the thought up; return whether it had not begun."""
        self.given_up = time.monotonic()
        return self._future.cancel()

    def is_stuck(self, now: float) -> bool:
        """Return whether the thought was given up long ago and still runs."""
        return self.given_up is not None and not self._future.done() and now - self.given_up > PATIENCE


@dataclass
class BotPool:
    """Bots that think in `workers` processes; a `roborally.session.Thinker`.

    `folders` are the folders of plugins, as for `roborally.loader.find_plugins`.
    """

    workers: int = 1
    folders: Sequence[Path] | None = None
    _executor: ProcessPoolExecutor | None = None
    _pids: Any = None
    _thoughts: list[PoolThought] = field(default_factory=list)
    _packed: tuple[Game, bytes] | None = None

    def submit(self, game: Game, bot: str, seen: View, decision: Decision, seed: int) -> PoolThought:
        """Start to think about a question."""
        self._thoughts = [thought for thought in self._thoughts if not thought.done()]
        if any(thought.is_stuck(time.monotonic()) for thought in self._thoughts):
            self._end_processes()
        thought = PoolThought(self._start(_think, self._pack(game), bot, seen.seat, seen.data, decision, seed))
        self._thoughts.append(thought)
        return thought

    def warm_up(self, game: Game) -> None:
        """Start the processes and let them build the game, without waiting for them."""
        for _ in range(self.workers):
            self._start(_warm, self._pack(game))

    def close(self) -> None:
        """End the processes at once; the pool may be used again afterwards."""
        self._end_processes()

    def _start(self, function: Any, *arguments: Any) -> "Future[Any]":
        """Hand a call to a process; start new ones when the old ones have died."""
        try:
            return self._processes().submit(function, *arguments)
        except BrokenProcessPool:
            self._end_processes()
            return self._processes().submit(function, *arguments)

    def _processes(self) -> ProcessPoolExecutor:
        if self._executor is None:
            # Not forked: the parent holds a window, threads and an OpenGL context.
            context = multiprocessing.get_context("spawn")
            self._pids = context.SimpleQueue()
            self._executor = ProcessPoolExecutor(
                self.workers, mp_context=context, initializer=_begin, initargs=(self._pids, self.folders)
            )
        return self._executor

    def _end_processes(self) -> None:
        executor, pids, self._executor, self._pids = self._executor, self._pids, None, None
        self._thoughts = []
        if executor is None:
            return
        executor.shutdown(wait=False, cancel_futures=True)
        own = set()
        while not pids.empty():
            own.add(pids.get())
        pids.close()
        for child in multiprocessing.active_children():
            if child.pid in own:
                child.terminate()

    def _pack(self, game: Game) -> bytes:
        """Return what another process needs in order to build the same game."""
        if self._packed is None or self._packed[0] is not game:
            self._packed = (game, pickle.dumps((game.config.to_data(), game.course)))
        return self._packed[1]


# --- in the other process -------------------------------------------------------------------------------------------


@dataclass
class _Worker:
    """What a process keeps between questions."""

    catalogue: Catalogue
    packed: bytes = b""
    game: Game | None = None


_worker: _Worker | None = None


def _begin(pids: Any, folders: Sequence[Path] | None) -> None:
    """Prepare the process."""
    global _worker
    begin_process()
    pids.put(os.getpid())
    _worker = _Worker(find_plugins(folders))


def _prepare(packed: bytes) -> Game:
    """Return the game that `packed` describes, built at its first use."""
    assert _worker is not None, "the process has been prepared"
    if _worker.game is None or _worker.packed != packed:
        config, course = pickle.loads(packed)
        _worker.game = make_game(parse_config(config), _worker.catalogue, course=course, strict=False)
        _worker.packed = packed
    return _worker.game


def _warm(packed: bytes) -> None:
    """Build the game; nothing of it could be sent back."""
    _prepare(packed)


def _think(packed: bytes, bot: str, seat: int, data: dict[str, Any], decision: Decision, seed: int) -> Any:
    """Let a bot answer a question."""
    game = _prepare(packed)
    assert _worker is not None, "the process has been prepared"
    seen = View(game.rules, game.floor, game.seats, seat, data)
    return make_bot(bot, _worker.catalogue).choose(seen, decision, Dice(seed))
