"""A client that stores its matches, with ways to use and end it: for tests of *Continue* and of errors."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.profile.kept import MatchKeeper
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.shell.faults import catch_errors
from roborally.ui.shell.window import open_services
from tests.waiting import stands_still

from .conftest import Driver, answer_default
from .seen import button


def client_starter(app: Any, catalogue: Catalogue, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Return a function that starts the program as if in a new process."""
    monkeypatch.setattr(app, "on_fault", None)

    def make(speed: str = "skip") -> Any:
        thinker, keeper = InstantThinker(catalogue), MatchKeeper(folder, stands_still)
        app.services.clear()
        client = open_services(app, catalogue, thinker, ["random"], speed=speed, check=True, keeper=keeper)
        catch_errors(client)
        client.router.home()
        Driver(app).frame(2)
        return client

    return make


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder for matches."""
    return tmp_path / "running"


@pytest.fixture
def open_client(app: Any, catalogue: Catalogue, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    return client_starter(app, catalogue, folder, monkeypatch)


@pytest.fixture
def client(open_client: Callable[[], Any]) -> Any:
    return open_client()


def open_menu(driver: Driver) -> None:
    """Open the menu of a match by Esc; the first closes the recap, if there is one."""
    driver.key(arcade.key.ESCAPE)
    if not isinstance(driver.app.screen_on_top, GameMenu):
        driver.key(arcade.key.ESCAPE)


def go(driver: Driver, text: str) -> Any:
    driver.click(button(driver.app, text).rect.centre)
    driver.frame(3)
    return driver.app.screen_on_top


def begin(client: Any, driver: Driver, game: Any) -> Any:
    """Start a match and answer its first questions."""
    client.start(game)
    driver.frame(12, 1 / 20)
    screen = match_of(driver.app)
    for _ in range(2):
        driver.until(lambda: screen.question_controller.waits, 200)
        if screen.question_controller.hot_seat.curtain is not None:
            screen.question_controller.hot_seat.curtain.lift()
            driver.frame(12, 1 / 20)
        answer_default(driver.app, driver, screen)
    driver.until(lambda: screen.question_controller.waits, 400)
    driver.frame(12, 1 / 20)  # the bots answer, too
    return screen


def match_of(app: Any) -> Any:
    return next(screen for screen in app.screens if isinstance(screen, MatchScreen))


def die(client: Any) -> None:
    """End the program without cleaning up; the operating system releases its locks."""
    client.rescue.keeper.release(newest=False)
    client.app.abandon()


def captions(app: Any) -> list[str]:
    return [entry.text for entry in app.screen_on_top.controls.widgets if getattr(entry, "text", "")]
