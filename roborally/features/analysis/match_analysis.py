"""Analyses a record: its turns here in small steps, programs in another process, so that the window never waits."""

import pickle
from collections.abc import Collection, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection

from roborally.base.child_process import NO_PROCESS, Child, start_child
from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.features.analysis.findings import Analysis, ProgramFound
from roborally.features.analysis.review import ProgramReview, judged_turns
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.records.file_format import Record
from roborally.plugin_system.loader import Catalogue, find_plugins


class MatchAnalysis:
    """Analyses a record: each of the `steps` judges a little of its turns; `poll` has programs of `seats` compared."""

    def __init__(self, record: Record, game: Game, catalogue: Catalogue, seats: Collection[int]) -> None:
        """Do nothing yet."""
        self.analysis = Analysis()
        self.steps = self._judge(catalogue)
        self._record, self._game, self._seats = record, game, seats
        self._child: Child | None = None

    def _judge(self, catalogue: Catalogue) -> Iterator[None]:
        """Judge the turns; a damaged record, or a plugin that fails, ends it with a problem."""
        try:
            for found in judged_turns(self._record, self._game, catalogue):
                if found is not None:
                    self.analysis.turns.append(found)
                yield
            self.analysis.judged = True
        except GeneratorExit:
            raise
        except any_fault() as error:
            self._end(_as_text(error))

    def poll(self) -> bool:
        """Take the programs that have arrived, once all turns are judged; return whether there is anything new."""
        if self.analysis.done or not self.analysis.judged:
            return False
        if self._child is None:
            self._begin()
        changed = False
        while self._child is not None:
            try:
                if not self._child.pipe.poll():
                    break
                news: ProgramFound | str | None = self._child.pipe.recv()
            except (OSError, EOFError):
                news = _("the process that did it has ended")
            changed = True
            if isinstance(news, ProgramFound):
                self.analysis.programs.append(news)
            else:
                self._end(news or "")
        return changed or self.analysis.done

    def _begin(self) -> None:
        """Start the process; without people or chances there is nothing to compare."""
        gains, game = self.analysis.gains(), self._game
        if not (gains and self._seats):
            self._end()
            return
        packed = pickle.dumps((self._record, game.config.to_data(), game.course, game.muted, tuple(self._seats), gains))
        try:
            self._child = start_child(_work, packed)
        except NO_PROCESS as error:
            self._end(str(error))

    def wait(self, seconds: float) -> None:
        """Wait until there are programs to take, at most `seconds`."""
        if self._child is not None:
            self._child.pipe.poll(seconds)

    def close(self) -> None:
        """End the process; findings taken so far stay."""
        child, self._child = self._child, None
        if child is not None:
            child.pipe.close()
            child.process.terminate()

    def _end(self, problem: str = "") -> None:
        """End the analysis, without a reason if all is found."""
        self.analysis.problem = problem
        self.analysis.done = True
        self.close()


def _as_text(error: BaseException) -> str:
    return str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"


# --- in the other process -------------------------------------------------------------------------------------------


def _work(pipe: Connection, packed: bytes) -> None:
    """Send every program, then `None`, or a sentence about the error."""
    with suppress(OSError):  # the window has closed the page
        pipe.send(_failure(pipe, find_plugins(), packed))


def _failure(pipe: Connection, catalogue: Catalogue, packed: bytes) -> str | None:
    try:
        record, config, course, muted, seats, gains = pickle.loads(packed)
        game = make_game(parse_config(config), catalogue, course=course, strict=False, begun=True).muting(muted)
        for found in ProgramReview(record, game, catalogue, seats).best_and_worst(gains):
            pipe.send(found)
    except OSError:
        raise
    except any_fault() as error:
        return _as_text(error)
    return None
