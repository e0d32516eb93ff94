"""Analyses a record in its own process, so that the window never waits."""

import multiprocessing
import os
import pickle
from collections.abc import Collection
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from roborally.base.child_process import set_up_child_process
from roborally.base.errors import GameError, any_fault
from roborally.base.translation import _
from roborally.features.analysis.findings import Analysis, Finding
from roborally.features.analysis.review import analyse
from roborally.game.factory import Game, make_game
from roborally.game.match_file import parse_config
from roborally.game.records.file_format import Record
from roborally.plugin_system.loader import Catalogue, find_plugins

NICENESS = 10
"""The niceness added to the process, so that the window's frames come first."""
MAX_AT_ONCE = 50
"""The number of findings taken in a frame."""


class AnalysisProcess:
    """Analyses a record in another process; `poll` takes the findings into `analysis`."""

    def __init__(self, record: Record, game: Game, seats: Collection[int]) -> None:
        """Start the process; if it cannot be started, the analysis gets a problem."""
        self.analysis = Analysis()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        packed = pickle.dumps((record, game.config.to_data(), game.course, game.muted, tuple(seats)))
        context = multiprocessing.get_context("spawn")  # the parent holds a window, threads and an OpenGL context
        self._pipe, end = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(end, packed), daemon=True)
        try:
            self._process.start()
        except (OSError, RuntimeError) as error:
            self._fail(str(error))
        finally:
            end.close()

    def poll(self) -> bool:
        """Take the findings that have arrived; return whether there were any."""
        changed = False
        for _number in range(MAX_AT_ONCE):
            if self.analysis.done or self._pipe is None:
                break
            try:
                if not self._pipe.poll():
                    break
                text: Finding | str | None = self._pipe.recv()
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
        if self._pipe is not None:
            self._pipe.poll(seconds)

    def close(self) -> None:
        """End the process; findings taken so far stay."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if pipe is not None:
            pipe.close()
        if process is not None and process.pid is not None:
            process.terminate()

    def _fail(self, why: str) -> None:
        self.analysis.problem = why
        self.analysis.done = True
        self.close()


# --- in the other process -------------------------------------------------------------------------------------------


def _work(pipe: Connection, packed: bytes) -> None:
    """Send every finding, then `None`, or a sentence about the error."""
    set_up_child_process()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
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
