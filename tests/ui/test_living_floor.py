"""Behind the main menu robots drive and belts run (CLI-2048)."""

from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.game.records.playing_again import verify
from roborally.game.records.recorder import load_replay
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.living_floor import LivingFloor
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver
from .seen import difference, picture

LEFT = (0, 120, 260, 560)
"""A part of the window that no button covers."""


@pytest.fixture
def open_menu(client: Any, app: Any, driver: Driver, catalogue: Catalogue) -> Any:
    """Return a function that opens the menu with a floor from a file, and waits until all is loaded."""

    def make(path: Path | None = None) -> Any:
        floors: list[Any] = []

        def floor() -> Any:
            floors.append(LivingFloor(app, catalogue, path))
            return floors[-1]

        client.floor = floor
        client.router.home()
        driver.frame(2)
        while client.preparation.work():
            pass
        for _frame in range(2000):
            driver.frame(1, 0.001)
            if floors[-1].ready or (path is not None and not floors[-1].prepare()):
                break
        return client, floors[-1]

    return make


def seen(driver: Driver) -> Any:
    return picture(driver, Rect(*LEFT))


def test_robots_drive_behind_the_menu(app: Any, driver: Driver, open_menu: Any) -> None:
    """CLI-2048: and nothing of the menu is hidden by them."""
    _client, floor = open_menu()
    assert floor.ready
    before = seen(driver)
    driver.frame(150, 0.1)
    assert difference(before, seen(driver)) > 1
    assert app.pace.drowsy
    assert app.screen_on_top.controls.widgets[0].text.startswith("New here?")


def test_it_fills_the_window_wherever_a_large_menu_has_moved(app: Any, driver: Driver, open_menu: Any) -> None:
    """CLI-2048: with large texts the menu moves along with the mouse, the floor does not."""
    app.apply(msgspec.structs.replace(app.settings, interface_scale=150, reduced_motion=True))
    open_menu()

    def top_left() -> Any:
        seen = app.pages.seen
        return picture(driver, Rect(seen.x, seen.top - 24, 24, 24))

    looks = []
    for x, y in ((app.width / 2, app.height / 2), (1, 1), (app.width - 2, app.height - 2)):
        driver.send("on_mouse_motion", x, y, 0, 0)
        driver.frame()
        looks.append(top_left())
    assert difference(looks[0], looks[1]) < 1
    assert difference(looks[0], looks[2]) < 1


def test_a_few_frames_a_second_are_enough(app: Any, driver: Driver, open_menu: Any) -> None:
    open_menu()
    driver.frame(5, 0.1)
    drawn = 0
    for _look in range(120):
        driver.send("on_update", 1 / 60)
        drawn += app.pace.is_due(1 / 60)
        driver.send("on_draw")
    assert 8 <= drawn <= 14, "in two seconds"


def test_everything_stands_still_after_a_minute_without_input(app: Any, driver: Driver, open_menu: Any) -> None:
    """CLI-2048: the window draws nothing then, and a move of the mouse brings it back to life."""
    _client, floor = open_menu()
    driver.frame(601, 0.1)
    assert not floor.moves
    assert not app.pace.drowsy
    before = seen(driver)
    driver.frame(20, 0.1)
    assert difference(before, seen(driver)) == 0
    app.pace.is_due(0.01)
    assert not app.pace.is_due(0.01)
    driver.move((20, 400))
    driver.frame(50, 0.1)
    assert floor.moves
    assert difference(before, seen(driver)) > 0


@pytest.mark.parametrize("how", ["press", "key"])
def test_every_input_counts(driver: Driver, open_menu: Any, how: str) -> None:
    _client, floor = open_menu()
    driver.frame(601, 0.1)
    if how == "press":
        driver.press((20, 400))
    else:
        driver.key(arcade.key.DOWN)
    assert floor.moves


def test_with_reduced_motion_nothing_moves(app: Any, driver: Driver, open_menu: Any) -> None:
    """CLI-2048."""
    app.settings = msgspec.structs.replace(app.settings, reduced_motion=True)
    _client, floor = open_menu()
    assert floor.ready
    before = seen(driver)
    driver.frame(60, 0.1)
    assert difference(before, seen(driver)) == 0
    assert not app.pace.drowsy


def test_behind_a_page_everything_waits(app: Any, driver: Driver, open_menu: Any, new_game: Any) -> None:
    client, _floor = open_menu()
    driver.frame(3, 0.1)
    client.router.open("replays")
    driver.frame(3, 0.1)
    assert not app.pace.drowsy
    before = seen(driver)
    driver.frame(30, 0.1)
    assert difference(before, seen(driver)) == 0
    driver.key(arcade.key.ESCAPE)
    driver.frame(2, 0.1)
    assert app.pace.drowsy
    client.start(new_game())
    assert not app.pace.drowsy


def test_the_match_begins_anew_when_it_is_over(driver: Driver, open_menu: Any) -> None:
    _client, floor = open_menu()
    first = seen(driver)
    floor.finish()
    driver.frame(1, 0.1)
    end = seen(driver)
    assert difference(first, end) > 1
    driver.frame(40, 0.1)
    assert difference(first, seen(driver)) < difference(end, seen(driver))


@pytest.mark.parametrize("content", [None, b"nothing"], ids=["missing", "damaged"])
def test_without_a_floor_there_is_the_picture_of_the_title(
    app: Any, driver: Driver, open_menu: Any, tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "floor.rrreplay").write_bytes(content)
    client, floor = open_menu(tmp_path / "floor.rrreplay")
    assert not floor.ready
    shown = seen(driver)
    client.floor = None
    client.router.home()
    driver.frame(2)
    assert difference(shown, seen(driver)) == 0


def test_the_match_on_the_floor_is_one_that_bots_play(catalogue: Catalogue) -> None:
    """`tools/menu_match.py` records it again when rules or course have changed."""
    game, record = load_replay(theme.asset("menu", "floor.rrreplay"), catalogue)
    assert verify(record, game) == ""
    assert {seat.controller for seat in game.config.seats} == {"greedy"}
