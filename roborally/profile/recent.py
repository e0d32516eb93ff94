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
"""The maximum number of replays that are not pinned; the oldest is deleted."""
PINNED = "pinned"
"""The folder of pinned replays."""

Recent = tuple[Path, Summary | ReplayError]
"""A file with its summary, or the reason why it is unusable."""


def recent_replays(folder: Path) -> list[Recent]:
    """Return the recent replays, pinned or not, newest first; unusable ones come last."""
    found = [*list_saves(folder, REPLAY_SUFFIX), *list_saves(folder / PINNED, REPLAY_SUFFIX)]
    return sorted(found, key=lambda entry: "" if isinstance(entry[1], ReplayError) else entry[1].date, reverse=True)


def is_pinned(path: Path) -> bool:
    """Return whether a replay is pinned, so that it is never deleted automatically."""
    return path.parent.name == PINNED


def pin(path: Path) -> Path:
    """Pin a replay; return its new path. Raises `StorageError`."""
    return _moved(path, path.parent / PINNED)


def unpin(path: Path) -> Path:
    """Unpin a replay, so that it is deleted when it is old; return its new path. Raises `StorageError`."""
    return _moved(path, path.parent.parent)


def _moved(path: Path, folder: Path) -> Path:
    with StorageError.wrapping("cannot be moved: {error}", path):
        folder.mkdir(parents=True, exist_ok=True)
        return path.rename(_free(folder, path.stem))


def _free(folder: Path, name: str) -> Path:
    """Return an unused path; a second file of the same name gets a number."""
    names = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
    return next(path for name in names if not (path := folder / f"{name}{REPLAY_SUFFIX}").exists())


class RecentReplays:
    """Writes the replays in a thread; if that fails, only the replay is lost."""

    def __init__(self, folder: Path) -> None:
        """Store replays in `folder`, which is created with the first of them."""
        self.folder = folder
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="roborally-recent")
        self._work: list[Future[None]] = []
        self._problem: Message | None = None
        self._is_reported = False

    def keep(self, course: str, moment: datetime, make: Callable[[], bytes]) -> None:
        """Store a match that ended at `moment`; `make()` returns the file, in the thread.

        The name of the file begins with `course`, the id of the course.
        """
        self._work.append(self._pool.submit(self._write, file_stem(f"{course} {moment:%Y-%m-%d %H.%M.%S}"), make))

    def update(self) -> None:
        """Check the writes that have finished since the last call."""
        for done in [work for work in self._work if work.done()]:
            self._work.remove(done)
            error = done.exception()
            if error is not None and self._problem is None:
                self._problem = reason(error)

    def complaint(self) -> Message | None:
        """Return why a match could not be stored, at most once in the life of the program."""
        if self._problem is None or self._is_reported:
            return None
        self._is_reported = True
        return self._problem

    def settle(self) -> None:
        """Wait until everything is written."""
        wait(self._work)
        self.update()

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        """Write a file, then delete the oldest if there are too many; runs in the thread.

        Replays dated later than this match, by a wrong clock, are deleted first: otherwise this one, or the next, would
        be.
        """
        written = _free(self.folder, name)
        write_aside(written, make(), FOR_OWNER)
        there = list_saves(self.folder, REPLAY_SUFFIX)
        at = next((number for number, (path, _summary) in enumerate(there) if path == written), 0)
        for path, _summary in [*there[at:], *there[:at]][MAX_REPLAYS:]:
            with suppress(OSError):
                path.unlink(missing_ok=True)
