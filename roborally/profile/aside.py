"""Renames a damaged file of the profile before a new one is written, so that it is never lost."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from roborally.base.errors import GameError, reason

PATIENCE = 10.0
"""How many seconds to wait for another process to release a lock."""
_LOCK = ".profile.lock"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock a folder during the block, for renaming files in it; raise `GameError` if another process keeps it locked.

    The lock is held on an empty SQLite file; every operating system releases it when the process dies.
    """
    path = folder / _LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    except OSError as error:
        raise GameError("cannot be used: {error}", where=folder, error=reason(error)) from None
    except sqlite3.Error as error:
        raise GameError("cannot be used: {error}", where=path, error=error) from None
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise GameError("cannot be locked: {error}", where=path, error=error) from None
        yield
    finally:
        lock.close()


def set_aside(path: Path, word: str, companions: Sequence[str] = ()) -> Path:
    """Rename a file to `NAME.word`, or `NAME.word-2` and so on, and return its new path; raise `GameError`.

    `companions` are suffixes of further files that belong to it, as SQLite's do; these are renamed with it, since they
    would be mistaken for those of the next file. Call it inside of `alone`.
    """
    number = 1
    target = path.with_name(f"{path.name}.{word}")
    while any(target.with_name(target.name + suffix).exists() for suffix in ("", *companions)):
        number += 1
        target = path.with_name(f"{path.name}.{word}-{number}")
    try:
        for suffix in companions:
            companion = path.with_name(path.name + suffix)
            if companion.exists():
                companion.rename(target.with_name(target.name + suffix))
        path.rename(target)
    except OSError as error:
        raise GameError(
            "cannot be renamed to {name}: {error}", where=path, name=target.name, error=reason(error)
        ) from None
    return target
