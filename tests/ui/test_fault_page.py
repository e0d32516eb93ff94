"""An error in the window takes no match away: a page tells what has failed, and goes on with it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pytest

from roborally.base import paths
from roborally.base.version import VERSION
from roborally.profile.kept import kept_matches
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.pages.main_menu import MainMenu
from roborally.ui.pages.settings_page import SettingsPage
from roborally.ui.rescue.fault_page import FaultPage
from roborally.ui.toolkit.app import Screen
from tests.sweeps import few_of
from tests.ui import desks

from .conftest import Driver
from .kept_matches import begin, captions, die, go, match_of
from .kept_matches import client as client
from .kept_matches import folder as folder
from .kept_matches import open_client as open_client
from .playing import lay
from .seen import texts


class BrokenError(Exception):
    """What nobody expects."""


def fault_page(app: Any) -> Any:
    assert isinstance(app.screen_on_top, FaultPage)
    assert len(app.screens) == 1
    return app.screen_on_top


def fail(*_: Any) -> None:
    raise BrokenError("nobody has expected this")


def leave(*_: Any) -> None:
    sys.exit(3)


BREAKING: dict[str, Callable[[Any], tuple[object, str]]] = {
    "drawing": lambda screen: (screen, "draw"),
    "leaving": lambda screen: (screen, "update"),
    "resizing": lambda screen: (screen, "resized"),
    "the rules in the middle of the match": lambda screen: (type(screen.session.match), "run"),
    "time": lambda screen: (screen, "update"),
    "keys": lambda screen: (screen, "key"),
    "a view": lambda screen: (screen.panels.shown, "draw"),
}
"""What breaks: the method of an object of the match's screen."""


def shake(app: Any, driver: Driver, screen: Any) -> None:
    """Do what a person does, until the error has come."""
    driver.frame(2)
    driver.key(arcade.key.SPACE)
    app.on_resize(app.width, app.height)
    if screen in app.screens and screen.question_controller.asked is not None:
        lay(screen.panels.open)
        driver.key(arcade.key.ENTER)
    driver.frame(2)


@pytest.mark.parametrize("broken", few_of(BREAKING, 4))
def test_an_error_keeps_the_match_and_the_page_goes_on_with_it(
    client: Any, app: Any, driver: Driver, new_game: Any, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    screen = begin(client, driver, new_game())
    digest = screen.session.digest()
    with monkeypatch.context() as patch:
        patch.setattr(*BREAKING[broken](screen), leave if broken == "leaving" else fail)
        shake(app, driver, screen)
    fault_page(app)
    assert "Your match has been kept" in texts(app)
    assert captions(app) == ["Continue the match", "Main menu", "Copy report", "Quit RoboRally"]
    go(driver, "Continue the match")
    driver.frame(12, 1 / 20)
    assert match_of(app).session.digest() == digest
    assert match_of(app) is not screen
    assert match_of(app).question_controller.waits
    die(client)


def test_an_error_that_comes_back_at_once_does_not_loop(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(client, driver, new_game())
    monkeypatch.setattr(MatchScreen, "draw", fail)
    driver.frame(3)
    page = fault_page(app)
    go(driver, "Continue the match")
    driver.frame(5)
    assert fault_page(app) is not page
    assert "The same error has come again." in texts(app)
    assert captions(app) == ["Main menu", "Copy report", "Quit RoboRally"]
    go(driver, "Main menu")
    assert isinstance(app.screen_on_top, MainMenu)
    assert captions(app)[0] == "Continue"
    assert len(kept_matches(folder)) == 1


def test_an_error_of_the_page_itself_ends_the_program(
    client: Any, app: Any, driver: Driver, new_game: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(client, driver, new_game())
    monkeypatch.setattr(Screen, "draw", fail)
    monkeypatch.setattr("roborally.ui.match.match_screen.MatchScreen.draw", fail)
    driver.frame()
    with pytest.raises(BrokenError):
        driver.frame()
    assert len(kept_matches(folder)) == 1


def test_an_error_outside_a_match_leads_to_the_main_menu(
    client: Any, app: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(SettingsPage, "update", fail)
        go(driver, "Settings")
    fault_page(app)
    assert captions(app) == ["Main menu", "Copy report", "Quit RoboRally"]
    assert "kept" not in texts(app)
    go(driver, "Main menu")
    assert isinstance(app.screen_on_top, MainMenu)


def test_the_report_tells_what_is_needed_and_no_secrets(
    client: Any, app: Any, driver: Driver, new_game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = begin(client, driver, new_game())
    events = desks.matches(client).recorder.record.events
    events.append({"type": "message", "beat": events[-1]["beat"], "text": "a card in a hand", "only_for": 0})
    monkeypatch.setattr(screen, "draw", fail)
    copied: list[str] = []
    monkeypatch.setattr(app, "set_clipboard_text", copied.append)
    driver.frame(2)
    page = fault_page(app)
    (file,) = paths.report_folder().glob("*.txt")
    go(driver, "Copy report")
    assert copied == [page.report] == [file.read_text()]
    assert "Copied" in captions(app)
    for part in (
        VERSION,
        "program-cards",
        "BrokenError: nobody has expected this",
        "test_fault_page.py",
        '"type": "moment"',
    ):
        assert part in page.report
    assert "a card in a hand" not in page.report
    assert str(Path.home()) not in page.report


def test_with_debug_the_traceback_is_logged(
    client: Any, app: Any, driver: Driver, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level("DEBUG", logger="roborally.ui"):
        monkeypatch.setattr(app.screen_on_top, "draw", fail)
        driver.frame()
    assert "BrokenError: nobody has expected this" in caplog.text
    assert fault_page(app)
