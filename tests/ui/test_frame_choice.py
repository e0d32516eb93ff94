"""What is framed on a board that is too large for its place (CLI-2111)."""

import pytest

from roborally.ui.board.frame_choice import MARGIN, Box, around, framed, gathered, kept_on

BOARD = 24, 24
SEEN = 12.0, 10.0


def test_a_box_ends_with_the_board() -> None:
    """With the margin, in which a robot that falls is seen (CLI-2420)."""
    assert around([(0, 5)], 3, BOARD) == Box(-MARGIN, 2, 4, 9)
    assert around([(23, 23), (20, 22)], 1, BOARD) == Box(19, 21, 24 + MARGIN, 24 + MARGIN)
    assert around([(0, 23)], 0, BOARD) == Box(0, 23, 1, 24)
    assert around([(-1, 24)], 0, BOARD) == Box(-MARGIN, 23, 1, 24 + MARGIN), "a cell beside the board is at its edge"


def test_the_first_box_counts_and_those_that_fit_beside_it() -> None:
    near, far, beside = Box(0, 0, 4, 4), Box(20, 0, 21, 1), Box(8, 8, 10, 10)
    assert gathered([near, far, beside], SEEN) == Box(0, 0, 10, 10)
    assert gathered([far, near], SEEN) == far
    assert gathered([], SEEN) is None
    huge = Box(0, 0, 20, 20)
    assert gathered([huge, near], SEEN) == huge


@pytest.mark.parametrize(("middle", "seen", "kept"), [(2, 10, 5), (12, 10, 12), (23, 10, 19), (3, 24, 12), (3, 30, 12)])
def test_a_view_ends_with_the_board(middle: float, seen: float, kept: float) -> None:
    assert kept_on(middle, seen, 24, 0) == kept


def test_a_view_may_go_a_little_beyond_the_board() -> None:
    assert kept_on(0, 10, 24, 1) == 4
    assert kept_on(99, 10, 24, 1) == 20


def test_what_is_in_view_moves_nothing() -> None:
    """Not even for what could be seen as well."""
    assert framed([Box(7, 7, 9, 9)], [Box(20, 20, 21, 21)], SEEN, BOARD, (12, 10)) == (12, 10)
    assert framed([], [Box(20, 20, 21, 21)], SEEN, BOARD, (12, 10)) == (12, 10)


def test_a_view_that_must_move_shows_as_much_as_it_can() -> None:
    must, more, far = Box(14, 4, 15, 5), Box(20, 6, 21, 7), Box(0, 20, 1, 21)
    assert framed([must], [], SEEN, BOARD, (6, 12)) == (14.5, 5 - MARGIN)
    assert framed([must], [far, more], SEEN, BOARD, (6, 12)) == (17.5, 5.5)


def test_a_view_leans_towards_what_is_too_far_away() -> None:
    robot, flag = Box(2, 2, 9, 9), Box(22, 15, 23, 16)
    x, y = framed([robot, flag], [], SEEN, BOARD, (12, 12), flag)
    assert (x, y) == (8, 7), "the robot is at the other edge"
    assert framed([robot, flag], [], SEEN, BOARD, (x - 1, y), flag) == (x - 1, y), "it is nearly there"
    near = Box(10, 8, 11, 9)
    assert framed([robot, near], [], SEEN, BOARD, (20, 20), near) == (6.5, 5.5), "both fit"
