"""Where a robot was lost is seen, also at the edge of the board, until the turn ends (CLI-2420)."""

from typing import Any

import pytest

from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import CELL
from tests.shipped import drawn

from .conftest import Driver
from .test_ghost import deal

pytestmark = pytest.mark.window


def course(catalogue: Catalogue, size: int) -> Course:
    """Return open floor with the first dock in its lowest row, facing the edge, and the second one far away."""
    rows = [["."] * size for _row in range(size)]
    rows[size - 1][1], rows[0][size - 1], rows[0][0] = "d1v", "d2^", "c1"
    return drawn("\n".join(" ".join(row) for row in rows), catalogue, "edge", players=(2, 2))


@pytest.fixture
def fall(catalogue: Catalogue, open_match: Any, new_game: Any, driver: Driver) -> Any:
    """Return a function that lets the robot of the player here walk off a course of so many cells along a side."""

    def begin(size: int) -> Any:
        screen = open_match(new_game(course=course(catalogue, size), bots=1), speed="normal")
        panel = deal(screen, "move1@500", "move2@700", "left@70", "right@80", "u-turn@10")
        panel.add("move1")
        panel.hand_in()
        driver.until(lambda: screen.context.display.robots[0].lost_at is not None)
        assert screen.context.display.robots[0].lost_at == (1, size)
        return screen

    return begin


@pytest.mark.parametrize("size", [6, 24])
def test_a_fall_off_the_lower_edge_is_in_view_and_marked_until_the_turn_ends(
    size: int, fall: Any, driver: Driver
) -> None:
    screen = fall(size)
    actor, board, falling = screen.actors[0], screen.board, []
    while actor.alpha:
        falling.append(actor.size)
        part = 0.3 * CELL * board.zoom * actor.size  # the margin, too, shows the most of a robot at the edge
        assert board.rect.inset(part).holds(*board.to_design(*actor.place))
        driver.send("on_update", 1 / 30)
    assert falling == sorted(falling, reverse=True)
    assert len(falling) > 10
    driver.frame(2)
    marks, display = screen.board_pane.losses, screen.context.display
    assert marks.cells == {0: (1, size)}
    assert marks.names[1, size].text == "Ada"
    for place in (marks.names[1, size].spot.centre, board.point_of((1, size))):
        assert board.rect.holds(*place)
    marks.cells = {0: (1, size), 1: (1, size)}
    marks.draw_above()
    assert marks.names[1, size].text == "Ada and Bot 1", "no name lies over another"
    marks.cells = {0: (1, size)}
    driver.until(lambda: display.stage == 5)
    driver.frame()
    assert marks.cells
    driver.until(lambda: display.turn == 2)
    driver.frame()
    assert not marks.cells


def test_a_rewound_register_takes_the_mark_away(fall: Any, driver: Driver) -> None:
    screen = fall(6)
    screen.playback.rewind()
    driver.frame()
    assert not screen.board_pane.losses.cells
