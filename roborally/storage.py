"""Writing files so that nothing is ever lost: the new content lies complete on the disk before the old one goes."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from roborally.errors import GameError
from roborally.texts import _


class StorageError(GameError):
    """A file that cannot be written; the message is one plain sentence, and the old file is still there."""


def write_aside(path: Path, content: bytes) -> None:
    """Write a file, and its folder if need be; whatever goes wrong, `path` holds all of the old or all of the new."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # In the same folder, because a file can be renamed at one stroke only within one file system.
        number, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        problem = _("{path}: cannot be written: {error}")
        raise StorageError(problem.format(path=path, error=error.strerror or error)) from None
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself durable, where the operating system lets a folder be opened."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
