"""Which puzzles are solved is kept, how often others were tried, and how many were solved in a row."""

import pytest

from roborally.base import paths
from roborally.features.puzzles.progress import PuzzleProgress, note_attempt, puzzle_progress


def test_what_is_solved_is_kept_with_the_streak() -> None:
    """CLI-2092."""
    path = paths.puzzles_file()
    assert puzzle_progress() == PuzzleProgress()
    assert not path.parent.exists()
    for puzzle in ("a", "b"):
        note_attempt(puzzle, True)
    assert puzzle_progress() == PuzzleProgress(frozenset("ab"), {}, 2, 2)
    note_attempt("c", False)
    note_attempt("c", False)
    assert puzzle_progress() == PuzzleProgress(frozenset("ab"), {"c": 2}, 0, 2)
    note_attempt("c", True)
    assert puzzle_progress() == PuzzleProgress(frozenset("abc"), {}, 0, 2), "solved, but not at once"
    note_attempt("d", True)
    assert puzzle_progress().streak == 1


def test_a_solved_puzzle_may_be_played_again() -> None:
    note_attempt("a", True)
    for solved in (True, False):
        note_attempt("a", solved)
    assert puzzle_progress() == PuzzleProgress(frozenset("a"), {}, 1, 1)


@pytest.mark.parametrize(
    "content", ["solved = [", 'solved = "a"', "streak = true", "tries = 3", 'tries = { a = "often" }', "best = -4"]
)
def test_a_strange_file_says_that_nothing_is_solved(content: str) -> None:
    path = paths.puzzles_file()
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert puzzle_progress() == PuzzleProgress()
    note_attempt("a", True)
    assert puzzle_progress() == PuzzleProgress(frozenset("a"), {}, 1, 1)
