"""Stores the running match in a file, so that a crash or a power cut loses at most one question.

    keeper = MatchKeeper(paths.kept_folder())
    keeper.follow(recorder)         # a match begins
    keeper.update()                 # in every frame
    keeper.forget()                 # it is over, or
    keeper.release()                # the window leaves it, and it can be continued
    kept_matches(folder)            # those that are not open in any window

The file has the format of a saved game (docs/files.md). The program that writes it holds a lock beside it, so two
windows never share one.
"""

import itertools
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError, Message, any_fault, reason
from roborally.base.file_lock import locked
from roborally.game.match_file import MatchConfig, parse_config
from roborally.game.records.file_format import SAVE_SUFFIX, Summary, read_start
from roborally.game.records.recorder import Recorder, ReplayError, list_saves
from roborally.profile.aside import alone, set_aside

MAX_MATCHES = 5
"""The maximum number of stored matches that no window has open; the oldest are deleted."""
RETRY = 5.0
"""The number of seconds between a failed write and the next try."""
UNUSABLE = "damaged"
"""The suffix added to the name of an unusable stored match."""

Kept = tuple[Path, Summary | ReplayError]
"""The path of a stored match, and its summary, or the reason why it is unusable."""


class InUseError(GameError):
    """The stored match is open in another window."""


def kept_matches(folder: Path) -> list[Kept]:
    """Return the stored matches that no window has open, newest first."""
    free = [(path, summary) for path, summary in list_saves(folder) if _is_free(path)]
    return sorted(free, key=_moment, reverse=True)


def start_of(path: Path) -> tuple[MatchConfig, bool]:
    """Return the configuration of a stored match, and whether it is practice; raise `GameError`."""
    start = read_start(path)
    return parse_config(start.config, str(path)), start.practice


def _moment(entry: Kept) -> tuple[str, int]:
    """Return the date of a match and the time of its file, as a sort key."""
    path, summary = entry
    try:
        written = path.stat().st_mtime_ns
    except OSError:  # another window has deleted it
        written = 0
    return "" if isinstance(summary, ReplayError) else summary.date, written


def put_aside(path: Path) -> Path:
    """Rename an unusable stored match, so that it is no longer offered; return its new path. Raise `GameError`."""
    with alone(path.parent):
        return set_aside(path, UNUSABLE)


class MatchKeeper:
    """Stores the running match in a file again and again, in a thread of its own, skipping states if writing is slow.

    `problem` is the reason if the last write failed, else `None`.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        """Store matches in `folder`, which is created with the first of them; `now` is a clock in seconds."""
        self.folder = folder
        self.problem: Message | None = None
        self._now = now
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="roborally-keep")
        self._recorder: Recorder | None = None
        self._work: Future[None] | None = None
        self._path: Path | None = None
        self._lock: sqlite3.Connection | None = None
        self._taken = -1
        self._copy: Callable[[], bytes] | None = None
        """Makes the file of the next state to write; `_written` makes that of the state being written."""
        self._written: Callable[[], bytes] | None = None
        self._failed_at: float | None = None
        self._is_reported = False

    @property
    def busy(self) -> bool:
        """Whether a match is being stored or its file has been claimed."""
        return self._recorder is not None or self._path is not None

    def claim(self, path: Path) -> None:
        """Take over the file of a stored match for `follow`; raise `InUseError` if another window has it open."""
        self.release()
        try:
            self._lock = _locked(path)
        except OSError as error:
            raise GameError("cannot be locked: {error}", where=path, error=error) from None
        if self._lock is None:
            raise InUseError("this match is open in another window")
        self._path = path
        _clean(path)

    def follow(self, recorder: Recorder) -> None:
        """Store the match of another recorder from now on, in the claimed file or else in a new one."""
        if self._recorder is not None:
            self.release()
        self._recorder, self._taken = recorder, -1
        self.update()

    def update(self) -> None:
        """Write the newest state if there is a new answer and no write is running; call it in every frame.

        The time for this does not grow with the match, since another thread writes.
        """
        if self._recorder is not None and len(self._recorder.record.answers) != self._taken:
            self._taken = len(self._recorder.record.answers)
            try:
                self._copy = self._recorder.saving()
            except ReplayError:
                pass  # the match is over, so it waits for no answer
            except any_fault() as error:  # an error of a plugin's part of the state
                self._fail(error)
        self._collect()
        if self._copy is None or self._work is not None:
            return
        if self._failed_at is None or self._now() >= self._failed_at + RETRY:
            self._work = self._pool.submit(self._write, self._copy)
            self._written, self._copy = self._copy, None

    def complaint(self) -> Message | None:
        """Return why the match cannot be stored, `None` if it can; report each problem only once."""
        if self.problem is None or self._is_reported:
            return None
        self._is_reported = True
        return self.problem

    def settle(self) -> bool:
        """Block until the newest state is written; return whether that succeeded."""
        self.update()
        self._finish()
        return self.problem is None

    def release(self, *, newest: bool = True) -> Path | None:
        """Stop storing the match, keeping its file so that it can be continued; return the file, `None` without one.

        With `newest=False`, events since the last `update` are dropped, because the match may be broken.
        """
        if not newest:
            self._recorder = None
        self.settle()
        path = self._path if self._path is not None and self._path.exists() else None
        self._let_go()
        return path

    def forget(self) -> None:
        """Stop storing the match and delete its file, because the match is over."""
        self._recorder = self._copy = None
        self._finish()
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        self._let_go()

    def _let_go(self) -> None:
        self._recorder = self._path = self.problem = self._failed_at = None
        self._copy = self._written = None
        self._is_reported = False
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- writing --------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Block until the newest state is written or writing has failed."""
        if self._work is not None:
            wait([self._work])
            self._collect()
        self._failed_at = None
        self.update()
        if self._work is not None:
            wait([self._work])
            self._collect()

    def _collect(self) -> None:
        """Handle the result of a finished write; after a failure, keep its state to try it again."""
        if self._work is None or not self._work.done():
            return
        error = self._work.exception()
        self._work = None
        if error is None:
            self.problem = self._failed_at = None
            self._is_reported = False
        else:
            self._copy = self._copy or self._written
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self._failed_at = self._now()
        text = reason(error)
        cause = text.values.get("error")  # players do not know the name of the file
        self.problem = cause if isinstance(cause, Message) else text

    def _write(self, make: Callable[[], bytes]) -> None:
        """Write the content that `make` returns; runs in the thread."""
        content = make()
        if self._path is None:
            self._path, self._lock = self._new_place()
        write_aside(self._path, content, FOR_OWNER)

    def _new_place(self) -> tuple[Path, sqlite3.Connection]:
        """Return the path and the lock for a new file, after deleting the oldest files if there are too many."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for path, _summary in kept_matches(self.folder)[MAX_MATCHES - 1 :]:
            _remove(path)
        for number in itertools.count(1):
            path = self.folder / f"match-{number}{SAVE_SUFFIX}"
            lock = _locked(path)
            if lock is not None:
                if not path.exists():
                    _clean(path)
                    return path, lock
                lock.close()
        raise AssertionError("numbers do not end")


def _clean(path: Path) -> None:
    """Remove temporary files that a killed process left for this file; the caller must hold its lock."""
    for part in path.parent.glob(f".{path.name}.*.part"):
        with suppress(OSError):
            part.unlink()


def remove(path: Path) -> None:
    """Delete a stored match; raise `InUseError` if a window has it open, or `OSError`."""
    if not _remove(path):
        raise InUseError("this match is open in another window")


def _remove(path: Path) -> bool:
    lock = _locked(path)
    if lock is None:
        return False
    try:
        path.unlink(missing_ok=True)
    finally:
        lock.close()
    return True


def _is_free(path: Path) -> bool:
    try:
        lock = _locked(path)
    except OSError:
        return True  # a player who continues it sees the problem
    if lock is None:
        return False
    lock.close()
    return True


def _locked(path: Path) -> sqlite3.Connection | None:
    """Lock a stored match for this process; return `None` if another window has it open. Raise `OSError`."""
    return locked(path.with_name(f".{path.stem}.lock"))
