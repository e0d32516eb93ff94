"""Lets bots think in other processes, so that a window never waits for them.

A pool starts its processes when they are first needed. It sends them what the seat may know as plain data; they build
the games themselves and keep those that were asked about last. Whatever happens to a process (a bot that crashes it, or
never comes to an end) costs the answer it was working on, never the match: that thought raises an error and the session
takes the default; those that waited for the process begin again in a new one.
"""

import multiprocessing
import os
import pickle
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.bots import Bot
from roborally.bots.faults import GONE, BotError, ask_bot
from roborally.bots.processes import begin_process
from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.views import View
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.plugin_system.loader import Catalogue, find_plugins

BEHIND_THE_WINDOW = 10
"""How much less urgent than the window a bot is, for the operating system: frames come first."""
PATIENCE = 1.0
"""How many seconds a thought that was given up may still run before its process is ended."""
NO_THOUGHT = -1


class PoolThought:
    """A question that a bot of the pool thinks about; see `roborally.session.Thought`.

    `begun` says whether some process has taken it up: with more thoughts than processes they wait for each other.
    """

    def __init__(self, pool: "BotPool", number: int, call: tuple[Any, ...], future: "Future[Any]") -> None:
        """Wrap the future of the answer; `call` is what `submit` of an executor takes."""
        self._pool = pool
        self._future = future
        self.number = number
        self.call = call
        self.begun = False
        self.given_up: float | None = None

    def done(self) -> bool:
        """Return whether an answer (or an error) is there."""
        self._pool.tend()
        # What ended only after the pool had looked may be broken by another's fault; the pool looks again next time.
        return self._future.done() and not self._pool.is_minding(self)

    def result(self) -> Any:
        """Return the answer; raise `BotError` that says what went wrong."""
        try:
            return self._future.result()
        except BrokenProcessPool:
            raise BotError(GONE, "the process in which it thought has ended") from None

    def cancel(self) -> bool:
        """Give the thought up; return whether it had not begun."""
        self._pool.tend()
        self.given_up = time.monotonic()
        self._future.cancel()
        return not self.begun

    def is_stuck(self, now: float) -> bool:
        """Return whether the thought was given up long ago and still runs."""
        return self.begun and self.given_up is not None and not self._future.done() and now - self.given_up > PATIENCE

    def is_broken(self) -> bool:
        """Return whether its process, or the one it waited for, has died."""
        future = self._future
        return future.done() and not future.cancelled() and isinstance(future.exception(), BrokenProcessPool)

    def begin_again(self, future: "Future[Any]") -> None:
        """Go on as a new future: the processes have been ended, and this thought was not to blame."""
        self._future = future
        self.begun = False


@dataclass
class BotPool:
    """Bots that think in `workers` processes; a `roborally.session.Thinker`.

    `folders` are the folders of plugins, as for `find_plugins`. Each process keeps up to `games`
    games; building one takes longer than many a thought, so there should be room for all that go on at once.
    """

    workers: int = 1
    folders: Sequence[Path] | None = None
    games: int = 2
    _executor: ProcessPoolExecutor | None = None
    _messages: Any = None
    """From the processes: (its id, number of the thought that it begins), `NO_THOUGHT` when it has just started."""
    _pids: set[int] = field(default_factory=set)
    _thoughts: list[PoolThought] = field(default_factory=list)
    _submitted: int = 0
    _packed: "OrderedDict[int, tuple[Game, bytes]]" = field(default_factory=OrderedDict)
    """By the game's `id`, which is its own as long as the game is held here."""

    def submit(self, game: Game, bot: str, seen: View, decision: Decision, seed: int) -> PoolThought:
        """Start to think about a question."""
        self.tend()
        self._submitted += 1
        number = self._submitted
        call = (_think, number, self._pack(game), bot, seen.seat, seen.data, decision, seed)
        thought = PoolThought(self, number, call, self._start(*call))
        self._thoughts.append(thought)
        return thought

    def tend(self) -> None:
        """Look after the processes: end those that are stuck, and let whoever waited behind a bad bot begin again."""
        # In this order: what had begun was told before the process died, and is read after its death has been seen.
        done = [thought for thought in self._thoughts if thought._future.done()]
        is_broken = any(thought.is_broken() for thought in done)
        self._read_messages()
        now = time.monotonic()
        stuck = [thought for thought in self._thoughts if thought.is_stuck(now)]
        if stuck or is_broken:
            self._begin_anew(stuck or self._begun())
        else:
            self._thoughts = [thought for thought in self._thoughts if thought not in done]

    def _begun(self) -> list[PoolThought]:
        """Return the thoughts that the processes work on, or worked on when they died."""
        return [t for t in self._thoughts if t.begun and (t.is_broken() or not t._future.done())]

    def _begin_anew(self, to_blame: list[PoolThought]) -> None:
        """Start new processes and let all thoughts begin again but those to blame; all are, when it is none of them."""
        waiting = [t for t in self._thoughts if to_blame and t not in to_blame and t.given_up is None]
        waiting = [t for t in waiting if t.is_broken() or not t._future.done()]
        self._end_processes()
        for thought in waiting:
            thought.begin_again(self._start(*thought.call))
        self._thoughts = waiting

    def is_minding(self, thought: PoolThought) -> bool:
        """Return whether a thought had not ended when the pool looked last."""
        return thought in self._thoughts

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
            self._read_messages()
            self._begin_anew(self._begun())
            return self._processes().submit(function, *arguments)

    def _processes(self) -> ProcessPoolExecutor:
        if self._executor is None:
            # Not forked: the parent holds a window, threads and an OpenGL context.
            context = multiprocessing.get_context("spawn")
            self._messages = context.SimpleQueue()
            self._executor = ProcessPoolExecutor(
                self.workers,
                mp_context=context,
                initializer=_begin,
                initargs=(self._messages, self.folders, self.games),
            )
        return self._executor

    def _read_messages(self) -> None:
        """Note which processes there are, and which thoughts have begun."""
        while self._messages is not None and not self._messages.empty():
            pid, number = self._messages.get()
            self._pids.add(pid)
            for thought in self._thoughts:
                thought.begun = thought.begun or thought.number == number

    def _end_processes(self) -> None:
        self._read_messages()
        executor, messages, self._executor, self._messages = self._executor, self._messages, None, None
        self._thoughts = []
        if executor is None:
            return
        executor.shutdown(wait=False, cancel_futures=True)
        messages.close()
        for child in multiprocessing.active_children():
            if child.pid in self._pids:
                child.terminate()
        self._pids = set()

    def _pack(self, game: Game) -> bytes:
        """Return what another process needs in order to build the same game."""
        key = id(game)
        if key not in self._packed:
            self._packed[key] = game, pickle.dumps((game.config.to_data(), game.course))
        _keep_newest(self._packed, key, self.games)
        return self._packed[key][1]


def _keep_newest(kept: "OrderedDict[Any, Any]", key: Any, most: int) -> None:
    """Take note that something is in use; what has been out of use longest is forgotten."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


# --- in the other process -------------------------------------------------------------------------------------------


@dataclass
class _Table:
    """A game, and the bots that have answered in it, by name and seat."""

    game: Game
    bots: dict[tuple[str, int], Bot] = field(default_factory=dict)


@dataclass
class _Worker:
    """What a process keeps between questions."""

    catalogue: Catalogue
    messages: Any
    most: int
    tables: "OrderedDict[bytes, _Table]" = field(default_factory=OrderedDict)


_worker: _Worker | None = None


def _begin(messages: Any, folders: Sequence[Path] | None, games: int) -> None:
    """Prepare the process."""
    global _worker
    begin_process()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(BEHIND_THE_WINDOW)
    messages.put((os.getpid(), NO_THOUGHT))
    _worker = _Worker(find_plugins(folders), messages, games)


def _prepare(packed: bytes) -> _Table:
    """Return the game that `packed` describes, built at its first use."""
    assert _worker is not None, "the process has been prepared"
    if packed not in _worker.tables:
        config, course = pickle.loads(packed)
        game = make_game(parse_config(config), _worker.catalogue, course=course, strict=False)
        _worker.tables[packed] = _Table(game)
    _keep_newest(_worker.tables, packed, _worker.most)
    return _worker.tables[packed]


def _warm(packed: bytes) -> None:
    """Build the game; nothing of it could be sent back."""
    _prepare(packed)


def _think(number: int, packed: bytes, bot: str, seat: int, data: dict[str, Any], decision: Decision, seed: int) -> Any:
    """Let a bot answer a question; only plain data and `BotError` go back, which the parent can surely read."""
    assert _worker is not None, "the process has been prepared"
    _worker.messages.put((os.getpid(), number))
    table = _prepare(packed)
    game = table.game
    seen = View(game.rules, game.floor, game.seats, seat, data)
    # One that fails, or whose process dies, is not put back: it may have been left in the middle of something.
    player = table.bots.pop((bot, seat), None) or make_bot(bot, _worker.catalogue)
    answer = ask_bot(player, seen, decision, Dice(seed))
    table.bots[bot, seat] = player
    return answer
