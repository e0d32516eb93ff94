"""Which lessons are done is kept in a file, and a damaged one is never overwritten."""

from pathlib import Path

import pytest

from roborally.profile import done_lessons, mark_done


def test_what_is_done_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "lessons.toml"
    assert done_lessons(path) == set()
    assert not path.parent.exists()
    mark_done("move", path)
    mark_done("push", path)
    mark_done("move", path)
    assert done_lessons(path) == {"move", "push"}


@pytest.mark.parametrize("content", ["done = [", 'done = "move"', "done = [1, 2]", "\0"])
def test_a_strange_file_says_that_nothing_is_done(tmp_path: Path, content: str) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(content)
    assert done_lessons(path) == set()
    mark_done("move", path)
    assert done_lessons(path) == {"move"}


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text("done = [")
    mark_done("move", path)
    assert (tmp_path / "lessons.toml.damaged").read_text() == "done = ["
