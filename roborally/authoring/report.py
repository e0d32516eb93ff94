"""What a check of a plugin has found, in the order of files and lines."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.game.guard import Place

ERROR = re.compile(r"[^\s:]+:\d+: \w*(Error|Exception): ")
"""An error and the line of code that raised it."""
IN_FILE = re.compile(r"(?:plugin '[^']*': )?(?P<file>[\w./-]+\.\w+)(?:(?::|, line )(?P<line>\d+))?")
"""The file that a problem begins with, and its line where it has one."""


@dataclass
class Report:
    """What is wrong with a plugin, what the author should know besides, and in which modes it can be played."""

    folder: Path
    id: str = ""
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)
    scenarios: int = 0
    calls: list[str] = field(default_factory=list)
    """The problems that would stop a match as soon as it calls a function."""
    playable: bool = False
    """Whether a match can be played with it, so that it makes sense to try."""
    games: int = 0
    """The number of games that were played."""
    ran: set[Place] = field(default_factory=set)
    """The functions that its scenarios have called."""
    faulty: set[str] = field(default_factory=set)
    """The paths of what a state must not hold and has been told of."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def to_data(self) -> dict[str, Any]:
        """Return the report as `roborally plugin check --json` prints it."""
        told = [("wrong", problem) for problem in self.problems] + [("note", note) for note in self.notes]
        return {
            "id": self.id,
            "ok": self.ok,
            "modes": self.modes,
            "scenarios": self.scenarios,
            "games": self.games,
            "told": [
                {"level": level, "file": file, "line": line or None, "text": text}
                for level, text in told
                for file, line, _text in [place_order(text)]
            ],
        }


def tidied(report: Report) -> None:
    """Put problems and notes in the order of files and lines, each once, with paths from the plugin's folder.

    Errors of one kind in one line are one mistake, such as a `KeyError` for each of several keys.
    """
    for told in (report.problems, report.notes):
        here = [line.replace(f"{report.folder}/", "") for line in told]
        once: dict[str, str] = {}
        for line in sorted(dict.fromkeys(here), key=place_order):
            error = ERROR.match(line)
            once.setdefault(error[0] if error else line, line)
        told[:] = once.values()


def place_order(line: str) -> tuple[str, int, str]:
    """Return the key by which a problem is sorted: its file, its line, its text."""
    found = IN_FILE.match(line)
    return (found["file"], int(found["line"] or 0), line) if found else ("", 0, line)
