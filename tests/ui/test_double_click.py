"""The second click of a double click, which must not press what has just appeared (CLI-2221)."""

from typing import Any

import pytest

from roborally.features.story.window.story_page import StoryPage
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver
from .seen import button


@pytest.fixture
def client(client: Any, driver: Driver) -> Any:
    client.router.home()
    driver.frame(2)
    return client


class Pages:
    """Two pages with a button at the same place; that of the first opens the second, and counts clicks."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.clicks = 0
        self.first, self.second = Screen(app), Screen(app)
        spot = Rect(500, 300, 200, 50)
        self.first.controls.add(Button(self.first.layer, spot, "Open", lambda: app.push(self.second)))
        self.second.controls.add(Button(self.second.layer, spot, "Count", self._count))
        self.spot = spot.centre
        app.push(self.first)

    def _count(self) -> None:
        self.clicks += 1


def test_the_second_click_leaves_a_new_page_alone(app: Any, driver: Driver) -> None:
    """CLI-2221."""
    pages = Pages(app)
    driver.double_click(pages.spot)
    assert app.screen_on_top is pages.second
    assert pages.clicks == 0
    driver.double_click(pages.spot)  # on a page that has been there, two clicks are two
    assert pages.clicks == 2


def test_who_waits_or_moves_the_mouse_means_the_new_page(app: Any, driver: Driver) -> None:
    """CLI-2221."""
    pages = Pages(app)
    pixel = driver.pixel(pages.spot)
    for between in ("wait", "move"):
        driver.click(pages.spot)
        assert app.screen_on_top is pages.second
        if between == "wait":
            driver.frame(30)
        else:
            driver.send("on_mouse_motion", pixel[0] + 20, pixel[1], 20, 0)
        before = pages.clicks
        driver.send("on_mouse_press", *pixel, 1, 0)
        driver.send("on_mouse_release", *pixel, 1, 0)
        assert pages.clicks == before + 1
        app.pop()


def test_a_double_click_turns_one_page_of_the_story(client: Any, app: Any, driver: Driver) -> None:
    """CLI-2221: neither the entry of the menu, nor the button that leads on, is used twice."""
    driver.double_click(button(app, "The story").rect.centre)
    story = app.screen_on_top
    assert isinstance(story, StoryPage)
    assert story.at == 0
    driver.frame(30)
    driver.double_click(button(app, "Next").rect.centre)
    assert story.at == 1
