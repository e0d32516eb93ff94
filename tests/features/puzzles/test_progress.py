"""Which puzzles are solved is kept, how often others were tried, and how many were solved in a row."""

from pathlib import Path

import pytest

from roborally.features.puzzles.progress import PuzzleProgress, note_attempt, puzzle_progress


def test_what_is_solved_is_kept_with_the_streak(tmp_path: Path) -> None:
    """CLI-2092."""
    path = tmp_path / "folder" / "puzzles.toml"
    assert puzzle_progress(path) == PuzzleProgress()
    assert not path.parent.exists()
    for puzzle in ("a", "b"):
        note_attempt(puzzle, True, path)
    assert puzzle_progress(path) == PuzzleProgress(frozenset("ab"), {}, 2, 2)
    note_attempt("c", False, path)
    note_attempt("c", False, path)
    assert puzzle_progress(path) == PuzzleProgress(frozenset("ab"), {"c": 2}, 0, 2)
    note_attempt("c", True, path)
    assert puzzle_progress(path) == PuzzleProgress(frozenset("abc"), {}, 0, 2), "solved, but not at once"
    note_attempt("d", True, path)
    assert puzzle_progress(path).streak == 1


def test_a_solved_puzzle_may_be_played_again(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.toml"
    note_attempt("a", True, path)
    for solved in (True, False):
        note_attempt("a", solved, path)
    assert puzzle_progress(path) == PuzzleProgress(frozenset("a"), {}, 1, 1)


@pytest.mark.parametrize(
    "content", ["solved = [", 'solved = "a"', "streak = true", "tries = 3", 'tries = { a = "often" }', "best = -4"]
)
def test_a_strange_file_says_that_nothing_is_solved(tmp_path: Path, content: str) -> None:
    path = tmp_path / "puzzles.toml"
    path.write_text(content)
    assert puzzle_progress(path) == PuzzleProgress()
    note_attempt("a", True, path)
    assert puzzle_progress(path) == PuzzleProgress(frozenset("a"), {}, 1, 1)
