"""A file that exists while a window hosts a running match, so that the next window notices if it was killed."""

import sqlite3
from contextlib import suppress

from roborally.base import paths
from roborally.base.file_lock import locked


class HostingMark:
    """The mark that this window hosts a match: a locked file. If the window is killed, the file stays, without a lock.

    Only one window at a time has the mark; another one that is killed goes unnoticed.
    """

    def __init__(self) -> None:
        self._lock: sqlite3.Connection | None = None

    def begin(self) -> None:
        """Set the mark, because a match begins here."""
        if self._lock is None:
            path = paths.hosting_file()
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = locked(path)

    def end(self) -> None:
        """Remove the mark, because the match is over or its host has left."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            with suppress(OSError):
                paths.hosting_file().unlink(missing_ok=True)

    def was_left(self) -> bool:
        """Return whether a hosting window was killed; remove its mark, so that this is reported only once."""
        if self._lock is not None or not paths.hosting_file().is_file():
            return False
        self.begin()
        found = self._lock is not None
        self.end()
        return found
