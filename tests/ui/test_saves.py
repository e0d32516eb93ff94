"""Saving and loading from the window (CLI-901 to CLI-913)."""

from typing import Any

import arcade

from roborally.base import paths
from tests.ui import desks

from .conftest import Driver
from .kept_matches import open_menu
from .seen import button


def test_a_match_is_saved_and_goes_on(client: Any, app: Any, driver: Driver, new_game: Any) -> None:
    client.start(new_game())
    driver.frame(3)
    screen = app.screen_on_top
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: screen.panels.asking["program"].is_open)
    driver.frame(5)  # until the bots have answered
    digest = screen.session.match.digest()
    open_menu(driver)
    driver.click(button(app, "Save game").rect.centre)
    page = app.screen_on_top
    for letter in "Räder/1":  # instead of the suggested name
        driver.send("on_text", letter)
    assert page.field.value == "Räder1"
    driver.key(arcade.key.ENTER)
    assert [path.name for path in paths.save_folder().iterdir()] == ["Räder1.rrsave"]

    client.router.home()
    driver.click(button(app, "Load game").rect.centre)
    driver.click(button(app, "Load").rect.centre)
    driver.frame(2)
    loaded = app.screen_on_top
    assert loaded is not screen
    assert loaded.session.match.digest() == digest
    driver.until(lambda: loaded.panels.asking["program"].is_open)
    loaded.panels.asking["program"].hand_in()
    driver.until(lambda: loaded.session.match.state.turn == 3 or loaded.session.over)


def test_a_folder_that_cannot_be_made_is_named(client: Any, app: Any, driver: Driver, new_game: Any) -> None:
    client.start(new_game())
    driver.frame(2)
    desks.matches(client).save_page()
    folder = paths.save_folder()
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"no folder")
    app.screen_on_top.act()
    told = " ".join(label.text for label in app.screen_on_top.layer.labels).replace("\N{ZERO WIDTH SPACE}", "")
    assert f"{folder / 'Yard.rrsave'}: cannot be written: " in told


def test_only_the_game_that_is_replaced_is_highlighted(client: Any, app: Any, driver: Driver, new_game: Any) -> None:
    client.start(new_game())
    driver.frame(2)
    for name in ("Yard", "Older"):
        desks.matches(client).save_page()
        app.screen_on_top.field.value = name
        app.screen_on_top.act()
    desks.matches(client).save_page()
    page = app.screen_on_top
    names = [path.stem for path, _content in page.files]
    assert (page.field.value, page.main_list.at) == ("Yard", names.index("Yard"))
    driver.key(arcade.key.END)
    driver.send("on_text", "2")
    driver.frame()
    assert page.main_list.at == -1
    driver.key(arcade.key.BACKSPACE)
    assert page.main_list.at == names.index("Yard")
    driver.key(arcade.key.BACKSPACE)
    driver.key(arcade.key.DOWN)
    assert (page.field.value, page.main_list.at) == (names[0], 0)


def test_without_saved_games_nothing_can_be_loaded(client: Any, app: Any, driver: Driver) -> None:
    client.router.home()
    client.router.open("load-game")
    page = app.screen_on_top
    assert not button(app, "Load").enabled
    page.act()
    driver.frame(2)
    assert app.screen_on_top is page
