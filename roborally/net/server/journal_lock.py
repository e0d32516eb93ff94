"""Locks the folder of a server's journals: one server at a time may use it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from roborally.base.errors import GameError
from roborally.base.file_lock import locked

_LOCK = ".server.lock"
_FOR_OWNER = 0o700


@contextmanager
def only_server(folder: Path) -> Iterator[None]:
    """Lock a folder, created if needed, so that only this server writes to it; raise `GameError`."""
    with GameError.wrapping("matches cannot be kept there: {error}", folder):
        folder.mkdir(mode=_FOR_OWNER, parents=True, exist_ok=True)
        lock = locked(folder / _LOCK)
    if lock is None:
        raise GameError("another server keeps its matches there; choose another folder", where=folder)
    with closing(lock):
        yield
