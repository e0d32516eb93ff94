"""`roborally plugin watch`: checks a plugin whenever it is saved."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from roborally.authoring.plugin_watch import SECONDS, RunningCheck, Watcher, process
from roborally.base import paths
from roborally.base.console import say
from roborally.base.errors import GameError
from roborally.cli import add_command
from roborally.scenario.file import find_scenarios

GAME = (sys.executable, "-m", "roborally")
MAX_NAMED = 4
"""The maximum number of changed files named in a line."""


def add_actions(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the action of this module; its `run` attribute is the function that runs it."""
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
    """Check the plugin until the window is closed or Ctrl-C is pressed."""
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
    """Check in a child process, which always has the newest code and can be stopped in any state."""
    named = ", ".join(changed[:MAX_NAMED]) + (", …" if len(changed) > MAX_NAMED else "")
    say(f"--- {named}", flush=True)
    return process((*GAME, "plugin", "check", str(folder)))
