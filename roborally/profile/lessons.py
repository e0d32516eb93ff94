"""Stores which lessons of the tutorial the player has completed, in a small TOML file."""

from collections.abc import Mapping
from typing import Any

from roborally.base import paths
from roborally.profile.small_file import change, look


def done_lessons() -> set[str]:
    """Return the ids of the completed lessons; empty if the player's file is missing or damaged."""
    return _done(look(paths.lessons_file()))


def _done(data: Mapping[str, Any]) -> set[str]:
    done = data.get("done", [])
    return {entry for entry in done if isinstance(entry, str)} if isinstance(done, list) else set()


def mark_done(lesson: str) -> None:
    """Store that a lesson is completed, renaming a damaged file first; raise `GameError` if writing fails."""
    change(paths.lessons_file(), lambda data: {"done": sorted(_done(data) | {lesson})})
