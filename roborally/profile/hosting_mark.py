"""A mark in the user's folder while this window hosts a running match; it remains if the window is killed."""

import sqlite3
from contextlib import suppress

from roborally.base import paths
from roborally.base.file_lock import locked


class HostingMark:
    """The mark of this window. It is a lock, so that a mark without an owner means that a window was killed.

    Only one window at a time has the mark; another one that is killed goes unnoticed.
    """

    def __init__(self) -> None:
        """Start without the mark."""
        self._lock: sqlite3.Connection | None = None

    def begin(self) -> None:
        """Set the mark: a match is running here."""
        if self._lock is None:
            path = paths.hosting_file()
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = locked(path)

    def end(self) -> None:
        """Remove the mark: the match is over, or its host has left."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            with suppress(OSError):
                paths.hosting_file().unlink(missing_ok=True)

    def was_left(self) -> bool:
        """Return, once, whether a window that hosted a match was killed."""
        if self._lock is not None or not paths.hosting_file().is_file():
            return False
        self.begin()
        found = self._lock is not None
        self.end()
        return found
