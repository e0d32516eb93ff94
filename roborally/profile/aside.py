"""Renames a damaged file of the profile before a new one is written, so that it is never lost."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from roborally.base.errors import GameError, reason
from roborally.base.file_lock import locked

PATIENCE = 10.0
"""The number of seconds to wait for another process to release a lock."""
_LOCK = ".profile.lock"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock a folder during the block, for renaming files in it; raise `GameError` if another process has it."""
    with GameError.wrapping("cannot be used: {error}", folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = locked(folder / _LOCK, PATIENCE)
    if lock is None:
        raise GameError("another program is at work in this folder; try again", where=folder)
    with closing(lock):
        yield


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
