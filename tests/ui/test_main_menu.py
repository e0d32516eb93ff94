"""The main menu and where it leads (CLI-401 to CLI-406, CLI-1001), choosing a robot, and the story (CLI-107, 108)."""

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.base.translation import use_language
from roborally.game.session.instant_thinker import InstantThinker
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.main_menu import Card, MainMenu
from roborally.ui.rescue.continue_page import ContinuePage
from roborally.ui.shell import window as module
from roborally.ui.toolkit import theme

from .conftest import Driver
from .kept_matches import begin, captions, go, match_of
from .kept_matches import folder as folder
from .kept_matches import open_client as open_client
from .seen import button, difference, labels, picture

ROBOTS = {
    "Tanky": ("Go on, shoot me.", "Regeneration"),
    "James Bot": ("Version 0.07", "Double laser"),
    "LazyBot": ("A chilling machine", "Pause"),
    "Albot": ("E=mc²", "New commands"),
    "Peach": ("Mirror, mirror on the wall", "Mirror"),
}


@pytest.fixture
def client(client: Any, driver: Driver) -> Any:
    client.router.home()
    driver.frame(2)
    return client


def escape(driver: Driver) -> None:
    driver.key(arcade.key.ESCAPE)


def test_the_program_starts_with_the_main_menu(
    app: Any, driver: Driver, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLI-401."""
    monkeypatch.setattr(module, "App", lambda settings, **options: app)
    monkeypatch.setattr(module, "run", lambda app: None)
    assert module.run_game(catalogue, InstantThinker(catalogue), ["random"]) == 0
    driver.frame()
    for text in ("Play", "Learn", "Workshop", "Settings", "Statistics & achievements", "Quit"):
        assert text in labels(app)


def test_a_card_leads_to_the_entries_of_its_group_and_esc_back(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2225: everything is two clicks away at most, and each group is one that features name."""
    menu = app.screen_on_top
    cards = [each for each in menu.controls.widgets if isinstance(each, Card)]
    assert [card.text for card in cards] == ["New here?", "Play", "Learn", "Workshop"]
    assert [card.accent for card in cards] == [True, False, False, False]
    for group in menu.groups:
        driver.click(button(app, group.title).rect.centre)
        assert menu.group == group
        assert {entry.text for entry in group.entries} <= set(labels(app))
        assert "Settings" not in labels(app)
        driver.key(arcade.key.ESCAPE)
        driver.frame(30)  # a second click at the same place is a new one by then
    assert "Settings" in labels(app)


def test_the_first_card_continues_the_match_that_it_pictures(
    open_client: Callable[[], Any], app: Any, driver: Driver, new_game: Any
) -> None:
    """CLI-2225: with its course and turn; one of several is chosen in their list, to which *Play* leads, too."""
    client = open_client()
    assert "Continue" not in captions(app)
    screen = begin(client, driver, new_game())
    title, digest = screen.context.game.course.title, screen.session.digest()
    client.rescue.leave()
    client.router.home()
    driver.frame()
    menu = app.screen_on_top
    assert captions(app)[0] == "Continue"
    assert f"{title}, turn {screen.context.display.turn}" in labels(app)
    before = picture(driver, button(app, "Continue").rect)
    driver.until(lambda: menu.ready and bool(menu.parts), 500)
    assert difference(before, picture(driver, button(app, "Continue").rect)) > 1
    driver.click(button(app, "Kept matches").rect.centre)
    assert isinstance(app.screen_on_top, ContinuePage)
    client.router.home()
    go(driver, "Continue")
    driver.frame(12, 1 / 20)
    assert match_of(app).session.digest() == digest
    client.rescue.leave()
    begin(client, driver, new_game())
    client.rescue.leave()
    client.router.home()
    assert isinstance(go(driver, "Continue"), ContinuePage)


def test_nothing_moves_behind_the_title(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2225: the window draws nothing while nobody does anything."""
    while client.preparation.work():
        pass
    driver.frame(3)
    driver.send("on_draw")
    app.pace.is_due(0.01)
    assert not app.pace.is_due(0.01)


def test_down_comes_to_quit_only_from_what_is_above_it(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2001: at the end of another column it does not walk to it, where Enter would end the game."""
    controls = app.screen_on_top.controls
    end = button(app, "Quit")
    above = [each for each in controls.widgets if each.rect.x < end.rect.right and end.rect.x < each.rect.right]
    for first in controls.widgets:
        controls.set_focus(first)
        driver.key(arcade.key.DOWN)
        assert controls.focus is not end or first in above, first.text
    controls.set_focus(controls.widgets[0])
    driver.key(arcade.key.UP)
    assert controls.focus is controls.widgets[0]


@pytest.mark.parametrize(
    ("entry", "heading"),
    [
        ("Custom match", "Save match file"),
        ("Settings", "Settings"),
        ("Statistics & achievements", "Achievements: 0 of 34"),
        ("Load game", "Load game"),
        ("Tutorial", "Tutorial"),
        ("Plugins", "Enabled in new custom matches"),
        ("Credits", "Credits and licences"),
    ],
)
def test_pages_open_from_the_menu_and_lead_back(
    client: Any, app: Any, driver: Driver, entry: str, heading: str
) -> None:
    """CLI-402, CLI-404, CLI-405, CLI-1001, CLI-R08: Esc and the button Back go one level back."""
    page = go(driver, entry)
    assert not isinstance(page, MainMenu)
    assert heading in told_by(page)
    back = next(text for text in ("Back", "Main menu") if any_button(app, text))
    driver.click(button(app, back).rect.centre)
    assert isinstance(app.screen_on_top, MainMenu)
    driver.frame(30)  # a second click at the same place is a new one by then
    assert not isinstance(go(driver, entry), MainMenu)
    escape(driver)
    assert isinstance(app.screen_on_top, MainMenu)


def told_by(page: Any) -> str:
    """Return the texts of the topmost screen alone."""
    return "\n".join(label.text for label in page.layer.labels if label.visible)


def any_button(app: Any, text: str) -> bool:
    return any(getattr(entry, "text", "") == text for entry in app.screen_on_top.controls.widgets)


@pytest.fixture
def closed(app: Any, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return what fills when the program ends; the tests' own window stays open."""
    found: list[bool] = []
    monkeypatch.setattr(app, "close", lambda: found.append(True))
    return found


def test_quit_does_not_ask(client: Any, app: Any, driver: Driver, closed: list[bool]) -> None:
    """CLI-406, CLI-R06."""
    driver.click(button(app, "Quit").rect.centre)
    assert closed == [True]
    assert app.screens == []


def test_escape_asks_before_it_quits(client: Any, app: Any, driver: Driver, closed: list[bool]) -> None:
    """CLI-406, CLI-R06: whoever presses it once too often stays."""
    menu = app.screen_on_top
    for _time in range(2):
        escape(driver)
    assert (app.screen_on_top, closed) == (menu, [])
    escape(driver)
    driver.click(button(app, "Quit").rect.centre)
    assert closed == [True]


def test_every_player_picks_one_of_five_robots_with_its_motto(client: Any, app: Any, driver: Driver) -> None:
    """CLI-107, CLI-108, CLI-511, CLI-503: each has a picture, a motto and an ability of its own; bots' robots too."""
    page = go(driver, "Custom match")
    page.show("seats")
    found: dict[str, Any] = {}
    for seat in (0, 1):
        found.clear()
        for _ in ROBOTS:
            choice = page.controls.named[f"robot {seat}"]
            driver.click((choice.rect.right - 10, choice.rect.centre[1]))
            shown = "\n".join(label.text for label in page.layer.labels)
            title = choice.label.text
            motto, ability = ROBOTS[title]
            assert f"{title}: “{motto}”" in shown
            assert ability in shown
            text = page.seats.below.made.rect
            found[title] = picture(driver, theme.Rect(text.x + 8, text.y + 6, 46, 46))
        assert set(found) == set(ROBOTS)
    pictures = list(found.values())
    assert all(difference(one, other) > 3 for one in pictures for other in pictures if one is not other)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Fabrik", "Qualitätskontrolle", "live", "kleine Aufgabe", "verschrottet")),
        pytest.param("en", ("factory", "quality control", "live", "small job", "scrap"), marks=pytest.mark.long),
        pytest.param("sv", ("fabrik", "kvalitetskontroll", "live", "liten uppgift", "skrot"), marks=pytest.mark.long),
    ],
)
def test_the_story_is_told_above_the_lessons(
    client: Any, app: Any, driver: Driver, language: str, words: tuple[str, ...]
) -> None:
    """CLI-108: a factory with a quality control, its live test, small jobs, and what becomes of the losers."""
    use_language(language)
    client.router.open("lessons")
    driver.frame()
    page = app.screen_on_top
    story = next(label for label in page.layer.labels if words[0] in label.text)
    assert all(word in story.text for word in words)
    text = page.layer.labels[page.layer.labels.index(story) + 1]
    assert story.y - story.shown_size[1] > text.y
    assert text.y - text.shown_size[1] > page.list.rect.top
    assert page.list.rect.y > button_top(page)
    assert page.area.top < 720


def button_top(page: Any) -> float:
    return float(max(entry.rect.top for entry in page.controls.widgets if getattr(entry, "text", "")))
