"""Locks the folder of a server's journals: one server at a time may use it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roborally.base.errors import GameError, reason

_LOCK = ".server.lock"
_FOR_OWNER = 0o700


@contextmanager
def only_server(folder: Path) -> Iterator[None]:
    """Lock a folder, created if needed, so that only this server writes to it; raise `GameError`.

    The lock is held on an empty SQLite file; every operating system releases it when the process dies.
    """
    try:
        folder.mkdir(mode=_FOR_OWNER, parents=True, exist_ok=True)
        lock = sqlite3.connect(folder / _LOCK, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise GameError("matches cannot be kept there: {error}", where=folder, error=reason(error)) from None
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise GameError(
                "another server keeps its matches there; choose another folder with --journal", where=folder
            ) from None
        raise GameError("matches cannot be kept there: {error}", where=folder, error=error) from None
    try:
        yield
    finally:
        lock.close()
