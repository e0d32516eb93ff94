"""Analyses a recorded match in another process, so that the window never waits: first its turns, then some programs."""

import pickle
import threading
from collections.abc import Collection
from contextlib import suppress
from multiprocessing.connection import Connection

from roborally.base.child_process import NO_PROCESS, Child, start_child
from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.features.analysis.findings import Analysis, ProgramFound, TurnFound
from roborally.features.analysis.review import ProgramReview, judged_turns
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.records.file_format import Record
from roborally.plugin_system.loader import Catalogue, find_plugins

MAX_AT_ONCE = 50
"""The maximum number of results that are read per frame."""
JUDGED = True
"""The message that the process sends after the results of all turns."""


class MatchAnalysis:
    """A running analysis of a record in another process; `poll` adds new results to `analysis`."""

    def __init__(self, record: Record, game: Game, seats: Collection[int]) -> None:
        """Start the process; it compares the programs of `seats`. If it cannot start, `analysis.problem` says why."""
        self.analysis = Analysis()
        self._child: Child | None = None
        self._problem = ""
        # a process is not sent a long record before it runs, for which a frame cannot wait
        self._start = threading.Thread(target=self._begin, args=(record, game, seats), daemon=True)
        self._start.start()

    def _begin(self, record: Record, game: Game, seats: Collection[int]) -> None:
        packed = pickle.dumps((record, game.config.to_data(), game.course, game.muted, tuple(seats)))
        try:
            self._child = start_child(_work, packed)
        except NO_PROCESS as error:
            self._problem = str(error)

    def poll(self) -> bool:
        """Add the results that have arrived to `analysis`; return whether there were any."""
        if self.analysis.done or self._start.is_alive():
            return False
        if self._child is None:
            self._end(self._problem)
            return True
        for number in range(MAX_AT_ONCE):
            if self._child is None or not self._take_one(self._child.pipe):
                return number > 0
        return True

    def _take_one(self, pipe: Connection) -> bool:
        """Add the next result of the process to `analysis`; return `False` if none has arrived."""
        try:
            if not pipe.poll():
                return False
            news: TurnFound | ProgramFound | bool | str = pipe.recv()
        except (OSError, EOFError):
            news = _("the process that did it has ended")
        match news:
            case TurnFound():
                self.analysis.turns.append(news)
            case ProgramFound():
                self.analysis.programs.append(news)
            case bool():
                self.analysis.judged = True
            case _:
                self._end(news)
        return True

    def close(self) -> None:
        """End the process; the results in `analysis` stay."""
        self._start.join()
        child, self._child = self._child, None
        if child is not None:
            child.pipe.close()
            child.process.terminate()

    def _end(self, problem: str) -> None:
        """Mark the analysis as done; an empty `problem` means that it is complete."""
        self.analysis.problem = problem
        self.analysis.done = True
        self.close()


# --- in the other process -------------------------------------------------------------------------------------------


def _work(pipe: Connection, packed: bytes) -> None:
    """Send every result, then a sentence about the error, or an empty text if there was none."""
    with suppress(OSError):  # the window has closed the page
        pipe.send(_failure(pipe, find_plugins(), packed))


def _failure(pipe: Connection, catalogue: Catalogue, packed: bytes) -> str:
    try:
        record, config, course, muted, seats = pickle.loads(packed)
        game = make_game(parse_config(config), catalogue, course=course, strict=False, begun=True).muting(muted)
        analysis = Analysis()
        for turn in judged_turns(record, game, catalogue):
            analysis.turns.append(turn)
            pipe.send(turn)
        pipe.send(JUDGED)
        for program in ProgramReview(record, game, catalogue, seats).best_and_worst(analysis.turns):
            pipe.send(program)
    except OSError:
        raise
    except GameError as error:
        return str(error)
    except any_fault() as error:
        return f"{type(error).__name__}: {error}"
    return ""
