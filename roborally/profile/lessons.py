"""The completed lessons of the tutorial: a small TOML file next to the finished games."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.profile.small_file import change, look


def done_lessons(path: Path | None = None) -> set[str]:
    """Return the ids of the completed lessons; empty if the file is missing or damaged."""
    return _done(look(path or paths.lessons_file()))


def _done(data: Mapping[str, Any]) -> set[str]:
    done = data.get("done", [])
    return {entry for entry in done if isinstance(entry, str)} if isinstance(done, list) else set()


def mark_done(lesson: str, path: Path | None = None) -> None:
    """Store that a lesson is completed; a damaged file is set aside first. Raises `GameError` if that fails."""
    change(path or paths.lessons_file(), lambda data: {"done": sorted(_done(data) | {lesson})})
