"""The completed lessons of the tutorial: a small TOML file next to the finished games."""

from pathlib import Path

import tomli_w

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError
from roborally.base.toml_file import read_toml
from roborally.profile.aside import alone, set_aside

MAX_FILE = 100_000
"""The largest file that is read, in bytes."""


def done_lessons(path: Path | None = None) -> set[str]:
    """Return the ids of the completed lessons; none if the file is missing or damaged."""
    try:
        data = read_toml(path or paths.lessons_file(), MAX_FILE)
    except GameError:
        return set()
    done = data.get("done", [])
    return {entry for entry in done if isinstance(entry, str)} if isinstance(done, list) else set()


def mark_done(lesson: str, path: Path | None = None) -> None:
    """Store that a lesson is completed; a damaged file is set aside first. Raises `GameError` if that fails."""
    path = path or paths.lessons_file()
    with alone(path.parent):
        if path.exists():
            try:
                read_toml(path, MAX_FILE)
            except GameError:
                set_aside(path, "damaged")
        done = done_lessons(path) | {lesson}
        write_aside(path, tomli_w.dumps({"version": 1, "done": sorted(done)}).encode())
