"""Stores every finished match as a replay: the newest fifty, and those that are pinned.

    recent = RecentReplays(paths.recent_folder())
    recent.keep("ring-race", moment, recorder.finished)     # a match is over
    recent.update()                                         # in every frame
    recent_replays(folder)                                  # all replays, newest first

Pinned replays are in a separate folder, so the files alone say which are pinned.
"""

import itertools
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import Message, reason
from roborally.base.file_names import file_stem
from roborally.game.records.file_format import REPLAY_SUFFIX, Summary
from roborally.game.records.recorder import ReplayError, list_saves

MAX_REPLAYS = 50
"""The maximum number of replays that are not pinned; the oldest are deleted."""
PINNED = "pinned"
"""The name of the folder, inside that of all replays, for pinned ones."""

Recent = tuple[Path, Summary | ReplayError]
"""The path of a replay, and its summary, or the reason why it is unusable."""


def recent_replays(folder: Path) -> list[Recent]:
    """Return all stored replays, pinned or not, newest first; unusable ones come last."""
    found = [*list_saves(folder, REPLAY_SUFFIX), *list_saves(folder / PINNED, REPLAY_SUFFIX)]
    return sorted(found, key=lambda entry: "" if isinstance(entry[1], ReplayError) else entry[1].date, reverse=True)


def is_pinned(path: Path) -> bool:
    """Return whether a replay is pinned, so that it is never deleted automatically."""
    return path.parent.name == PINNED


def pin(path: Path) -> Path:
    """Move a replay to the pinned ones, and return its new path; raise `StorageError`."""
    return _moved(path, path.parent / PINNED)


def unpin(path: Path) -> Path:
    """Move a replay back from the pinned ones, and return its new path; raise `StorageError`."""
    return _moved(path, path.parent.parent)


def _moved(path: Path, folder: Path) -> Path:
    with StorageError.wrapping("cannot be moved: {error}", path):
        folder.mkdir(parents=True, exist_ok=True)
        return path.rename(_free(folder, path.stem))


def _free(folder: Path, name: str) -> Path:
    """Return an unused path for a replay in a folder, with a number if the name is taken."""
    names = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
    return next(path for name in names if not (path := folder / f"{name}{REPLAY_SUFFIX}").exists())


class RecentReplays:
    """Writes replays in a thread of its own; if writing fails, only that replay is lost."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="roborally-recent")
        self._work: list[Future[None]] = []
        self._problem: Message | None = None
        self._is_reported = False

    def keep(self, course: str, moment: datetime, make: Callable[[], bytes]) -> None:
        """Store the replay of a match that ended at `moment`; `make` returns its content, and is called in the thread.

        `course` is the course's id, with which the file's name begins.
        """
        self._work.append(self._pool.submit(self._write, file_stem(f"{course} {moment:%Y-%m-%d %H.%M.%S}"), make))

    def update(self) -> None:
        """Note the errors of writes that have finished; call it in every frame."""
        for done in [work for work in self._work if work.done()]:
            self._work.remove(done)
            error = done.exception()
            if error is not None and self._problem is None:
                self._problem = reason(error)

    def complaint(self) -> Message | None:
        """Return why a replay could not be stored, only once in the life of the program; otherwise `None`."""
        if self._problem is None or self._is_reported:
            return None
        self._is_reported = True
        return self._problem

    def settle(self) -> None:
        """Block until all replays are written."""
        wait(self._work)
        self.update()

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        """Write a replay, then delete the oldest if there are too many; runs in the thread.

        Replays with later dates than this one, from a wrong clock, are deleted first, so that new ones are kept.
        """
        written = _free(self.folder, name)
        write_aside(written, make(), FOR_OWNER)
        there = list_saves(self.folder, REPLAY_SUFFIX)
        at = next((number for number, (path, _summary) in enumerate(there) if path == written), 0)
        for path, _summary in [*there[at:], *there[:at]][MAX_REPLAYS:]:
            with suppress(OSError):
                path.unlink(missing_ok=True)
