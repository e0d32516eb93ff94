"""Which lessons are done is kept in a file, and a damaged one is never overwritten."""

import pytest

from roborally.base import paths
from roborally.profile import done_lessons, mark_done


def test_what_is_done_is_kept() -> None:
    path = paths.lessons_file()
    assert done_lessons() == set()
    assert not path.parent.exists()
    mark_done("move")
    mark_done("push")
    mark_done("move")
    assert done_lessons() == {"move", "push"}


@pytest.mark.parametrize("content", ["done = [", 'done = "move"', "done = [1, 2]", "\0"])
def test_a_strange_file_says_that_nothing_is_done(content: str) -> None:
    path = paths.lessons_file()
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert done_lessons() == set()
    mark_done("move")
    assert done_lessons() == {"move"}


def test_a_damaged_file_is_set_aside() -> None:
    path = paths.lessons_file()
    path.parent.mkdir(parents=True)
    path.write_text("done = [")
    mark_done("move")
    assert path.with_name("lessons.toml.damaged").read_text() == "done = ["
