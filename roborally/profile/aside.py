"""Sets aside a file of the profile that cannot be used, so that it is never overwritten."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from roborally.base.errors import GameError, reason

PATIENCE = 10.0
"""Seconds that one process waits for another one."""
_LOCK = ".profile.lock"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only process that changes the names of files in a folder; raise `GameError` when another one never ends.

    The lock is that of an empty SQLite file, which every operating system gives back when a process dies.
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
    """Rename a file to `NAME.word`, or `NAME.word-2` and so on, and return its new place; raise `GameError`.

    Files whose names have one of `companions` behind the file's name go with it, and go first: were they left behind
    by a crash, they would be taken for those of the next file. Call it inside of `alone`.
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
