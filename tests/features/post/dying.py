"""Programs of a referee that die in the middle of their work (`kill -9`)."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.waiting import PATIENCE, until

PROGRAM = [sys.executable, "-P", "-m", "roborally", "post"]


def written(folder: Path) -> int:
    """Return how many lines of journals and files there are in a folder: what programs have written so far."""
    lines = sum(path.read_bytes().count(b"\n") for path in folder.rglob("journal.jsonl"))
    return lines + sum(len(files) for _folder, _folders, files in os.walk(folder))


class DyingReferee:
    """`roborally post` for a game in processes of its own, many of which are killed.

    `progress` counts what a process has done so far, `said` is what it reads from its standard input.
    """

    def __init__(self, progress: Callable[[], int], said: str = "") -> None:
        """Kill nobody yet."""
        self.kills = 0
        self._progress = progress
        self._said = said

    def killed(self, action: str, game: Path, steps: int) -> None:
        """Kill an action as soon as it has done so much, and count it if it had not ended."""
        before = self._progress()
        process = subprocess.Popen(
            [*PROGRAM, action, str(game)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdin is not None
        process.stdin.write(self._said)
        process.stdin.close()
        until(lambda: process.poll() is not None or self._progress() >= before + steps)
        process.send_signal(signal.SIGKILL)
        self.kills += process.wait() == -signal.SIGKILL

    def finish(self, action: str, game: Path) -> None:
        """Let an action come to its end, again while the killed one still has the game."""
        until(lambda: self._is_finished(action, game))

    def _is_finished(self, action: str, game: Path) -> bool:
        done = subprocess.run(
            [*PROGRAM, action, str(game)], input=self._said, capture_output=True, text=True, timeout=PATIENCE
        )
        if "another program is at work" in done.stderr:
            return False
        assert done.returncode == 0, done.stderr
        return True
