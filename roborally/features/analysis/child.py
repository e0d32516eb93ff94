"""Analyses a record in its own process, so that the window never waits."""

import pickle
from collections.abc import Collection
from contextlib import suppress
from multiprocessing.connection import Connection

from roborally.base.child_process import NO_PROCESS, Child, start_child
from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.features.analysis.findings import Analysis, Finding
from roborally.features.analysis.review import analyse
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.records.file_format import Record
from roborally.plugin_system.loader import Catalogue, find_plugins

MAX_AT_ONCE = 50
"""The number of findings taken in a frame."""


class AnalysisProcess:
    """Analyses a record in another process; `poll` takes the findings into `analysis`."""

    def __init__(self, record: Record, game: Game, seats: Collection[int]) -> None:
        """Start the process; if it cannot be started, the analysis gets a problem."""
        self.analysis = Analysis()
        self._child: Child | None = None
        packed = pickle.dumps((record, game.config.to_data(), game.course, game.muted, tuple(seats)))
        try:
            self._child = start_child(_work, packed)
        except NO_PROCESS as error:
            self._fail(str(error))

    def poll(self) -> bool:
        """Take the findings that have arrived; return whether there were any."""
        changed = False
        for _number in range(MAX_AT_ONCE):
            if self.analysis.done or self._child is None:
                break
            try:
                if not self._child.pipe.poll():
                    break
                text: Finding | str | None = self._child.pipe.recv()
            except (OSError, EOFError):
                self._fail(_("the process that did it has ended"))
                return True
            changed = True
            if text is None:
                self.analysis.share = 1.0
                self.analysis.done = True
                self.close()
            elif isinstance(text, str):
                self._fail(text)
            else:
                self.analysis.take(text)
        return changed

    def wait(self, seconds: float) -> None:
        """Wait until there are findings to take, at most `seconds`."""
        if self._child is not None:
            self._child.pipe.poll(seconds)

    def close(self) -> None:
        """End the process; findings taken so far stay."""
        child, self._child = self._child, None
        if child is not None:
            child.pipe.close()
            child.process.terminate()

    def _fail(self, why: str) -> None:
        self.analysis.problem = why
        self.analysis.done = True
        self.close()


# --- in the other process -------------------------------------------------------------------------------------------


def _work(pipe: Connection, packed: bytes) -> None:
    """Send every finding, then `None`, or a sentence about the error."""
    with suppress(OSError):  # the window has closed the page
        pipe.send(_failure(pipe, find_plugins(), packed))


def _failure(pipe: Connection, catalogue: Catalogue, packed: bytes) -> str | None:
    try:
        record, config, course, muted, seats = pickle.loads(packed)
        game = make_game(parse_config(config), catalogue, course=course, strict=False, begun=True).muting(muted)
        for finding in analyse(record, game, catalogue, seats):
            pipe.send(finding)
    except OSError:
        raise
    except GameError as error:
        return str(error)
    except any_fault() as error:
        return f"{type(error).__name__}: {error}"
    return None
