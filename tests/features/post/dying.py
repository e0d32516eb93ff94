"""Programs of a referee that die in the middle of their work (`kill -9`)."""

import os
import random
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

    def __init__(self, chance: random.Random, progress: Callable[[], int], said: str = "") -> None:
        """Kill nobody yet."""
        self.kills = 0
        self._chance = chance
        self._progress = progress
        self._said = said

    def killed(self, action: str, game: Path, steps: int, *words: str) -> bool:
        """Kill an action as soon as it has done so much; return whether it died of that, and had not ended."""
        before = self._progress()
        process = subprocess.Popen(
            [*PROGRAM, action, str(game), *words],
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
        died = process.wait() == -signal.SIGKILL
        self.kills += died
        return died

    def finish(self, action: str, game: Path, *words: str) -> str:
        """Let an action come to its end, again while another program has the game; return what it prints."""
        return until(lambda: self._finished(action, game, *words))[0]

    def _finished(self, action: str, game: Path, *words: str) -> list[str]:
        """Return what an action prints, nothing while another program has the game."""
        done = subprocess.run(
            [*PROGRAM, action, str(game), *words], input=self._said, capture_output=True, text=True, timeout=PATIENCE
        )
        if "another program is at work" in done.stderr:
            return []
        assert done.returncode == 0 or "this game is over" in done.stderr, done.stderr
        return [done.stdout]

    def work(self, action: str, game: Path, *, kills: int, most: int) -> str:
        """Kill an action some times, each time once it has done 1 to `most` steps, and let it come to its end then."""
        for _kill in range(self._chance.randint(0, kills)):
            self.killed(action, game, self._chance.randint(1, most))
        return self.finish(action, game)
