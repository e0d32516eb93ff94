"""Opens files that may be anything: a pipe or a device would let who reads it wait for ever."""

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
    """Return a file's content, at most so many bytes unless it is -1; raise `OSError` as `open_plain` does."""
    with open_plain(path) as file:
        return file.read(most)


def _at_once(path: str, flags: int) -> int:
    """Open a file, and do not wait until somebody writes into a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
