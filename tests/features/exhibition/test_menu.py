"""An exhibition that is chosen in the main menu."""

from typing import Any

import arcade
import pytest

from roborally.plugin_system.loader import Catalogue
from tests.sweeps import few_of
from tests.ui.conftest import Driver
from tests.ui.seen import button

pytestmark = pytest.mark.window


@pytest.fixture
def client(open_program: Any) -> Any:
    return open_program(speed="slow")


def test_an_exhibition_begins_in_the_main_menu_and_ends_there(client: Any, app: Any, driver: Driver) -> None:
    """CLI-1509."""
    from roborally.features.exhibition.window.exhibition_screen import ExhibitionScreen
    from roborally.ui.pages.main_menu import MainMenu

    client.router.home()
    driver.click(button(app, "Exhibition").rect.centre)
    driver.frame(2)
    page = app.screen_on_top
    del page.seats[2:]
    page.games = 1
    driver.click(button(app, "Watch").rect.centre)
    driver.frame(2)
    assert isinstance(app.screen_on_top, ExhibitionScreen)
    assert [seat.name for seat in app.screen_on_top.session.game.seats] == ["Tanky", "James Bot"]
    driver.key(arcade.key.ESCAPE)
    driver.frame(2)
    driver.click(button(app, "Main menu").rect.centre)
    driver.frame(2)
    assert isinstance(app.screen_on_top, MainMenu)


@pytest.mark.parametrize("mode", few_of(["roboball", "volt", "auenland", "classic", "crash-and-burn", "standard"], 2))
def test_every_edition_can_be_exhibited(client: Any, app: Any, catalogue: Catalogue, mode: str) -> None:
    """CLI-1509."""
    from roborally.features.exhibition.window.exhibition_page import ExhibitionPage
    from roborally.game.factory import make_game

    page = ExhibitionPage(client)
    page.mode = mode
    page.rebuild()
    assert make_game(page.config(), catalogue).seats


def test_portraits_have_the_colours_of_the_match(
    client: Any, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-1509: those of teams where teams play."""
    from roborally.features.exhibition.window import exhibition_page
    from roborally.ui.board.actors import robot_picture

    shown: list[int] = []

    def note(model: str, seat: int, livery: int, *more: Any) -> Any:
        shown.append(livery)
        return robot_picture(model, seat, livery, *more)

    monkeypatch.setattr(exhibition_page, "robot_picture", note)
    page = exhibition_page.ExhibitionPage(client)
    assert set(shown) == {0, 1, 2, 3}
    shown.clear()
    page.mode = "roboball"
    page.rebuild()
    seats = page.config().seats
    assert {seat.team for seat in seats} == {1, 2}
    assert shown[: len(seats)] == [seat.team - 1 for seat in seats]


def test_each_seat_has_its_bot_and_its_robot_and_they_stay_together(client: Any, app: Any, driver: Driver) -> None:
    """CLI-1509: a bot has the name of its robot in every game, wherever it sits."""
    from roborally.arena.plan import Exhibition, config_of
    from roborally.features.exhibition.window.exhibition_page import ExhibitionPage

    client.router.open("exhibition")
    driver.frame(2)
    page = app.screen_on_top
    assert isinstance(page, ExhibitionPage)
    driver.click(button(app, "Add bot").rect.centre)
    for name, by in (("bot 1", 1), ("robot 1", -1)):
        next(widget for widget in page.controls.widgets if widget.name == name).step(by)
    config = page.config()
    assert [seat.name for seat in config.seats] == ["Tanky", "Tanky 2", "LazyBot", "Albot", "Peach"]
    assert [seat.controller for seat in config.seats] == ["greedy", "random", "greedy", "greedy", "greedy"]
    bots = tuple(seat.controller for seat in config.seats)
    for number in range(6):
        played = config_of(Exhibition(config, bots, 6, 1, together=True), number)
        pairs = [(seat.controller, seat.robot) for seat in played.seats]
        assert sorted(pairs) == sorted((seat.controller, seat.robot) for seat in config.seats)
        assert pairs[-number % 5] == ("greedy", "tanky")
