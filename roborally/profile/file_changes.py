"""Notices when the files of a plugin are saved, so that its author sees the changes at once."""

import os
from contextlib import suppress
from pathlib import Path

from roborally.profile.plugin_files import is_left_out

SECONDS = 0.5
"""The number of seconds between two calls of `Changes.look`."""
Stamps = dict[str, tuple[int, int]]
"""The files of a folder by relative path: pairs of the time of change in nanoseconds and the size in bytes."""


def stamps(folder: Path) -> Stamps:
    """Return the times and sizes of the files in a folder, except caches and hidden files."""
    found: Stamps = {}
    for top, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not is_left_out(name)]
        for name in names:
            if is_left_out(name):
                continue
            path = Path(top, name)
            with suppress(OSError):  # removed meanwhile
                status = path.stat()
                found[path.relative_to(folder).as_posix()] = status.st_mtime_ns, status.st_size
    return found


class Changes:
    """Watches the files of a folder, and reports changed ones once two looks in a row find the same.

    So files that an editor writes one after the other count as one save.
    """

    def __init__(self, folder: Path, *, first: bool = True) -> None:
        """Start watching; with `first` all files count as changed at the beginning."""
        self.folder = folder
        self._seen: Stamps = {} if first else stamps(folder)
        self._reported = dict(self._seen)

    def look(self) -> tuple[bool, list[str]]:
        """Return whether files are still being saved, and if not, the relative paths changed since the last report."""
        now = stamps(self.folder)
        if now != self._seen:
            self._seen = now
            return True, []
        changed = sorted(path for path in {*now, *self._reported} if now.get(path) != self._reported.get(path))
        self._reported = now
        return False, changed
