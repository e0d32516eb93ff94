"""Checks a plugin in a child process, so that there is always a report, whatever the plugin's code does.

The child limits each step (`step_limit`). This side limits the whole check: if the code waits, sleeps or ends the
process, the report is based on what the child has written before.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from roborally.base import paths
from roborally.base.compiled import SWITCH
from roborally.features.authoring.checks.plugin_check import usable_folder
from roborally.features.authoring.checks.report import Report
from roborally.features.authoring.checks.step_limit import USUAL, Bounds

CHILD = "roborally.features.authoring.checks.child"
"""The module that the child process runs."""
SECONDS = 300.0
"""How many seconds the whole check may take; only an endless call into C takes so long."""
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+) in (?P<function>\S+)')


class Written(msgspec.Struct):
    """The data that the child process has written so far: its current step, its report, and whether it has finished."""

    doing: str = ""
    finished: bool = False
    id: str = ""
    problems: list[str] = []
    notes: list[str] = []
    modes: list[str] = []
    scenarios: int = 0
    games: int = 0
    turns: list[str] = []


def check_apart(folder: Path, bounds: Bounds = USUAL) -> Report:
    """Check the plugin in a folder in a child process; return the report. Raise `PluginError` if there is no plugin."""
    folder = usable_folder(folder)
    with tempfile.TemporaryDirectory(prefix="roborally-check-") as place:
        run = _run(folder, Path(place), bounds)
        again = (
            _run(folder, Path(place), bounds, run.written.modes)
            if run.written.turns and not run.written.problems
            else run
        )
    written = run.written
    found = Report(folder, written.id, written.problems, written.notes, written.modes, written.scenarios)
    found.games = written.games
    if not written.finished:
        found.problems.append(_cut_short(run, folder))
    if run.printed:
        found.notes.append(f"its code prints {run.printed!r}; players would see it")
    for turn, other in zip(written.turns, again.written.turns, strict=False):
        if turn != other:
            where = "bot.py" if (folder / "bot.py").is_file() else "rules.py"
            text = f"{turn.partition(':')[0]} goes another way in another process"
            found.problems.append(f"{where}: {text}; rely neither on the order of a set nor on hash()")
            break
    return found


class _Run(NamedTuple):
    """The results of a run of the child: its report, the stacks of waiting code, its failure, and its first output."""

    written: Written
    traced: str
    ended: str
    printed: str


def _run(folder: Path, place: Path, bounds: Bounds, modes: Sequence[str] = ()) -> _Run:
    """Run the child process, with its files in the folder `place`, and return its results.

    It does the whole check, or with `modes` it plays only the recorded games in these again, in another hash order.
    """
    report, trace = place / "report.json", place / "trace.txt"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", CHILD, str(folder), str(report), str(trace), " ".join(modes), *map(str, bounds)]
    printed = ""
    try:
        done = subprocess.run(
            command,
            env={**_environment(folder), "PYTHONHASHSEED": "2" if modes else "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
        ended = "" if done.returncode == 0 else _ending(done.returncode, done.stderr)
        printed = done.stdout.strip().partition("\n")[0]
    except subprocess.TimeoutExpired:
        ended = f"it took longer than {SECONDS:g} seconds"
    written = msgspec.json.decode(report.read_bytes(), type=Written) if report.is_file() else Written()
    traced = trace.read_text(encoding="utf-8", errors="replace") if trace.is_file() else ""
    return _Run(written, traced, ended, printed)


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of the child process.

    For a copy of one of the game's plugins it switches the compiled engine off, which would call the original plugin.
    """
    own = paths.plugin_folder() / folder.name
    is_copy = own.is_dir() and own.resolve() != folder
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **({SWITCH: "0"} if is_copy else {})}


def write(path: Path, report: Report, doing: str, finished: bool) -> None:
    """Replace `path` in one step by the child's report, its current step (`doing`), and whether it has `finished`."""
    written = msgspec.convert(report, Written, from_attributes=True)
    written.doing, written.finished = doing, finished
    aside = path.with_suffix(".new")
    aside.write_bytes(msgspec.json.encode(written))
    aside.replace(path)


def _cut_short(run: _Run, folder: Path) -> str:
    """Return a problem that says what the plugin's code was doing when the check ended early."""
    written, traced, ended, _printed = run
    while_ = f"while it did this: {written.doing}" if written.doing else "before it began"
    for frame in _FRAME.finditer(traced):
        if Path(frame["file"]).parent == folder:
            where = f"{Path(frame['file']).name}:{frame['line']}"
            return f"{where}: {frame['function']} waits or runs without end, {while_}"
    return f"plugin.toml: the check ended {while_}; {ended or 'the code has ended the process'}"


def _ending(code: int, errors: str) -> str:
    last = errors.strip().splitlines()[-1:]
    return f"the process ended with {code}" + "".join(f": {line[:300]}" for line in last)
