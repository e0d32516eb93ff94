"""The player's solved puzzles and wrong tries, in a small TOML file next to the finished games (CLI-2092)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from roborally.base import paths
from roborally.base.translation import _
from roborally.profile.small_file import change, look

PATIENCE = 3
"""The number of wrong tries at a puzzle before its solution can be seen."""


@dataclass(frozen=True)
class PuzzleProgress:
    """The ids of the solved puzzles, and the number of wrong tries at the others by id.

    `streak` is how many puzzles in a row were solved at the first try, `best` the longest streak.
    """

    solved: frozenset[str] = frozenset()
    tries: Mapping[str, int] = field(default_factory=dict)
    streak: int = 0
    best: int = 0


def puzzle_progress() -> PuzzleProgress:
    """Return the stored progress; empty if the player's file is missing or damaged."""
    return _read(look(paths.puzzles_file()))


def _read(data: Mapping[str, Any]) -> PuzzleProgress:
    solved, tries = data.get("solved", []), data.get("tries", {})
    known = solved if isinstance(solved, list) else []
    counted = tries if isinstance(tries, dict) else {}
    return PuzzleProgress(
        frozenset(entry for entry in known if isinstance(entry, str)),
        {key: value for key, value in counted.items() if _count(value)},
        _count(data.get("streak")),
        _count(data.get("best")),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def state_text(progress: PuzzleProgress, puzzle: str) -> str:
    """Return whether the puzzle with the id `puzzle` is solved, and when its solution can be seen, as sentences."""
    if puzzle in progress.solved:
        return _("Solved")
    tries = progress.tries.get(puzzle, 0)
    tried = _("Not solved yet, wrong tries: {count}").format(count=tries) if tries else _("Not tried yet")
    return f"{tried}. {solution_text(tries)}"


def solution_text(tries: int) -> str:
    """Return when the solution can be seen after `tries` wrong tries, in the player's language."""
    if tries >= PATIENCE:
        return _("A solution can be seen.")
    return _("A solution can be seen after {count} wrong tries.").format(count=PATIENCE)


def note_attempt(puzzle: str, solved: bool) -> None:
    """Store a try at the puzzle with the id `puzzle`, unless it is already solved; raise `GameError` on failure."""

    def changed(data: dict[str, Any]) -> dict[str, Any]:
        before = _read(data)
        after = before if puzzle in before.solved else _after(before, puzzle, solved)
        return {
            "solved": sorted(after.solved),
            "streak": after.streak,
            "best": after.best,
            "tries": dict(sorted(after.tries.items())),
        }

    change(paths.puzzles_file(), changed)


def _after(before: PuzzleProgress, puzzle: str, solved: bool) -> PuzzleProgress:
    tries = dict(before.tries)
    if not solved:
        tries[puzzle] = tries.get(puzzle, 0) + 1
        return PuzzleProgress(before.solved, tries, 0, before.best)
    first = tries.pop(puzzle, 0) == 0
    streak = before.streak + 1 if first else before.streak
    return PuzzleProgress(before.solved | {puzzle}, tries, streak, max(before.best, streak))
