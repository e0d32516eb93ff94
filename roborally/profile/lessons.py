"""Stores which lessons of the tutorial the player has completed, in a small TOML file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.profile.small_file import change, look


def done_lessons(path: Path | None = None) -> set[str]:
    """Return the ids of the completed lessons in a file, by default the player's; empty if missing or damaged."""
    return _done(look(path or paths.lessons_file()))


def _done(data: Mapping[str, Any]) -> set[str]:
    done = data.get("done", [])
    return {entry for entry in done if isinstance(entry, str)} if isinstance(done, list) else set()


def mark_done(lesson: str, path: Path | None = None) -> None:
    """Store that a lesson is completed, renaming a damaged file first; raise `GameError` if writing fails."""
    change(path or paths.lessons_file(), lambda data: {"done": sorted(_done(data) | {lesson})})
