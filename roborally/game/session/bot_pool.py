"""Runs bots in other processes, so that the window never waits for them.

A pool starts its processes at their first use. It sends them the seat's observation as plain data; they build the games
themselves and cache the last ones. If a bot crashes its process or never ends, only its own answer fails with an error,
and the session takes the default. Answers that waited for the process are restarted in a new one. If the system cannot
start a process (too many open files, no memory), the pool tries again for some seconds; then the waiting answers fail.
"""

import contextlib
import multiprocessing
import os
import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.base.child_process import NICENESS, NO_PROCESS, set_up_child_process
from roborally.base.errors import any_fault
from roborally.bots import Bot
from roborally.bots.errors import FAILED, GONE, LATE, PLUGIN, BotError
from roborally.bots.questions import ask_bot, cut, plain, prepare_bot
from roborally.bots.registry import make_bot
from roborally.bots.so_far import best_so_far, forget_best
from roborally.bots.time_limit import thinking_seconds
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation, observe
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.plugin_system.faults import fault_of
from roborally.plugin_system.loader import Catalogue, find_plugins

SHARE = 0.8
"""The share (0 to 1) of a bot's time after which it is interrupted, so that its best answer so far arrives in time."""
GRACE_SECONDS = 1.0
"""The seconds that a bot may still think after its answer was cancelled, before its process is ended."""
RETRY_SECONDS = 1.0
MAX_TRIES = 5
"""The maximum number of new tries to start a process after a failure, `RETRY_SECONDS` apart."""
NO_ANSWER = -1


class PoolAnswer:
    """A bot's pending answer in a pool; a `PendingAnswer` (`roborally.game.session.protocol`).

    `started` says whether a process works on it, `cancelled_at` when it was cancelled (monotonic seconds), or `None`.
    """

    def __init__(self, pool: "BotPool", number: int, call: tuple[Any, ...], future: "Future[Any]") -> None:
        """Store the future of answer `number` of the pool; `call` has function and arguments for computing it again."""
        self._pool = pool
        self.future = future
        self.number = number
        self.call = call
        self.started = False
        self.cancelled_at: float | None = None

    def done(self) -> bool:
        """Return whether the answer, or an error in its place, is available."""
        self._pool.check_processes()
        # A call that ended after the last check may have failed because of another bot; the pool checks again.
        return self.future.done() and not self._pool.is_tracking(self)

    def wait(self, seconds: float) -> None:
        """Block until the answer or an error is available, at most `seconds`."""
        wait_for([self.future], seconds)

    def result(self) -> Any:
        """Return the answer; raise `BotError` if the bot has failed."""
        try:
            return self.future.result()
        except BrokenProcessPool:
            raise BotError(GONE, "the process in which it thought has ended") from None

    def waits(self) -> bool:
        """Return whether the answer still waits for a free process."""
        self._pool.check_processes()
        return not self.started and not self.future.done()

    def cancel(self) -> None:
        """Cancel the answer; a bot that goes on thinking is ended after `GRACE_SECONDS`."""
        self._pool.check_processes()
        self.cancelled_at = time.monotonic()
        self.future.cancel()

    def is_stuck(self, now: float) -> bool:
        """Return whether the bot still thinks more than `GRACE_SECONDS` after its answer was cancelled."""
        is_thinking = self.started and not self.future.done()
        return is_thinking and self.cancelled_at is not None and now - self.cancelled_at > GRACE_SECONDS

    def is_broken(self) -> bool:
        """Return whether the process that computed the answer has died."""
        future = self.future
        return future.done() and not future.cancelled() and isinstance(future.exception(), BrokenProcessPool)

    def restart(self, future: "Future[Any]") -> None:
        """Use another future, since the pool has ended its processes because of a different bot."""
        self.future = future
        self.started = False


@dataclass
class BotPool:
    """Bots that think in `workers` processes; a `Thinker` (`roborally.game.session.protocol`).

    `folders` are those of plugins, as for `find_plugins`. Each process caches up to `games` games; building one takes
    longer than most answers, so there should be room for all running games.
    """

    workers: int = 1
    folders: Sequence[Path] | None = None
    games: int = 2
    thinking: float = float("inf")
    """The maximum time for an answer in seconds, even if the rules allow more."""
    when_done: Callable[[], None] = lambda: None
    """Called, in any thread, when an answer may have become available."""
    _executor: ProcessPoolExecutor | None = None
    _messages: Any = None
    """A queue of pairs of a process id and the number of the answer that it starts, at first `NO_ANSWER`."""
    _pids: set[int] = field(default_factory=set)
    _answers: list[PoolAnswer] = field(default_factory=list)
    _submitted: int = 0
    _tries: int = 0
    _put_off_until: float | None = None
    """The time (monotonic seconds) of the next try to start processes, `None` unless the last one failed."""
    _packed: "OrderedDict[int, tuple[Game, bytes]]" = field(default_factory=OrderedDict)
    """Games and their data for the processes, by the `id` of the game object."""

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> PoolAnswer:
        """Queue a question for a bot, and return its pending answer; `seed` is that of the bot's random numbers."""
        self.check_processes()
        self._submitted += 1
        number = self._submitted
        seconds = SHARE * min(thinking_seconds(game.rules), self.thinking)
        call = (_think, number, self._pack(game), bot, seen.seat, seen.data, decision, seed, seconds)
        answer = PoolAnswer(self, number, call, Future())
        if self._put_off_until is None:
            self._begin([answer])
        else:
            self._answers.append(answer)
        return answer

    def check_processes(self) -> None:
        """End processes of stuck bots, and restart the answers that waited behind a bot that has failed."""
        if self._put_off_until is not None:
            if time.monotonic() >= self._put_off_until:
                self._put_off_until = None
                waiting, self._answers = self._answers, []
                self._begin([answer for answer in waiting if answer.cancelled_at is None])
            return
        # In this order: a process reports what it starts before it dies; that is read after its death was seen.
        done = [answer for answer in self._answers if answer.future.done()]
        is_broken = any(answer.is_broken() for answer in done)
        self._read_messages()
        now = time.monotonic()
        stuck = [answer for answer in self._answers if answer.is_stuck(now)]
        if stuck or is_broken:
            self._restart(stuck or self._started())
        else:
            self._answers = [answer for answer in self._answers if answer not in done]

    def _started(self) -> list[PoolAnswer]:
        """Return the answers that processes work on, or did when they died."""
        return [one for one in self._answers if one.started and (one.is_broken() or not one.future.done())]

    def _restart(self, to_blame: list[PoolAnswer]) -> None:
        """Start new processes, and restart all answers except those in `to_blame`; if it is empty, restart none."""
        waiting = [one for one in self._answers if to_blame and one not in to_blame and one.cancelled_at is None]
        waiting = [one for one in waiting if one.is_broken() or not one.future.done()]
        self._end_processes()
        self._begin(waiting)

    def _begin(self, answers: list[PoolAnswer]) -> None:
        """Hand answers to the processes for computing, or put them off if no process can be started."""
        for number, answer in enumerate(answers):
            try:
                answer.restart(self._start(*answer.call))
            except NO_PROCESS:
                self._answers += answers[number:]
                self._put_off()
                return
            self._answers.append(answer)
        self._tries = 0

    def _put_off(self) -> None:
        """Try again to start processes after `RETRY_SECONDS`; after `MAX_TRIES` tries, let all answers fail."""
        waiting = [one for one in self._answers if one.cancelled_at is None]
        waiting = [one for one in waiting if one.is_broken() or not one.future.done()]
        self._end_processes()  # the existing processes may wait for one that has not started
        for answer in waiting:
            answer.restart(Future())
        self._tries += 1
        if self._tries <= MAX_TRIES:
            self._answers, self._put_off_until = waiting, time.monotonic() + RETRY_SECONDS
            return
        self._tries = 0
        for answer in waiting:
            answer.future.set_exception(BotError(GONE, "no process could be started for it"))

    def is_tracking(self, answer: PoolAnswer) -> bool:
        """Return whether the pool still counts an answer as pending."""
        return answer in self._answers

    def warm_up(self, game: Game) -> None:
        """Start the processes, and let each build the game and prepare its bots; do not wait for this."""
        try:
            for _ in range(self.workers):
                self._start(_warm, self._pack(game))
        except NO_PROCESS:  # the first question tries again
            self._end_processes()

    def close(self) -> None:
        """End the processes at once; the next `submit` starts new ones."""
        self._end_processes()

    def _start(self, function: Any, *arguments: Any) -> "Future[Any]":
        """Call a function in one of the processes, in new ones if these have died; return the future result."""
        try:
            future = self._processes().submit(function, *arguments)
        except BrokenProcessPool:
            self._read_messages()
            self._restart(self._started())
            future = self._processes().submit(function, *arguments)
        future.add_done_callback(lambda _future: self.when_done())
        return future

    def _processes(self) -> ProcessPoolExecutor:
        if self._executor is None:
            # Not forked, since the parent holds a window, threads and an OpenGL context.
            context = multiprocessing.get_context("spawn")
            self._messages = context.SimpleQueue()
            self._executor = ProcessPoolExecutor(
                self.workers,
                mp_context=context,
                initializer=_set_up,
                initargs=(self._messages, self.folders, self.games),
            )
        return self._executor

    def _read_messages(self) -> None:
        """Note the ids of the processes, and which answers they have started."""
        while self._messages is not None and not self._messages.empty():
            pid, number = self._messages.get()
            self._pids.add(pid)
            for answer in self._answers:
                answer.started = answer.started or answer.number == number

    def _end_processes(self) -> None:
        self._read_messages()
        executor, messages, self._executor, self._messages = self._executor, self._messages, None, None
        self._answers, self._put_off_until = [], None
        if executor is None:
            return
        executor.shutdown(wait=False, cancel_futures=True)
        messages.close()
        for child in multiprocessing.active_children():
            if child.pid in self._pids:
                child.terminate()
        self._pids = set()

    def _pack(self, game: Game) -> bytes:
        """Return a game as data from which another process can build it; cached."""
        key = id(game)
        if key not in self._packed:
            self._packed[key] = game, pickle.dumps((game.config.to_data(), game.course, game.muted))
        _keep_newest(self._packed, key, self.games)
        return self._packed[key][1]


def _keep_newest(kept: "OrderedDict[Any, Any]", key: Any, most: int) -> None:
    """Mark the entry `key` as used, and drop the least recently used entries beyond `most`."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


# --- in the other process -------------------------------------------------------------------------------------------


@dataclass
class _LoadedGame:
    """A game in a bot's process, with the bots that have answered in it, by name and seat."""

    game: Game
    bots: dict[tuple[str, int], Bot] = field(default_factory=dict)


@dataclass
class _Worker:
    catalogue: Catalogue
    messages: Any
    max_games: int
    games: "OrderedDict[bytes, _LoadedGame]" = field(default_factory=OrderedDict)


_worker: _Worker | None = None


def _set_up(messages: Any, folders: Sequence[Path] | None, games: int) -> None:
    global _worker
    set_up_child_process(NICENESS)
    messages.put((os.getpid(), NO_ANSWER))
    _worker = _Worker(find_plugins(folders), messages, games)


def _load(packed: bytes) -> _LoadedGame:
    assert _worker is not None, "the process has been prepared"
    if packed not in _worker.games:
        config, course, muted = pickle.loads(packed)
        game = make_game(parse_config(config), _worker.catalogue, course=course, strict=False, begun=True)
        _worker.games[packed] = _LoadedGame(game.muting(muted))
    _keep_newest(_worker.games, packed, _worker.max_games)
    return _worker.games[packed]


def _warm(packed: bytes) -> None:
    """Build a game and let its bots prepare for it, in a match of their own; ignore all errors."""
    assert _worker is not None, "the process has been prepared"
    loaded = _load(packed)
    game = loaded.game
    try:
        match = game.start(0)
        match.run()
        until = time.monotonic() + thinking_seconds(game.rules)  # for all bots: questions wait until it ends
        for seat, name in enumerate(config.controller for config in game.config.seats):
            left = until - time.monotonic()
            with contextlib.suppress(BotError):  # the seat has no bot
                bot = _make(name, _worker.catalogue)
                if left > 0 and prepare_bot(bot, observe(match, seat), Dice(seat), left):
                    loaded.bots[name, seat] = bot
    except any_fault():  # an error of a plugin: the real match reports it
        return


def _think(
    number: int,
    packed: bytes,
    bot: str,
    seat: int,
    data: dict[str, Any],
    decision: Decision,
    seed: int,
    seconds: float,
) -> Any:
    """Compute a bot's answer in a bot's process; return plain data, or raise `BotError`, which can be pickled.

    After `seconds`, which include building the game, the bot's best answer so far is returned (STD-505).
    """
    assert _worker is not None, "the process has been prepared"
    _worker.messages.put((os.getpid(), number))
    begun = time.monotonic()
    loaded = _load(packed)
    game = loaded.game
    seen = Observation(game.rules, game.floor, game.seats, seat, data)
    # A bot that fails is not kept, since its state may be inconsistent.
    player = loaded.bots.pop((bot, seat), None) or _make(bot, _worker.catalogue)
    forget_best()
    try:
        left = max(seconds / 4, seconds - (time.monotonic() - begun))
        answer = ask_bot(player, seen, decision, Dice(seed), left)
    except BotError as error:
        if error.reason == LATE and best_so_far() is not None:
            return plain(best_so_far())
        fault = fault_of(error, game.plugins) if error.reason == FAILED else None
        if fault is None or _worker.catalogue.get(fault.plugin).manifest.kind == "bot":
            raise
        raise BotError(PLUGIN, cut(str(fault.message)), error.details) from None
    loaded.bots[bot, seat] = player
    return answer


def _make(bot: str, catalogue: Catalogue) -> Bot:
    """Return a new bot; raise only `BotError`, since other errors may hold objects that cannot be pickled."""
    try:
        return make_bot(bot, catalogue)
    except any_fault() as error:
        raise BotError(FAILED, cut(str(error))) from None
