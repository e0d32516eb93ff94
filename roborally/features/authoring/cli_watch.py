"""`roborally plugin watch`: checks a plugin whenever one of its files is saved."""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from roborally.base import paths
from roborally.base.console import say
from roborally.base.errors import GameError
from roborally.cli import add_command
from roborally.game.scenario.file import find_scenarios
from roborally.profile.file_changes import SECONDS, Changes

GAME = (sys.executable, "-m", "roborally")
MAX_NAMED = 4
"""The maximum number of changed files that are named in a line."""


class RunningCheck(Protocol):
    """A running check, usually a process."""

    def poll(self) -> int | None:
        """Return the exit status, or `None` while the check runs."""

    def kill(self) -> None:
        """Stop the check at once."""

    def wait(self) -> int:
        """Wait for the end of the check, and return its exit status."""
        ...


class Watcher:
    """Starts a check whenever files of a plugin have been saved, and stops the earlier one if it is still running."""

    def __init__(self, folder: Path, start: Callable[[Sequence[str]], RunningCheck]) -> None:
        """Watch a folder; `start` is called with the paths of the changed files and returns the running check."""
        self._changes = Changes(folder)
        self._start = start
        self.running: RunningCheck | None = None

    def look(self) -> None:
        """Look for changed files: stop the check if there are any, and start a new one once they have been written."""
        saving, changed = self._changes.look()
        if saving or changed:
            self.stop()
        if changed:
            self.running = self._start(changed)

    def stop(self) -> None:
        """Stop the running check, if there is one, and wait for its end."""
        if self.running is not None and self.running.poll() is None:
            self.running.kill()
            self.running.wait()
        self.running = None


def add_actions(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the action `watch` with its options to the command `plugin`."""
    watching = add_command(actions, "watch", "check a plugin whenever it is saved, until Ctrl-C")
    watching.set_defaults(run=run_watch)
    watching.add_argument("folder", type=Path, metavar="DIR", help="the folder of the plugin, with its plugin.toml")
    watching.add_argument(
        "--window",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="SCENARIO.toml",
        help="also show a scenario in the window, again after each save (default: the first of the plugin)",
    )


def run_watch(arguments: argparse.Namespace) -> int:
    """Check the plugin after each save until its window is closed; return the window's exit status.

    Raise `GameError` if the folder has no plugin.
    """
    folder: Path = paths.real(arguments.folder)
    if not (folder / "plugin.toml").is_file():
        raise GameError("there is no plugin.toml in it, so it is not a plugin", where=folder)
    window = _open_window(folder, arguments.window) if arguments.window is not None else None
    watcher = Watcher(folder, lambda changed: _check(folder, changed))
    try:
        while window is None or window.poll() is None:
            watcher.look()
            time.sleep(SECONDS)
        return window.poll() or 0
    finally:
        watcher.stop()
        if window is not None and window.poll() is None:
            window.kill()
            window.wait()


def _open_window(folder: Path, scenario: Path) -> RunningCheck:
    if scenario == Path():
        scenario = find_scenarios([folder / "scenarios"])[0]
    return process((*GAME, "play", str(scenario), "--follow"))


def _check(folder: Path, changed: Sequence[str]) -> RunningCheck:
    """Print the changed files, and check in a child process, which has the newest code and can be stopped."""
    named = ", ".join(changed[:MAX_NAMED]) + (", …" if len(changed) > MAX_NAMED else "")
    say(f"--- {named}", flush=True)
    return process((*GAME, "plugin", "check", str(folder)))


def process(command: Sequence[str]) -> RunningCheck:
    """Start a command that prints to the same terminal and reads no input."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)
