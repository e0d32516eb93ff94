"""Keeps every finished match as a replay, without being asked: the newest fifty, and those that are pinned.

    recent = RecentReplays(paths.recent_folder())
    recent.keep("ring-race", moment, recorder.finished)     a match is over
    recent.update()                                         in every frame
    recent_replays(folder)                                  what there is, newest first

A pinned replay lies in a folder of its own, so the files alone say which are pinned.
"""

import itertools
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from roborally.base.atomic_file import FOR_OWNER, StorageError, write_aside
from roborally.base.errors import GameError, Message, reason
from roborally.base.file_names import file_stem
from roborally.records.file_format import REPLAY_SUFFIX, Summary
from roborally.records.recorder import ReplayError, list_saves

MAX_REPLAYS = 50
"""The most replays that are kept without being pinned; the oldest goes."""
PINNED = "pinned"
"""The folder of those that stay."""

Recent = tuple[Path, Summary | ReplayError]
"""A file with what a list shows, or what is wrong with it."""


def recent_replays(folder: Path) -> list[Recent]:
    """Return the recent replays, pinned or not, newest first; those that cannot be used come last."""
    found = [*list_saves(folder, REPLAY_SUFFIX), *list_saves(folder / PINNED, REPLAY_SUFFIX)]
    return sorted(found, key=lambda entry: "" if isinstance(entry[1], ReplayError) else entry[1].date, reverse=True)


def is_pinned(path: Path) -> bool:
    """Return whether a recent replay stays until it is deleted."""
    return path.parent.name == PINNED


def pin(path: Path) -> Path:
    """Let a recent replay stay; return its new path. Raises `StorageError`."""
    return _moved(path, path.parent / PINNED)


def unpin(path: Path) -> Path:
    """Let a pinned replay go when it is old; return its new path. Raises `StorageError`."""
    return _moved(path, path.parent.parent)


def _moved(path: Path, folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return path.rename(_free(folder, path.stem))
    except OSError as error:
        raise StorageError("cannot be moved: {error}", where=path, error=reason(error)) from None


def _free(folder: Path, name: str) -> Path:
    """Return a path that no file has; a second file of a name has a number."""
    names = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
    return next(path for name in names if not (path := folder / f"{name}{REPLAY_SUFFIX}").exists())


class RecentReplays:
    """Writes the replays in a thread of its own; what cannot be written costs nothing but the replay."""

    def __init__(self, folder: Path) -> None:
        """Keep replays in `folder`, which is made with the first of them."""
        self.folder = folder
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="roborally-recent")
        self._work: list[Future[None]] = []
        self._problem: Message | None = None
        self._is_reported = False

    def keep(self, course: str, moment: datetime, make: Callable[[], bytes]) -> None:
        """Keep a match that ended at a moment; `make()` returns the file, in the thread.

        `course` is the id of its course, with which the file's name begins.
        """
        self._work.append(self._pool.submit(self._write, file_stem(f"{course} {moment:%Y-%m-%d %H.%M.%S}"), make))

    def update(self) -> None:
        """Look what has been written since the last call."""
        for done in [work for work in self._work if work.done()]:
            self._work.remove(done)
            error = done.exception()
            if error is not None and self._problem is None:
                self._problem = Message.of("{error}", error=type(error).__name__)
                if isinstance(error, OSError | GameError):
                    self._problem = reason(error)

    def complaint(self) -> Message | None:
        """Return why a match could not be kept, once in the life of the program."""
        if self._problem is None or self._is_reported:
            return None
        self._is_reported = True
        return self._problem

    def settle(self) -> None:
        """Wait until everything is written."""
        wait(self._work)
        self.update()

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        """Write a file, then remove the oldest of too many; in the thread.

        What is dated after this match, by a clock that was wrong, goes first: otherwise this one, or the next, would.
        """
        written = _free(self.folder, name)
        write_aside(written, make(), FOR_OWNER)
        there = list_saves(self.folder, REPLAY_SUFFIX)
        at = next((number for number, (path, _summary) in enumerate(there) if path == written), 0)
        for path, _summary in [*there[at:], *there[:at]][MAX_REPLAYS:]:
            with suppress(OSError):
                path.unlink(missing_ok=True)
