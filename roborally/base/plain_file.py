"""Opens files of unknown kinds; a pipe or a device could block the reader forever."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_plain(path: Path) -> BinaryIO:
    """Open a file for reading, without waiting; raise `OSError`, also for a pipe, a device or a folder."""
    file = open(path, "rb", opener=_at_once)  # noqa: SIM115  # the caller closes it
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
    return file


def read_plain(path: Path, most: int = -1) -> bytes:
    """Return a file's content, at most `most` bytes unless that is -1; raise `OSError` as `open_plain` does."""
    with open_plain(path) as file:
        return file.read(most)


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer at a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
