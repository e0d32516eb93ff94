"""What a check of a plugin has found, in the order of files and lines."""

import re
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.game.guard import CodePlace, Guard
from roborally.plugin_system.blame import PACKAGE, line_of

ERROR = re.compile(r"[^\s:]+:\d+: \w*(Error|Exception): ")
"""An error and the line of code that raised it."""
AFTER = ", after this)"
"""Ends what is told of an error in other code than the plugin's."""
IN_FILE = re.compile(r"(?:plugin '(?P<plugin>[^']*)': )?(?P<file>[\w./-]+\.\w+)(?:(?::|, line )(?P<line>\d+))?")
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
    ran: set[CodePlace] = field(default_factory=set)
    """The functions that its scenarios have called."""
    faulty: set[str] = field(default_factory=set)
    """The paths of what a state must not hold and has been told of."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def to_data(self) -> dict[str, Any]:
        """Return the report as `roborally plugin check --json` prints it."""
        sentence = [("wrong", problem) for problem in self.problems] + [("note", note) for note in self.notes]
        return {
            "id": self.id,
            "ok": self.ok,
            "modes": self.modes,
            "scenarios": self.scenarios,
            "games": self.games,
            "told": [
                {
                    "level": level,
                    "plugin": _plugin_named(text) or self.id,
                    "file": file,
                    "line": line or None,
                    "text": text,
                }
                for level, text in sentence
                for file, line, _text in [place_order(text)]
            ],
        }

    def named(self, place: CodePlace | None) -> str:
        """Return a place in words, with the plugin if it is not the one that is checked; empty for no place."""
        if place is None:
            return ""
        return str(place) if place.plugin == self.id else f"plugin {place.plugin!r}: {place}"

    def last_called(self, guard: Guard) -> str:
        """Return the plugin's function that was called last, or another plugin's where none of its own was."""
        return self.named(guard.last_of.get(self.id) or guard.last) or "rules.py"

    def failure(self, error: BaseException, guard: Guard | None) -> str:
        """Return an error as a problem, empty where its cause has been told.

        It begins with the last line of the plugin that was on the way, and names that of another plugin which it has
        led to; or with the function after which other code failed: whatever fails after that one has the same cause.
        """
        text, last = f"{type(error).__name__}: {error}", _last_line(error)
        if where := line_of(error, self.folder):
            return f"{where}: {text} (at {last})" if _plugin_named(last) not in ("", self.id) else f"{where}: {text}"
        text = f"{text} (at {last}{AFTER}"
        where = self.last_called(guard) if guard is not None else "rules.py"
        before = [problem for problem in self.problems if problem.startswith(f"{where}: ")]
        if any(AFTER in problem or problem.startswith(f"{where}: after ") for problem in before):
            return ""
        return "" if any(text in problem for problem in self.problems) else f"{where}: {text}"


def _last_line(error: BaseException) -> str:
    """Return where an error was raised: in a file of the game or of another plugin."""
    *_earlier, (frame, line) = traceback.walk_tb(error.__traceback__)
    module = str(frame.f_globals.get("__name__", ""))
    if module.startswith(f"{PACKAGE}."):
        id_, *inside = module.removeprefix(f"{PACKAGE}.").split(".")
        return f"plugin {id_.replace('_', '-')!r}: {'/'.join(inside or ['__init__'])}.py:{line}"
    file, package = Path(frame.f_code.co_filename), paths.package_folder()
    return f"{file.relative_to(package) if file.is_relative_to(package) else file}:{line}"


def _plugin_named(text: str) -> str:
    """Return the plugin that a problem begins with, if it is another one."""
    found = IN_FILE.match(text)
    return found["plugin"] or "" if found else ""


def tidied(report: Report) -> None:
    """Put problems and notes in the order of files and lines, each once, with paths from the plugin's folder.

    Errors of one kind in one line are one mistake, such as a `KeyError` for each of several keys.
    """
    for text in (report.problems, report.notes):
        here = [line.replace(f"{report.folder}/", "") for line in text]
        once: dict[str, str] = {}
        for line in sorted(dict.fromkeys(here), key=place_order):
            error = ERROR.match(line)
            once.setdefault(error[0] if error else line, line)
        text[:] = once.values()


def place_order(line: str) -> tuple[str, int, str]:
    """Return the key by which a problem is sorted: its file, its line, its text."""
    found = IN_FILE.match(line)
    return (found["file"], int(found["line"] or 0), line) if found else ("", 0, line)
