"""An exhibition that is chosen in the main menu."""

from typing import Any

import arcade
import pytest

from roborally.plugin_system.loader import Catalogue
from tests.ui.conftest import Driver
from tests.ui.seen import button

pytestmark = pytest.mark.window


@pytest.fixture
def client(app: Any, catalogue: Catalogue) -> Any:
    from roborally.game.session.instant_thinker import InstantThinker
    from roborally.ui.shell.window import open_services

    return open_services(app, catalogue, InstantThinker(catalogue), ["greedy", "random"], speed="slow", check=True)


def test_an_exhibition_begins_in_the_main_menu_and_ends_there(client: Any, app: Any, driver: Driver) -> None:
    """CLI-1509."""
    from roborally.features.exhibition.window.exhibition_screen import ExhibitionScreen
    from roborally.ui.pages.main_menu import MainMenu

    client.router.home()
    driver.click(button(app, "Exhibition").rect.centre)
    driver.frame(2)
    page = app.screen_on_top
    page.bots, page.games = 2, 1
    driver.click(button(app, "Watch").rect.centre)
    driver.frame(2)
    assert isinstance(app.screen_on_top, ExhibitionScreen)
    assert [seat.name for seat in app.screen_on_top.session.game.seats] == ["Greedy 1", "Greedy 2"]
    driver.key(arcade.key.ESCAPE)
    driver.frame(2)
    driver.click(button(app, "Main menu").rect.centre)
    driver.frame(2)
    assert isinstance(app.screen_on_top, MainMenu)


@pytest.mark.parametrize("mode", ["auenland", "classic", "crash-and-burn", "roboball", "standard", "volt"])
def test_every_edition_can_be_exhibited(client: Any, app: Any, catalogue: Catalogue, mode: str) -> None:
    """CLI-1509."""
    from roborally.features.exhibition.window.exhibition_page import ExhibitionPage
    from roborally.game.factory import make_game

    page = ExhibitionPage(client)
    page.mode = mode
    page.rebuild()
    assert make_game(page.config(), catalogue).seats
