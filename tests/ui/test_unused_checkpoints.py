"""Checkpoints beyond the number that is chosen for a match are grey, and told not to count (STD-103)."""

from typing import Any

import pytest

from tests.sweeps import few_of

from .conftest import Driver
from .seen import difference, picture
from .test_repair_sites import tooltip


@pytest.fixture
def play_to(open_match: Any, new_game: Any) -> Any:
    def begin(count: int, *, ordered: bool = True) -> Any:
        return open_match(new_game(bots=1, race={"checkpoints": count, "ordered": ordered}))

    return begin


@pytest.mark.parametrize("count", few_of([1, 2, 0], 2))
def test_a_checkpoint_beyond_the_last_one_is_grey(driver: Driver, play_to: Any, count: int) -> None:
    screen, is_grey = play_to(count), count == 1
    usual = "Checkpoint 2: reach all checkpoints in order to win."
    grey = "Checkpoint 2 does not count in this match: checkpoint 1 is the last."
    assert tooltip(screen, (1, 0)) == (grey if is_grey else usual)
    assert tooltip(screen, (1, 4)) == "Checkpoint 1: reach all checkpoints in order to win."
    (overlay,) = (each for each in screen.board_pane.overlays if type(each).__name__ == "UnusedCheckpoints")
    place = screen.board.places_of([(1, 0)])[0]
    driver.frame()
    shown = picture(driver, place)
    overlay.sprites.clear()
    driver.frame()
    assert (difference(shown, picture(driver, place)) > 0) == is_grey


def test_the_next_checkpoint_stays_in_sight_below_a_robot(driver: Driver, play_to: Any) -> None:
    """CLI-2035: only the own next one, and only while somebody stands there."""
    screen = play_to(0)
    screen.flow.check = False
    (aims,) = (each for each in screen.board_pane.overlays if type(each).__name__ == "Aims")
    driver.frame()
    assert list(aims.marks) == [(1, 4)]
    assert not aims.marks[1, 4].visible
    screen.context.display.robots[1].cell = (1, 4)
    driver.frame()
    assert aims.marks[1, 4].visible
    assert aims.marks[1, 4].center_x < screen.board.centre((1, 4))[0]


def test_the_tooltip_does_not_speak_of_an_order_where_none_counts(play_to: Any) -> None:
    assert tooltip(play_to(0, ordered=False), (1, 0)) == "Checkpoint 2: reach all checkpoints, in any order, to win."
