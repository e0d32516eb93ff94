"""Writes files safely: a complete temporary file replaces the old one, so that a crash never leaves half a file."""

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from roborally.base.errors import GameError, reason


class StorageError(GameError):
    """A file cannot be read or written; the message is one plain sentence. A failed write leaves the old content."""


FOR_ALL, FOR_OWNER = 0o644, 0o600
"""File modes: readable by everybody, and readable by the owner only."""


PART = ".roborally.part"
"""The suffix of temporary files and folders; other programs do not use it."""
_PART_NAME = re.compile(r"\..+\.[a-z0-9_]{8}" + re.escape(PART))
OLD = 86_400.0
"""The age in seconds that makes a temporary file count as left over from an interrupted write."""
_cleaned: set[Path] = set()
"""The folders in which this process has already removed temporary files."""


def clean(folder: Path) -> None:
    """Remove the temporary files that a power cut or a crash has left in a folder, once per process.

    Other programs' files stay, whatever their names, and so do files of writes that may still be running.
    """
    if folder in _cleaned:
        return
    _cleaned.add(folder)
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _PART_NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _clean(entry)


def _clean(entry: "os.DirEntry[str]") -> None:
    found = entry.stat(follow_symlinks=False)
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    if not is_ours or time.time() - found.st_mtime <= OLD:
        return
    if entry.is_dir(follow_symlinks=False):
        shutil.rmtree(entry.path)
    elif entry.is_file(follow_symlinks=False):
        Path(entry.path).unlink()


def write_aside(path: Path, content: bytes, mode: int = FOR_ALL) -> None:
    """Write a file with the permissions `mode`, making its folder if needed; raise `StorageError`, changing nothing."""
    with aside(path, mode) as part:
        part.write_bytes(content)


@contextmanager
def aside(path: Path, mode: int = FOR_ALL) -> Iterator[Path]:
    """Yield an empty temporary file in the folder of `path`, which it replaces at the end of the block.

    If the block raises an error, `path` keeps its content and the temporary file is removed. An `OSError` becomes a
    `StorageError`. `mode` are the permissions of the new file.
    """
    part: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        clean(path.parent)
        # In the same folder, because renaming is atomic only within one file system.
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
        os.close(number)
        part = Path(name)
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(path)
    except OSError as error:
        raise StorageError("cannot be written: {error}", where=path, error=reason(error)) from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Write a folder's entries to the disk, so that a rename survives a power cut."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
