"""The view of a course that is too large for its place (CLI-2111 to CLI-2114)."""

from collections.abc import Callable
from typing import Any

import arcade
import msgspec
import pytest

from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BEYOND
from roborally.ui.board.frame_choice import MARGIN
from roborally.ui.match.on_board.camera import LEAST, PAN
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.tooltip import common
from tests.shipped import drawn
from tests.sweeps import few_of

from .conftest import Driver

pytestmark = pytest.mark.window
KEYS = arcade.key


def grid(**cells: tuple[int, int]) -> str:
    """Return the text of 24 x 24 cells of open floor, but for some."""
    rows = [["."] * 24 for _row in range(24)]
    for token, (x, y) in cells.items():
        rows[y][x] = token
    return "\n".join(" ".join(row) for row in rows)


@pytest.fixture(scope="module")
def large(catalogue: Catalogue) -> Course:
    """A course with its docks in a corner, and checkpoints near and far away."""
    docks = {"d1^": (2, 22), "d2^": (4, 22), "d3^": (23, 1), "d4^": (6, 22)}
    return drawn(grid(c1=(9, 16), c2=(21, 3), **docks), catalogue, "large", players=(2, 4))


@pytest.fixture
def match(open_match: Any, new_game: Any, large: Course, driver: Driver) -> Callable[..., Any]:
    """Return a function that opens a match on the large course, and waits for the first program."""

    def make(speed: str = "normal", **more: Any) -> Any:
        screen = open_match(new_game(course=large, **more), speed=speed)
        driver.until(lambda: screen.question_controller.asked is not None)
        driver.frame(30, 1 / 20)
        return screen

    return make


def in_view(screen: Any, cell: tuple[int, int]) -> bool:
    """Return whether all of a cell is in view."""
    x, y = screen.board.point_of(cell)
    half = CELL * screen.board.zoom / 2 - 1
    return bool(screen.board.rect.inset(half).holds(x, y))


def confirm(screen: Any, driver: Driver) -> None:
    """Hand the program in, as far as it is filled, and show the first moves."""
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: not screen.playback.dry, 50)


def beyond(screen: Any) -> float:
    """Return how many cells beyond the board are in view at an edge, where the board is larger than the view."""
    view, sides = screen.board, (screen.board.board.width, screen.board.board.height)
    found = [0.0]
    for axis in (0, 1):
        half, middle = view.rect[axis + 2] / 2 / view.zoom / CELL, view.middle[axis] / CELL
        if half * 2 < sides[axis]:
            found += [half - middle, middle + half - sides[axis]]
    return max(found)


@pytest.mark.parametrize("size", few_of([(1280, 720, 200), (1024, 768, 100), (1280, 720, 100)]))
def test_the_robot_and_its_checkpoint_are_large_enough(
    size: tuple[int, int, int], match: Any, look: Any, driver: Driver
) -> None:
    """CLI-2111: a point is one of the window, whatever the size of the texts."""
    look(*size)
    screen = match()
    assert CELL * screen.board.zoom / screen.space.point == pytest.approx(LEAST)
    own = screen.board_pane.own_cell
    assert in_view(screen, own)
    assert in_view(screen, (9, 16))
    assert beyond(screen) <= MARGIN + 0.01
    assert not screen.board.held


@pytest.mark.parametrize("size", few_of([(1111, 777, 137), (1280, 720, 100), (1024, 768, 100), (1280, 720, 200)]))
def test_a_course_that_fits_is_seen_whole(
    size: tuple[int, int, int], open_match: Any, new_game: Any, look: Any, driver: Driver
) -> None:
    """CLI-2111, CLI-2112: it has no map, and nothing moves while robots do."""
    look(*size)
    screen = open_match(new_game(), speed="normal")
    driver.until(lambda: screen.question_controller.asked is not None)
    assert screen.board.is_whole
    confirm(screen, driver)
    for _frame in range(60):
        driver.send("on_update", 1 / 20)
        if not screen.moments.running:
            assert screen.board.is_whole
            assert screen.board_pane.minimap.rect is None


def test_a_setting_leaves_the_view_where_the_robot_is(match: Any, driver: Driver, app: Any) -> None:
    """CLI-2111: *Follow robots* is off."""
    app.settings = msgspec.structs.replace(app.settings, follow_camera=False)
    screen = match()
    before = screen.board.middle
    confirm(screen, driver)
    for _frame in range(100):
        driver.send("on_update", 1 / 20)
        if screen.question_controller.asked is not None:
            break
        assert screen.board.middle == before


def look_round(way: str, screen: Any, driver: Driver) -> None:
    """Move the view as a player does."""
    centre = screen.board.rect.centre
    if way == "wheel":
        driver.send("on_mouse_scroll", *driver.pixel(centre), 0, 2)
    elif way == "drag":
        driver.press(centre, 4)
        driver.send("on_mouse_drag", *driver.pixel((centre[0] - 200, centre[1] - 100)), -200, -100, 4, 0)
        driver.release((centre[0] - 200, centre[1] - 100), 4)
    elif way == "keys":
        driver.key(KEYS.RIGHT, KEYS.MOD_SHIFT)
    elif way == "all":
        driver.key(KEYS.B)
        assert screen.board.is_whole
    else:
        rect = screen.board_pane.minimap.rect
        driver.click((rect.right - 20, rect.top - 20))
        assert in_view(screen, (21, 3))


def view(screen: Any) -> tuple[float, tuple[float, float]]:
    return screen.board.zoom, screen.board.middle


def has_come_back(screen: Any) -> bool:
    width = CELL * screen.board.zoom / screen.space.point
    return bool(width == pytest.approx(LEAST)) and in_view(screen, screen.board_pane.own_cell)


WAYS = ["all", "wheel", "keys", "drag", "map"]


def test_robots_that_act_are_led_to_with_one_calm_pan(match: Any, driver: Driver) -> None:
    """CLI-2111: the match waits for it."""
    screen = match()
    look_round("map", screen, driver)
    assert not in_view(screen, screen.board_pane.own_cell)
    confirm(screen, driver)
    driver.until(lambda: screen.camera.pans)
    assert screen.camera.leads
    waiting, before = screen.playback.waiting, screen.board.middle
    places = []
    for _frame in range(int(PAN * 60) + 2):
        driver.send("on_update", 1 / 60)
        places.append(screen.board.middle[1])
        if not screen.camera.pans:
            break
        assert screen.playback.waiting == waiting
    assert not screen.camera.pans
    steps = [start - after for start, after in zip([before[1], *places], places, strict=False)]
    assert all(step >= 0 for step in steps), "it never goes back"
    assert max(steps) < sum(steps) / 5, "and does not jump"
    assert in_view(screen, screen.board_pane.own_cell)


def test_less_motion_cuts(match: Any, driver: Driver, app: Any) -> None:
    """CLI-810, CLI-2111."""
    app.settings = msgspec.structs.replace(app.settings, reduced_motion=True)
    screen = match()
    look_round("map", screen, driver)
    confirm(screen, driver)
    driver.until(lambda: not screen.board.held)
    assert not screen.camera.pans
    assert has_come_back(screen)


def test_looking_round_while_programming_ends_when_robots_act(match: Any, driver: Driver) -> None:
    """CLI-2114: the view is led back, and does not jump."""
    screen = match()
    for way in WAYS:
        before = view(screen)
        look_round(way, screen, driver)
        moved = view(screen)
        assert moved != before
        assert screen.board.held
        driver.frame(30, 1 / 20)
        assert view(screen) == moved
    confirm(screen, driver)
    driver.until(lambda: not screen.board.held)
    assert screen.camera.pans or has_come_back(screen)
    assert view(screen) == moved, "it begins where the player has looked"
    driver.until(lambda: not screen.camera.pans)
    assert has_come_back(screen)


def test_the_whole_board_stays_while_robots_act(match: Any, driver: Driver) -> None:
    """CLI-2114: a player who asks for it sees all robots in it."""
    screen = match()
    look_round("all", screen, driver)
    confirm(screen, driver)
    driver.until(lambda: len(screen.playback.running) > 0)
    driver.frame(20, 1 / 20)
    assert screen.board.held
    assert screen.board.is_whole
    driver.until(lambda: screen.question_controller.asked is not None)
    driver.until(lambda: has_come_back(screen))


def test_a_view_that_is_moved_while_robots_act_stays_for_the_turn(match: Any, driver: Driver) -> None:
    """CLI-2114."""
    screen = match(speed="fast")
    confirm(screen, driver)
    driver.until(lambda: not screen.playback.dry and not screen.camera.pans, 50)
    for way in WAYS:
        look_round(way, screen, driver)
        moved = view(screen)
        assert screen.board.held
        driver.send("on_update", 1 / 20)
        assert view(screen) == moved
    while screen.context.display.turn == 1:
        assert view(screen) == moved
        driver.send("on_update", 1 / 20)
    driver.until(lambda: screen.question_controller.asked is not None)
    driver.frame(30, 1 / 20)
    assert has_come_back(screen)


def way_back(screen: Any, driver: Driver) -> Any:
    """Return the button that leads back, `None` if there is none."""
    driver.frame()
    return next(iter(screen.watching.way_back.controls.widgets), None)


@pytest.mark.parametrize("language", few_of(["en", "de", "sv"]))
@pytest.mark.parametrize("size", few_of([(1024, 768, 100), (1280, 720, 100), (1280, 720, 200)]))
def test_a_button_leads_back_to_what_matters(
    size: tuple[int, int, int], language: str, match: Any, look: Any, speak: Any, driver: Driver
) -> None:
    """CLI-2114: while programming to the own robot, then to those who act; as does B."""
    look(*size)
    speak(language)
    screen = match()
    assert way_back(screen, driver) is None
    screen.board.pan(0, -10)
    assert way_back(screen, driver) is None, "the robot is in view"
    words = []
    for acts in (False, True):
        if acts:
            confirm(screen, driver)
            driver.until(lambda: not screen.playback.dry and not screen.camera.pans, 50)
        for clicks in (True, False):
            look_round("map", screen, driver)
            button = way_back(screen, driver)
            words.append(button.text)
            assert button.rect.within(screen.board.rect) == button.rect
            assert common(button.rect, screen.board_pane.minimap.rect) == 0, "it does not cover the map"
            assert button.label.shown_size[0] <= button.rect.width
            if clicks:
                driver.click(button.rect.centre)
            else:
                driver.key(KEYS.B)
            assert not screen.board.held
            driver.until(lambda: not screen.camera.pans)
            assert has_come_back(screen)
            assert way_back(screen, driver) is None
    if language == "en":
        assert words == ["Back to my robot (B)"] * 2 + ["Follow the robots (B)"] * 2


def test_the_button_leads_back_to_where_a_robot_enters(open_mode: Any, driver: Driver) -> None:
    """CLI-2114: a robot that is not on the board yet."""
    screen = open_mode("crash-and-burn")
    driver.until(lambda: screen.question_controller.asked is not None)
    robot = screen.context.display.robots[screen.context.own_piece]
    assert robot.cell is None
    screen.board.zoom_by(3, *screen.board.rect.centre)
    screen.board.go_to(0, 9 * CELL)
    assert way_back(screen, driver).text == "Back to my robot (B)"
    driver.key(KEYS.B)
    driver.frame(30, 1 / 20)
    assert way_back(screen, driver) is None
    assert screen.board.is_whole


def test_the_map_takes_what_is_over_it(match: Any, driver: Driver) -> None:
    """CLI-2112: clicks and drags lead the view; what lies below gets neither wheel nor click; it makes way for robots.

    CLI-2111: a drag ends with the board.
    """
    screen = match()
    pane, rect = screen.board_pane, screen.board_pane.minimap.rect
    assert rect.within(screen.board.rect) == rect
    assert screen.tooltip_at(*rect.centre).startswith("The whole course")
    driver.move(rect.centre)
    assert pane.rulers.cell is None
    driver.drag((rect.x + 5, rect.y + 5), (rect.right - 5, rect.top - 5))
    assert in_view(screen, (23, 0))
    middle = screen.board.middle
    rect = pane.minimap.rect
    driver.send("on_mouse_scroll", *driver.pixel(rect.centre), 0, 1)
    assert screen.board.middle == pytest.approx(middle, abs=CELL), "it zooms to the middle of the view"
    x, y = screen.board.point_of(pane.own_cell)
    screen.board.pan(rect.centre[0] - x, rect.centre[1] - y)
    driver.frame()
    assert not pane.minimap.holds(*screen.board.point_of(pane.own_cell))
    x, y = screen.board.rect.centre
    for _time in range(6):
        driver.press((x, y), 4)
        driver.send("on_mouse_drag", *driver.pixel((x - 400, y - 300)), -400, -300, 4, 0)
        driver.release((x - 400, y - 300), 4)
    assert 0 < beyond(screen) <= BEYOND + 0.01


def test_a_cell_that_is_meant_is_shown_and_led_to(match: Any, driver: Driver) -> None:
    """CLI-2003, CLI-2111, CLI-2112: the map shows the cell that a line of the log is about.

    The view goes to the one that Enter would take. At rest neither the map nor the numbers are made anew.
    """
    screen = match()
    pane, targets = screen.board_pane, screen.board_pane.targets
    driver.frame(2)
    sprites = [*pane.rulers.sprites, *pane.minimap.layer.sprites]
    driver.frame(10, 1 / 20)
    assert [*pane.rulers.sprites, *pane.minimap.layer.sprites] == sprites
    before = len(pane.minimap.layer.sprites)
    targets.mean((23, 0))
    driver.frame()
    assert len(pane.minimap.layer.sprites) == before + 4
    assert all(pane.minimap.holds(*sprite.position) for sprite in pane.minimap.layer.sprites)
    targets.mark([(22, 2), (23, 0)])
    targets.choose((23, 0), reveals=False)
    driver.frame(30, 1 / 20)
    assert not screen.board.held, "the view is not one that the player has moved"
    assert in_view(screen, (23, 0))


def test_the_cell_that_is_pointed_at_has_its_numbers_at_the_edge(match: Any, driver: Driver) -> None:
    """CLI-2113: counted from 1, as the log does; they stay in view, as does the cursor of keys (CLI-2008, CLI-2111)."""
    screen = match()
    rulers = screen.board_pane.rulers
    cell = next((x, y) for x in range(3, 9) for y in range(12, 20) if in_view(screen, (x, y)))
    driver.move(screen.board.point_of(cell))
    driver.frame()
    scale = screen.space.frame.scale
    wanted = [pictures.plate(str(number + 1), round(15 / 0.23 * scale)) for number in cell]
    assert [sprite.texture for sprite in rulers.sprites] == wanted
    for sprite in rulers.sprites:
        assert screen.board.rect.holds(*screen.board.to_design(*sprite.position))
    driver.move(screen.panel_area.centre)
    driver.frame()
    assert len(rulers.sprites) == 0
    for _step in range(16):
        driver.key(KEYS.UP, KEYS.MOD_CTRL)
        driver.frame(3, 1 / 20)
        assert in_view(screen, screen.board_pane.targets.chosen)


def test_the_numbers_of_the_ghost_can_be_read_from_afar(match: Any, driver: Driver) -> None:
    """CLI-222, CLI-2111."""
    screen = match()
    driver.key(KEYS.KEY_1)
    driver.key(KEYS.B)
    driver.frame(2)
    ghost = screen.board_pane.ghost
    assert ghost.ghost.stops
    plate = min(ghost.above, key=lambda sprite: sprite.height)
    assert plate.height * screen.board.zoom >= 14
