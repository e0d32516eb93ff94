"""Saving and loading from the window (CLI-901 to CLI-913)."""

from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.shell.window import open_services
from tests.ui import desks

from .conftest import Driver


@pytest.fixture
def client(app: Any, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(paths, "save_folder", lambda: tmp_path / "saves")
    return open_services(app, catalogue, InstantThinker(catalogue), ["random"], speed="skip", check=True)


def button(screen: Any, text: str) -> Any:
    return next(widget for widget in screen.controls.widgets if getattr(widget, "text", "") == text)


def test_a_match_is_saved_and_goes_on(client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path) -> None:
    client.start(new_game())
    driver.frame(3)
    screen = app.screen_on_top
    screen.panels.asking["program"].hand_in()
    driver.until(lambda: screen.panels.asking["program"].is_open)
    driver.frame(5)  # until the bots have answered
    digest = screen.session.match.digest()
    driver.key(arcade.key.ESCAPE)
    driver.click(button(app.screen_on_top, "Save game").rect.centre)
    page = app.screen_on_top
    page.field.value = ""
    for letter in "Räder/1":
        driver.send("on_text", letter)
    assert page.field.value == "Räder1"
    driver.key(arcade.key.ENTER)
    assert [path.name for path in (tmp_path / "saves").iterdir()] == ["Räder1.rrsave"]

    client.router.home()
    driver.click(button(app.screen_on_top, "Load game").rect.centre)
    driver.click(button(app.screen_on_top, "Load").rect.centre)
    driver.frame(2)
    loaded = app.screen_on_top
    assert loaded is not screen
    assert loaded.session.match.digest() == digest
    driver.until(lambda: loaded.panels.asking["program"].is_open)
    loaded.panels.asking["program"].hand_in()
    driver.until(lambda: loaded.session.match.state.turn == 3 or loaded.session.over)


def test_a_folder_that_cannot_be_made_is_named(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path
) -> None:
    client.start(new_game())
    driver.frame(2)
    desks.matches(client).save_page()
    folder = tmp_path / "saves"
    folder.write_bytes(b"no folder")
    app.screen_on_top.act()
    told = " ".join(label.text for label in app.screen_on_top.layer.labels).replace("\N{ZERO WIDTH SPACE}", "")
    assert f"{folder / 'Yard.rrsave'}: cannot be written: " in told


def test_an_old_game_is_replaced_only_after_a_confirmation(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path
) -> None:
    client.start(new_game())
    driver.frame(2)
    path = tmp_path / "saves" / "Yard.rrsave"
    path.parent.mkdir()
    path.write_bytes(b"old")
    desks.matches(client).save_page()
    page = app.screen_on_top
    page.field.value = "Yard"
    page.act()
    assert app.screen_on_top is not page
    driver.click(button(app.screen_on_top, "Back").rect.centre)
    assert path.read_bytes() == b"old"
    page.act()
    driver.click(button(app.screen_on_top, "Replace").rect.centre)
    assert path.read_bytes() != b"old"


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
    driver.send("on_text", "2")
    driver.frame()
    assert page.main_list.at == -1
    driver.key(arcade.key.BACKSPACE)
    assert page.main_list.at == names.index("Yard")
    driver.key(arcade.key.BACKSPACE)
    driver.key(arcade.key.DOWN)
    assert (page.field.value, page.main_list.at) == (names[0], 0)


def test_a_damaged_game_is_told_in_words(client: Any, app: Any, driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "broken.rrsave").write_bytes(b"not a saved game")
    client.router.home()
    client.router.open("load-game")
    page = app.screen_on_top
    assert page.main_list.entries[0][0] == "broken.rrsave"
    page.act()
    driver.frame()
    assert app.screen_on_top is not page
    assert "broken" in " ".join(label.text for label in app.screen_on_top.layer.labels)


def test_without_saved_games_nothing_can_be_loaded(client: Any, app: Any, driver: Driver) -> None:
    client.router.home()
    client.router.open("load-game")
    page = app.screen_on_top
    assert not button(page, "Load").enabled
    page.act()
    driver.frame(2)
    assert app.screen_on_top is page
