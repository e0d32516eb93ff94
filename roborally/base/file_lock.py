"""Locks that exclude other processes; the operating system releases them when a process dies."""

import errno
import sqlite3
from pathlib import Path


def locked(path: Path, patience: float = 0.0) -> sqlite3.Connection | None:
    """Lock a file and return a connection that keeps the lock until it is closed; `None` if another process has it.

    Wait at most `patience` seconds for the other process. `path` becomes an empty SQLite file, whose locks work alike
    on every system. Raise `OSError`.
    """
    try:
        lock = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise as_os_error(error) from None
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise as_os_error(error) from None
    return lock


def as_os_error(error: sqlite3.Error) -> OSError:
    """Return an error of SQLite as the `OSError` of the same cause, for which `errors.reason` has a translated text."""
    numbers = {
        sqlite3.SQLITE_FULL: errno.ENOSPC,
        sqlite3.SQLITE_IOERR: errno.EIO,
        sqlite3.SQLITE_READONLY: errno.EROFS,
        sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    }
    return OSError(numbers.get(error.sqlite_errorcode & 0xFF), str(error))
