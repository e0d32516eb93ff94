"""Rates courses in the background of a window: another process runs the games, and the window only sends and receives.

That process starts the processes that play, and kills them in the middle of a game when another course arrives.
"""

import atexit
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Literal

import msgspec

from roborally.arena.plan import Terms
from roborally.base.child_process import NO_PROCESS, start_child
from roborally.base.errors import Message, any_fault, reason
from roborally.base.translation import _
from roborally.features.workshop.rating.conditions import BOT, GAMES, terms_for
from roborally.features.workshop.rating.figures import Rating
from roborally.features.workshop.rating.run import RatingRun, RunningRating
from roborally.features.workshop.rating.suggestions import Suggestion, SuggestionRun
from roborally.features.workshop.rating.workers import Workers
from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue, find_plugins

STEP_SECONDS = 0.1
"""The seconds for which the process waits for a game before it looks for another course to rate."""


class RatingState(msgspec.Struct, frozen=True):
    """The progress of a rating; `stage` is playing games, trying changes, done, or impossible.

    `played` and `total` count the games of the stage; `rating` has the figures of the games so far. `problem` says why
    there is no rating, or why no change was tried.
    """

    stage: Literal["games", "changes", "done", "impossible"]
    played: int = 0
    total: int = 0
    rating: Rating | None = None
    suggestions: list[Suggestion] = []
    problem: Message | None = None


class LiveRating:
    """Rates courses in other processes: call `ask` with a course, then `poll`, and read `state`; no call waits.

    A new course ends the rating of an earlier one at once. `jobs` is the number of processes that play; 0 stands for
    one fewer than processors. `bot` and `games` are those of `terms_for`.
    """

    def __init__(self, *, jobs: int = 0, bot: str = BOT, games: int = GAMES) -> None:
        """Start the process; if that fails, `state` always says that no games can be played."""
        self.state: RatingState | None = None
        """The last state that arrived for the current course, `None` if there is none yet."""
        self._asked = 0
        self._pipe: Connection | None = None
        self.process: BaseProcess
        """The process that runs the games."""
        wanted = jobs or max(1, (os.cpu_count() or 1) - 1), bot, games
        # It is no daemon, because those cannot have child processes. So it is killed before Python would wait for it.
        try:
            self.process, self._pipe = start_child(_direct, *wanted, niceness=0, daemon=False)
            atexit.register(self.close)
        except NO_PROCESS as error:
            self._fail(str(error))

    def ask(self, course: Course | None, mode: str = "") -> None:
        """Rate a course in a mode, by default in one that fits; for `None`, only stop playing."""
        self._asked += 1
        if self._pipe is None:
            return
        self.state = None
        try:
            self._pipe.send((self._asked, course, mode))
        except OSError as error:
            self._fail(str(error))

    def poll(self) -> bool:
        """Receive what has arrived; return whether `state` has changed."""
        changed = False
        try:
            while self._pipe is not None and self._pipe.poll():
                number, state = self._pipe.recv()
                if number == self._asked:
                    self.state, changed = state, True
        except (OSError, EOFError):
            self._fail(_("the process that did it has ended"))
            return True
        return changed

    @property
    def is_alive(self) -> bool:
        """Whether courses can be rated; if not, `state` says why."""
        return self._pipe is not None

    def close(self) -> None:
        """Kill the process and those that play."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
            atexit.unregister(self.close)
            self.process.kill()

    def _fail(self, why: str) -> None:
        self.state = RatingState("impossible", problem=Message.of("no games can be played: {error}", error=why))
        self.close()


# --- in the other process -------------------------------------------------------------------------------------------


def _direct(pipe: Connection, jobs: int, bot: str, games: int) -> None:
    """Rate each course that arrives until the next message comes; one without a course only stops the rating.

    Messages are triples of number, course and mode; each state is sent with the number of its message.
    """
    catalogue = find_plugins()
    with suppress(OSError, EOFError):
        while True:
            number, course, mode = pipe.recv()
            if course is None or pipe.poll():
                continue
            terms = partial(terms_for, course, catalogue, mode=mode, bot=bot, games=games)
            with closing(states(terms, course, catalogue, partial(Workers, jobs, nice=True))) as found:
                for state in found:
                    if pipe.poll():
                        break
                    if state is not None:
                        pipe.send((number, state))


def states(
    terms: Callable[[], Terms], course: Course, catalogue: Catalogue, start: Callable[[], Workers]
) -> Generator[RatingState | None, None, None]:
    """Yield the states of a rating, or `None` if nothing is new; the workers of `start()` end with the generator."""
    run: RatingRun | None = None
    found = RatingState("games")
    try:
        yield found
        run = RatingRun(terms(), catalogue, start())
        yield RatingState("games", 0, run.total)
        for news in _steps(run):
            found = RatingState("games", run.played, run.total, run.rating()) if news else found
            yield found if news else None
        found = RatingState("changes", 0, 0, run.rating())
        yield found
        trying = SuggestionRun(run, course, catalogue)
        for news in _steps(trying):
            yield RatingState("changes", trying.played, trying.total, found.rating) if news else None
        yield RatingState("done", rating=found.rating, suggestions=trying.suggestions)
    except GeneratorExit:  # the caller needs no more
        raise
    except any_fault() as error:  # that of a plugin, or the course cannot be rated
        yield _ended(found, reason(error))
    finally:
        if run is not None:
            run.close()


def _ended(found: RatingState, problem: Message) -> RatingState:
    """Return the state after an error; a complete rating is kept."""
    if found.stage == "changes":
        return RatingState("done", rating=found.rating, problem=problem)
    return RatingState("impossible", problem=problem)


def _steps(running: RunningRating) -> Iterator[bool]:
    """Wait in short steps until all games are played; yield after each whether games have ended."""
    while not running.done:
        yield running.poll(STEP_SECONDS)
