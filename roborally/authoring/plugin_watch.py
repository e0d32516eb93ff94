"""Checks a plugin whenever its files are saved (`roborally plugin watch`)."""

import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from roborally.profile.plugin_files import is_left_out

SECONDS = 0.5
"""Seconds between two looks at the files."""
Stamps = dict[str, tuple[int, int]]
"""Files by their paths in the folder, with the time of the last change in nanoseconds, and the size in bytes."""


class RunningCheck(Protocol):
    """A running check, usually a process."""

    def poll(self) -> int | None:
        """Return the exit status, or `None` while the check runs."""

    def kill(self) -> None:
        """Stop the check."""

    def wait(self) -> int:
        """Wait for the end of the check, and return its exit status."""
        ...


def stamps(folder: Path) -> Stamps:
    """Return the stamps of the files in a folder; caches and hidden files are ignored."""
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
    """Reports the files that have changed once per save, when two looks in a row find the same.

    So files that an editor writes one after the other count as one save.
    """

    def __init__(self, folder: Path, *, first: bool = True) -> None:
        """Start; with `first` all files count as changed at the beginning."""
        self.folder = folder
        self._seen: Stamps = {} if first else stamps(folder)
        self._reported = dict(self._seen)

    def look(self) -> tuple[bool, list[str]]:
        """Return whether files are just being saved, and the files changed since the last save."""
        now = stamps(self.folder)
        if now != self._seen:
            self._seen = now
            return True, []
        changed = sorted(path for path in {*now, *self._reported} if now.get(path) != self._reported.get(path))
        self._reported = now
        return False, changed


class Watcher:
    """Starts a check for each save, and stops the previous one if it is still running."""

    def __init__(self, folder: Path, start: Callable[[Sequence[str]], RunningCheck]) -> None:
        """Start without a check; `start` is called with the paths of the changed files."""
        self._changes = Changes(folder)
        self._start = start
        self.running: RunningCheck | None = None

    def look(self) -> None:
        """Look at the files; start a check once they are stable after a change."""
        saving, changed = self._changes.look()
        if saving or changed:
            self.stop()
        if changed:
            self.running = self._start(changed)

    def stop(self) -> None:
        """Stop the running check, if any."""
        if self.running is not None and self.running.poll() is None:
            self.running.kill()
            self.running.wait()
        self.running = None


def process(command: Sequence[str]) -> RunningCheck:
    """Start a process that writes to the same terminal."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)
