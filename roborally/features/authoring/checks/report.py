"""The report of a check of a plugin."""

import re
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.plugin_system.blame import PACKAGE, line_of
from roborally.plugin_system.faults import error_text
from roborally.plugin_system.guard import CodePlace, Guard

ERROR = re.compile(r"[^\s:]+:\d+: \w*(Error|Exception): ")
"""Matches a problem that names a line of code and the error raised there, up to the error's text."""
AFTER = ", after this)"
"""The end of a problem about an error that was raised outside of the plugin's code."""
IN_FILE = re.compile(r"(?:plugin '(?P<plugin>[^']*)': )?(?P<file>[\w./-]+\.\w+)(?:(?::|, line )(?P<line>\d+))?")
"""Matches the file at the beginning of a problem, with the other plugin before it and the line, if there are any."""


@dataclass
class Report:
    """The findings of a check: problems, notes for the author, the fitting modes, and the number of scenarios."""

    folder: Path
    id: str = ""
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)
    scenarios: int = 0
    calls: list[str] = field(default_factory=list)
    """The problems of functions that the game cannot call, each of which would stop a match."""
    playable: bool = False
    """Whether a match with the plugin can start, so that trial games make sense."""
    games: int = 0
    """The number of games that were played."""
    turns: list[str] = field(default_factory=list)
    """The turns of the recorded games with a digest of the state, to compare with those of another process."""
    ran: set[CodePlace] = field(default_factory=set)
    """The functions that have been called in scenarios."""
    faulty: set[str] = field(default_factory=set)
    """The paths in the state of a match whose forbidden values have been reported."""

    @property
    def ok(self) -> bool:
        """Whether no problems were found; notes do not count."""
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
        """Return the place of code as text, preceded by the plugin if it is not the checked one; empty for `None`."""
        if place is None:
            return ""
        return str(place) if place.plugin == self.id else f"plugin {place.plugin!r}: {place}"

    def last_called(self, guard: Guard) -> str:
        """Return the place of the plugin's last called function, else another plugin's, else `rules.py`."""
        return self.named(guard.last_of.get(self.id) or guard.last) or "rules.py"

    def failure(self, error: BaseException, guard: Guard | None) -> str:
        """Return an error as a problem; empty if its cause is reported already.

        It begins with the plugin's last line in the traceback, and names the line of another plugin that follows it.
        Without a line of the plugin it begins with the last function called under `guard`: later errors after the same
        function have the same cause.
        """
        text, last = error_text(error), _last_line(error)
        if where := line_of(error, self.folder):
            return f"{where}: {text} (at {last})" if _plugin_named(last) not in ("", self.id) else f"{where}: {text}"
        text = f"{text} (at {last}{AFTER}"
        where = self.last_called(guard) if guard is not None else "rules.py"
        before = [problem for problem in self.problems if problem.startswith(f"{where}: ")]
        if any(AFTER in problem or problem.startswith(f"{where}: after ") for problem in before):
            return ""
        return "" if any(text in problem for problem in self.problems) else f"{where}: {text}"


def _last_line(error: BaseException) -> str:
    """Return where an error was raised, as a file and line of the game or a plugin."""
    *_earlier, (frame, line) = traceback.walk_tb(error.__traceback__)
    module = str(frame.f_globals.get("__name__", ""))
    if module.startswith(f"{PACKAGE}."):
        id_, *inside = module.removeprefix(f"{PACKAGE}.").split(".")
        return f"plugin {id_.replace('_', '-')!r}: {'/'.join(inside or ['__init__'])}.py:{line}"
    file, package = Path(frame.f_code.co_filename), paths.package_folder()
    return f"{file.relative_to(package) if file.is_relative_to(package) else file}:{line}"


def _plugin_named(text: str) -> str:
    """Return the id of the plugin at the beginning of a problem, empty if there is none."""
    found = IN_FILE.match(text)
    return found["plugin"] or "" if found else ""


def tidied(report: Report) -> None:
    """Sort the problems and notes of a report by file and line; leave out repetitions and the plugin's own name.

    Errors of one kind in one line are one mistake, such as a `KeyError` for each of several keys.
    """
    for text in (report.problems, report.notes):
        here = [line.replace(f"{report.folder}/", "").replace(f"plugin {report.id!r}: ", "") for line in text]
        once: dict[str, str] = {}
        for line in sorted(dict.fromkeys(here), key=place_order):
            error = ERROR.match(line)
            once.setdefault(error[0] if error else line, line)
        text[:] = once.values()


def place_order(line: str) -> tuple[str, int, str]:
    """Return the sort key of a problem: its file (empty without one), its line (0 without one) and its text."""
    found = IN_FILE.match(line)
    return (found["file"], int(found["line"] or 0), line) if found else ("", 0, line)
