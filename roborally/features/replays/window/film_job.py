"""Makes a film or a page in another process, so that the window stays responsive; imports nothing that draws.

    job = FilmJob(order, game, record)
    job.poll()          in every frame: updates `job.part`, the finished share
    job.cancel()        removes the unfinished file

The process ends with the window.
"""

import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from roborally.base.child_process import start_child
from roborally.base.errors import GameError, Message
from roborally.game.factory import Game
from roborally.game.records.exports import PAGE
from roborally.game.records.file_format import REPLAY_SUFFIX, Record
from roborally.game.records.recorder import load_replay
from roborally.game.records.replay_file import replay_of_record
from roborally.narration.page.html_file import write_page
from roborally.plugin_system.loader import find_plugins
from roborally.profile.language import speak
from roborally.ui.toolkit.frames.headless import import_without_screen

PATIENCE = 3.0
"""Seconds that a process has to stop before it is killed."""
DONE = "done"
"""The last message of the process, once the film is complete or cancelled."""


class FilmOrder(msgspec.Struct, frozen=True):
    """A film to make: its path, width and height in pixels, frames per second, speed of the match, and language.

    A path that ends in `.html` is a page instead, in all languages and of any size. `turns` are the first and the last
    turn, `None` for the whole match; with `best` only the best moments are shown.
    """

    path: str
    size: tuple[int, int]
    rate: int
    speed: str
    language: str
    turns: tuple[int, int] | None = None
    best: bool = False


class FilmJob:
    """A film in the making; `part` is the finished share, from 0 to 1, `over` says whether the process has ended.

    `problem` is the error if it failed, otherwise `None`.
    """

    def __init__(self, order: FilmOrder, game: Game, record: Record) -> None:
        """Start the process; raise `OSError` if that fails."""
        self.path = Path(order.path)
        self.part = 0.0
        self.over = self._cancelled = False
        self.problem: Message | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="roborally-film-")
        replay = Path(self._folder.name) / f"match{REPLAY_SUFFIX}"
        replay.write_bytes(replay_of_record(game, record))
        self._process, self._pipe = start_child(_serve, msgspec.json.encode(order), replay)

    def poll(self) -> None:
        """Update `part`, `over` and `problem` from the messages of the process."""
        try:
            while not self.over and self._pipe.poll():
                news = self._pipe.recv()
                if isinstance(news, float):
                    self.part = news
                else:
                    self.problem = news if isinstance(news, Message) else None
                    self._end()
        except (EOFError, OSError):
            self.problem = Message.of("the process that made the file has ended")
            self._end()

    def cancel(self) -> None:
        """Ask the process to stop, and remove its file; the process may run on for a moment."""
        self._cancelled = True
        with suppress(OSError):  # it has ended
            self._pipe.send(None)
        if self.over:
            self._remove()

    def close(self) -> None:
        """Cancel the film if it is not finished, and wait for the process to end."""
        if not self.over:
            self.cancel()
            self._process.join(PATIENCE)
            self._end()

    def _end(self) -> None:
        self.over = True
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()
        self._pipe.close()
        self._folder.cleanup()
        if self._cancelled:
            self._remove()

    def _remove(self) -> None:
        """Remove a file that was complete before the process noticed that it had been cancelled."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class _StoppedError(Exception):
    """Raised when the film has been cancelled."""


def _serve(connection: Connection, encoded: bytes, replay: Path) -> None:
    """Make a film; send the finished share again and again, then `DONE` or the message of an error."""

    def describe(part: float) -> None:
        if connection.poll():
            raise _StoppedError
        connection.send(part)

    try:
        _make(msgspec.json.decode(encoded, type=FilmOrder), replay, describe)
        connection.send(DONE)
    except GameError as error:
        connection.send(error.message)
    except (_StoppedError, EOFError, OSError):
        with suppress(OSError):
            connection.send(DONE)


def _make(order: FilmOrder, replay: Path, report: Callable[[float], None]) -> None:
    """Write a film, and call `report` with the finished share; raise `GameError`, or an error of `report`."""
    speak(order.language)
    catalogue = find_plugins()
    game, record = load_replay(replay, catalogue)
    if Path(order.path).suffix == PAGE:
        write_page(Path(order.path), game, record, catalogue, turn=order.turns[0] if order.turns else None)
        return
    export: Any = _import_pictures()
    from roborally.features.replays.window.film_files import film_file

    wish = export.FilmOptions(order.size, order.rate, order.speed, order.turns, order.best)
    projector = export.Projector(export.open_window(wish.size, visible=False), game, record, wish)
    with film_file(Path(order.path), wish.size, wish.rate, projector.sample) as film:
        for shot in projector.shots():
            film.add(shot.picture)
            report(shot.part)


def _import_pictures() -> Any:
    """Import the module that draws: without a screen on Linux, elsewhere for a hidden window."""
    name = "roborally.features.replays.window.film_pictures"
    if sys.platform == "linux":
        return import_without_screen(name)
    import importlib

    return importlib.import_module(name)
