"""Texts larger than the window has room for: pages are scrolled and never slide, and letters can be read."""

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.ui.pages.keys_page import KeysPage
from roborally.ui.pages.welcome_page import WelcomePage
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.cards import Cards
from roborally.ui.toolkit.controls.fields import TextField
from roborally.ui.toolkit.controls.lists import ListBox, ScrolledRows
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.controls.widgets import Button, Choice
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.space import PAGE, Space, page_scale
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver
from .seen import button, layers


def fixed(app: Any) -> Any:
    """Return an empty screen of 1280 x 720 units, which are as large as fit."""
    return Screen(app, Space(app, page_scale, PAGE))


@pytest.fixture
def page(app: Any) -> Any:
    """Open a screen of the usual size, whatever shape the window has, over another one."""
    app.push(fixed(app))
    screen = fixed(app)
    screen.layer.frame("panel", Rect(40, 20, 1200, 680))
    options = [(number, str(number)) for number in range(4)]
    for number in range(12):
        spot = Rect(80 if number % 2 else 800, 620 - 45 * number, 380, 34)
        screen.controls.add(Choice(screen.layer, spot, options, 0, print, f"Choice {number}"))
    screen.controls.add(Button(screen.layer, Rect(80, 40, 170, 48), "Back", app.pop))
    app.push(screen)
    return screen


def in_view(space: Any, rect: Rect) -> bool:
    """Return whether a part of the content is in the window."""
    seen = space.seen.inset(-1)
    return bool(seen.x <= rect.x and rect.right <= seen.right and seen.y <= rect.y and rect.top <= seen.top)


def test_a_page_stays_where_it_is_under_the_mouse(driver: Driver, page: Any, look: Any) -> None:
    """CLI-2202."""
    look(1366, 768, 130)
    assert page.space.overflows
    before = page.space.frame
    for spot in ((3, 3), (1360, 3), (1360, 760), (3, 760), (683, 384)):
        driver.send("on_mouse_motion", *spot, 1, 1)
        driver.frame()
    assert page.space.frame == before


def test_wheel_and_keys_scroll(driver: Driver, page: Any, look: Any) -> None:
    """CLI-2203: a control under the mouse keeps its value meanwhile."""
    look(1366, 768, 150)
    choice = page.controls.widgets[4]
    page.space.show(choice.rect)
    part = page.space.part
    driver.send("on_mouse_scroll", *driver.pixel(choice.rect.centre), 0, -1)
    driver.send("on_mouse_scroll", *driver.pixel(choice.rect.centre), 2, 0)
    assert page.space.part[0] > part[0]
    assert page.space.part[1] < part[1]
    assert choice.value == 0
    driver.key(arcade.key.PAGEDOWN)
    assert page.space.part[1] == 0
    driver.key(arcade.key.PAGEUP)
    assert page.space.part[1] == 1


def test_the_bars_scroll(driver: Driver, page: Any, look: Any) -> None:
    """CLI-2203: by being dragged, and by a click beside what moves in them."""
    look(1366, 768, 150)
    assert page.space.part == (0.0, 1.0)

    def drag(start: tuple[int, int], end: tuple[int, int]) -> None:
        driver.send("on_mouse_press", *start, 1, 0)
        driver.send("on_mouse_drag", *end, 0, 0, 1, 0)
        driver.send("on_mouse_release", *end, 1, 0)
        driver.frame()

    drag((1360, 700), (1360, 600))
    assert page.space.part[0] == 0
    assert 0 < page.space.part[1] < 1
    drag((1360, 20), (1360, 20))
    assert page.space.part == (0.0, 0.0)
    drag((1350, 5), (1350, 5))
    assert page.space.part == (1.0, 0.0)
    driver.send("on_mouse_drag", 600, 300, 0, 0, 1, 0)
    assert page.space.part == (1.0, 0.0), "the bar has been let go"


def test_a_list_under_the_mouse_scrolls_and_not_the_page(app: Any, driver: Driver, look: Any) -> None:
    """CLI-2203."""
    screen = fixed(app)
    entries = [(f"Entry {number}", "") for number in range(40)]
    rows = screen.controls.add(ListBox(screen.layer, Rect(20, 20, 1240, 680), entries, lambda index: None))
    app.push(screen)
    look(1280, 720, 200)
    driver.send("on_mouse_scroll", *driver.pixel((300, 500)), 0, -1)
    assert rows.first == 1
    assert screen.space.part == (0.0, 1.0)


def lists(layer: Any, space: Any, kind: str, rows: int) -> tuple[Any, Callable[[], float]]:
    """Return a control with some rows, and what tells how far it is scrolled."""
    place = Rect(20, 20, 1240, 600)
    found: Any
    if kind == "list":
        found = ListBox(layer, place, [(f"Entry {number}", "") for number in range(rows)], lambda index: None)
        return found, lambda: found.first
    if kind == "rows":
        found = ScrolledRows(layer, place, 44, rows, lambda first: None)
        return found, lambda: found.first
    if kind == "cards":
        options: Any = {"changed": lambda: None, "act": lambda: None}
        found = Cards(space, place, rows, (1240, 44), lambda *card: None, **options)
        return found, lambda: found.in_view[0][0]
    found = ScrollArea(space, layer, place)
    found.fill(44 * rows)
    return found, lambda: found.position


@pytest.mark.parametrize("kind", ["list", "rows", "cards", "area"])
def test_what_cannot_be_scrolled_further_leaves_the_wheel_to_the_page(
    app: Any, driver: Driver, look: Any, kind: str
) -> None:
    """CLI-2203: it does not hold the page fast, neither at its ends nor when all of it is in view."""
    screen = fixed(app)
    few, many = 3, 20
    short, _position = lists(screen.layer, screen.space, kind, few)
    screen.controls.add(short)
    app.push(screen)
    look(1280, 720, 200)

    def turn(notches: int) -> None:
        for _notch in range(abs(notches)):
            driver.send("on_mouse_scroll", *driver.pixel((300, 330)), 0, 1 if notches > 0 else -1)

    turn(-1)
    below = screen.space.part[1]
    assert below < 1
    turn(1)
    assert screen.space.part[1] == 1
    screen.controls.widgets.clear()
    long, position = lists(screen.layer, screen.space, kind, many)
    screen.controls.add(long)
    turn(-1)
    assert position() > 0
    assert screen.space.part[1] == 1, "first the list, then the page"
    turn(-30)
    assert screen.space.part[1] < 1
    end = position()
    turn(1)
    assert position() < end, "and back"
    turn(60)
    assert position() == 0
    assert screen.space.part[1] == 1


def test_what_is_scrolled_out_of_view_is_not_drawn_elsewhere(app: Any, driver: Driver, look: Any) -> None:
    """CLI-2202: such as the settings below in a lobby, which are scrolled themselves."""

    class Page(Screen):
        def __init__(self) -> None:
            super().__init__(app, Space(app, page_scale, PAGE))
            self.layer.frame("panel", Rect(40, 20, 1200, 680))
            self.area = self.controls.add(ScrollArea(self.space, self.layer, Rect(80, 40, 600, 120)))
            self.area.layer.fill(Rect(80, 160 - 2000, 500, 2000), (255, 0, 255, 255))
            self.area.fill(2000)
            self.area.scroll_to(600)

        def draw(self) -> None:
            super().draw()
            self.area.draw()

    def in_picture() -> bool:
        app.switch_to()
        driver.send("on_draw")
        seen = arcade.get_image(0, 0, app.width, app.height).convert("RGB")
        return (255, 0, 255) in {colour for _count, colour in seen.getcolors(1 << 24) or []}

    look(1280, 720, 200)
    page = Page()
    app.push(page)
    page.space.show(Rect(40, 620, 80, 80))
    assert not in_picture()
    page.space.show(page.area.rect)
    assert in_picture()


def test_a_page_is_found_as_it_was_left(app: Any, driver: Driver, page: Any, look: Any) -> None:
    """CLI-2204: and another one begins at its beginning."""
    look(1366, 768, 150)
    driver.key(arcade.key.PAGEDOWN)
    left = page.space.part
    driver.send("on_mouse_motion", 600, 300, 1, 1)
    app.push(KeysPage(app))
    driver.frame()
    assert app.screen_on_top.space.part == (0.0, 1.0)
    driver.key(arcade.key.ESCAPE)
    assert app.screen_on_top is page
    assert page.space.part == left


def test_the_focus_is_brought_into_view(app: Any, driver: Driver, page: Any, look: Any) -> None:
    """CLI-2204."""
    look(1366, 768, 150)
    for _ in page.controls.widgets:
        driver.key(arcade.key.TAB)
        assert in_view(page.space, page.controls.focus.rect), page.controls.focus.tooltip
    back = button(app, "Back")
    page.space.show(back.rect)
    driver.click(back.rect.centre)
    assert page not in app.screens


def test_a_page_begins_with_its_focus_in_view(app: Any, look: Any) -> None:
    """CLI-2204: such as the line to write in."""
    look(1280, 720, 200)
    screen = fixed(app)
    screen.layer.frame("panel", Rect(20, 20, 1240, 680))
    field = screen.controls.add(TextField(screen.layer, Rect(900, 60, 300, 40), "", print))
    screen.controls.set_focus(field)
    app.push(screen)
    assert in_view(screen.space, field.rect)


class Fitting(TreePage):
    """A page that is nearly as wide as the window."""

    def tree(self) -> Node:
        """Return the content."""
        return Node().wide(397).high(100)


def test_only_what_is_on_a_page_has_to_fit(app: Any, driver: Driver, look: Any) -> None:
    """CLI-2204: a small panel in the middle of a page is in view as a whole; margins make no scroll bar."""
    screen = Screen(app)
    area = Rect(440, 260, 400, 200)
    screen.layer.frame("panel", area)
    app.push(screen)
    look(1280, 720, 200)
    assert not screen.space.overflows
    assert in_view(screen.space, area)
    page = Fitting(app)
    page.rebuild()
    app.push(page)
    look(800, 1200, 200)
    driver.frame(2)
    assert page.space.whole.width - 3 == page.area.width == 397
    assert not page.space.overflows


def letters(app: Any) -> list[float]:
    """Return the sizes in pixels of all letters that are drawn."""
    return [label._text.font_size / 0.75 for layer in layers(app) for label in layer.labels if label.text]  # noqa: SLF001


@pytest.mark.parametrize("is_page", [False, True])
def test_letters_have_the_chosen_size(app: Any, page: Any, look: Any, is_page: bool) -> None:
    """CLI-2201: 150 % are one and a half times as large, also where the page has another shape then."""
    if is_page:
        app.push(WelcomePage(app, app.apply, lambda: None, lambda: None))
    look(1920, 1080, 100)
    usual = sorted(letters(app))
    look(1920, 1080, 150)
    assert sorted(letters(app)) == pytest.approx([size * 1.5 for size in usual])
    look(2560, 1080, 200)
    assert sorted(letters(app)) == pytest.approx([size * 2 for size in usual])
