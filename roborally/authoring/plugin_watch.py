"""Notices when the files of a plugin are saved, and checks it then (`roborally plugin watch`)."""

import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from roborally.profile.plugin_files import is_left_out

SECONDS = 0.5
"""How long to wait between two looks."""
Stamps = dict[str, tuple[int, int]]
"""Files by their paths in the folder: the time of their last change in nanoseconds, and their size."""


class RunningCheck(Protocol):
    """A check that was started; a process is one."""

    def poll(self) -> int | None:
        """Return the exit status, or `None` while it runs."""

    def kill(self) -> None:
        """Stop it."""

    def wait(self) -> int:
        """Wait for its end."""
        ...


def stamps(folder: Path) -> Stamps:
    """Return when the files of a folder were changed; caches and hidden files do not count."""
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
    """Tells once for each save which files have changed, when two looks in a row find the same.

    So the files that an editor writes one after the other count as one save.
    """

    def __init__(self, folder: Path, *, first: bool = True) -> None:
        """Know nothing yet; with `first` all files count as changed at the beginning."""
        self.folder = folder
        self._seen: Stamps = {} if first else stamps(folder)
        self._reported = dict(self._seen)

    def look(self) -> tuple[bool, list[str]]:
        """Return whether something is just being saved, and the files that were changed since the last save."""
        now = stamps(self.folder)
        if now != self._seen:
            self._seen = now
            return True, []
        changed = sorted(path for path in {*now, *self._reported} if now.get(path) != self._reported.get(path))
        self._reported = now
        return False, changed


class Watcher:
    """Starts a check for each save; one that is still running when more is saved is stopped."""

    def __init__(self, folder: Path, start: Callable[[Sequence[str]], RunningCheck]) -> None:
        """Begin with a check; `start` is given the paths of the changed files."""
        self._changes = Changes(folder)
        self._start = start
        self.running: RunningCheck | None = None

    def look(self) -> None:
        """Look at the files; start a check when they have come to rest after a change."""
        saving, changed = self._changes.look()
        if saving or changed:
            self.stop()
        if changed:
            self.running = self._start(changed)

    def stop(self) -> None:
        """Stop the check that runs."""
        if self.running is not None and self.running.poll() is None:
            self.running.kill()
            self.running.wait()
        self.running = None


def process(command: Sequence[str]) -> RunningCheck:
    """Start a process that writes to the same terminal."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)
