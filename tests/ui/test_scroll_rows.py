"""Rows that scroll are seen whole or not at all, and what a page says at first is in view with large texts, too."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import accumulate
from typing import Any

import arcade
import pytest

from roborally.features.credits.window.credits_page import CreditsPage
from roborally.features.exhibition.window.exhibition_page import ExhibitionPage
from roborally.features.replays.window.replays_page import ReplaysPage
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.keys_page import KeysPage
from roborally.ui.pages.saves import load_page, save_page
from roborally.ui.pages.settings_page import SettingsPage
from roborally.ui.pages.welcome_page import WelcomePage
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import Dialog
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver
from .seen import layers, picture, share

RED = (220, 40, 40, 255)
PLACE = Rect(300, 300, 500, 150)


@pytest.mark.parametrize(("entries", "last"), [(8, 2), (3, 2), (2, None)])
def test_a_full_list_has_no_strip_below_its_last_row(app: Any, driver: Driver, entries: int, last: int | None) -> None:
    """CLI-2415: what a row more would have needed is shared among the rows, and a click there finds the last one."""
    page, chosen = Screen(app), list[int]()
    box = ListBox(page.layer, PLACE, [(f"Entry {number}", "") for number in range(entries)], chosen.append)
    page.controls.add(box)
    app.push(page)
    driver.click((PLACE.x + 60, PLACE.y + 9))
    assert chosen == ([] if last is None else [last])


@pytest.fixture
def rows(app: Any, driver: Driver) -> Callable[..., Any]:
    """Open a page with a scrolled column of rows of some heights, with a control in each."""

    class Page(Screen):
        area: Any
        pressed: list[int]

        def draw(self) -> None:
            super().draw()
            self.area.draw()

    def show(*heights: float) -> Any:
        page = Page(app)
        page.area = page.controls.add(ScrollArea(page.space, page.layer, PLACE))
        page.pressed = []
        begins = [0, *accumulate(heights)]
        for number, (begin, high) in enumerate(zip(begins, heights, strict=False)):
            spot = Rect(PLACE.x, PLACE.top - begin - high, 400, high)
            page.area.layer.fill(spot, RED)
            press = lambda number=number: page.pressed.append(number)  # noqa: E731
            place = Rect(spot.x + 60, spot.y + 4, 200, high - 8)
            page.area.group.add(Button(page.area.layer, place, str(number), press))
        page.area.fill(begins[-1], begins[:-1])
        app.push(page)
        driver.frame()
        return page

    return show


def notch(driver: Driver, amount: int) -> None:
    driver.send("on_mouse_scroll", *driver.pixel(PLACE.centre), 0, amount)
    driver.frame()


def test_the_focus_does_not_touch_the_letters(rows: Callable[..., Any]) -> None:
    """Letters may begin at the very edge of an area, as on the page of keys."""
    page = rows(40)
    page.controls.set_focus(page.area)
    assert page.controls.ring.rect.x <= page.area.rect.x - 6


def test_a_row_is_seen_whole_or_not_at_all(driver: Driver, rows: Callable[..., Any]) -> None:
    """CLI-2321, CLI-2388: at every position, and no click falls on one that is not seen."""
    page = rows(*[40] * 12)
    seen, cut = Rect(PLACE.x + 20, PLACE.top - 119, 8, 118), Rect(PLACE.x + 20, PLACE.y, 8, 29)
    positions = []
    for _notch in range(12):
        positions.append(page.area.position)
        assert share(picture(driver, seen), RED) > 0.9
        assert share(picture(driver, cut), RED) == 0
        notch(driver, -1)
    assert positions[:3] == [0, 40, 80]
    assert page.area.position + PLACE.height >= 12 * 40, "the last row is seen"
    notch(driver, 3)
    driver.click((PLACE.x + 100, PLACE.y + 15))
    assert not page.pressed
    driver.click((PLACE.x + 100, PLACE.y + 50))
    assert len(page.pressed) == 1


def test_page_keys_leave_no_row_out(driver: Driver, rows: Callable[..., Any]) -> None:
    """CLI-2321."""
    page = rows(*[40] * 12)
    page.controls.set_focus(page.area)
    driver.key(arcade.key.PAGEDOWN)
    assert page.area.position == 3 * 40
    driver.key(arcade.key.PAGEUP)
    assert page.area.position == 0


def test_a_row_higher_than_its_room_is_seen_in_parts(driver: Driver, rows: Callable[..., Any]) -> None:
    """CLI-2321: all of it comes into view all the same."""
    page = rows(40, 400, 40)
    below = 0.0
    for _notch in range(20):
        assert page.area.position <= below, "nothing is passed over"
        below = max(below, page.area.position + PLACE.height)
        notch(driver, -1)
    assert below >= 480


def test_the_row_with_the_focus_is_seen_whole(driver: Driver, rows: Callable[..., Any]) -> None:
    """CLI-2321."""
    page = rows(*[40] * 12)
    page.controls.set_focus(page.area)
    for number in [*range(12), *reversed(range(11))]:
        page.area.group.set_focus(page.area.group.widgets[number])
        page.area.show(page.area.group.focus.rect)
        driver.frame()
        spot = page.area.focus_place._replace(x=PLACE.x + 20, width=8).inset(2)
        assert share(picture(driver, spot), RED) > 0.9, number


@pytest.fixture
def large(look: Callable[..., None]) -> None:
    """Let texts be twice as large as usual."""
    look(1280, 720, 200)


def in_view(app: Any, text: str) -> bool:
    """Return whether a text lies within the window."""
    found = [label for layer in layers(app) for label in layer.labels if label.visible and label.text == text]
    (label,) = found
    return bool(app.screen_on_top.space.seen.holds(*label.box.centre))


def test_an_empty_list_says_so_where_it_is_seen(app: Any, driver: Driver, look: Callable[..., None]) -> None:
    """CLI-2322."""
    look(1280, 560, 200)
    app.push(load_page(app, lambda path: None))
    driver.frame(20, 1 / 20)
    assert in_view(app, "No saved games yet.")


@pytest.fixture
def file_pages(app: Any, catalogue: Catalogue) -> list[Callable[[], Any]]:
    """Return what makes pages with lists of files, of which there are none."""
    return [
        partial(save_page, app, "Ada", print),
        partial(load_page, app, print),
        partial(ReplaysPage, app, catalogue, print, None, datetime(2026, 1, 1, tzinfo=UTC)),
    ]


@pytest.mark.parametrize(
    ("width", "height", "percent"), [(1024, 768, 150), (1280, 720, 150), (1280, 720, 200), (1800, 720, 130)]
)
def test_lists_of_files_become_lower_in_a_low_window(
    app: Any,
    driver: Driver,
    look: Callable[..., None],
    file_pages: list[Callable[[], Any]],
    width: int,
    height: int,
    percent: int,
) -> None:
    """CLI-2386: title, list, line and buttons are in view at once."""
    look(width, height, percent)
    for make in file_pages:
        page = make()
        app.push(page)
        driver.frame(20, 1 / 20)
        assert not page.space.overflows, page
        assert page.main_list.rect.height >= 2.5 * page.main_list.ROW, page


def test_what_an_empty_list_says_stays_within_it(
    app: Any, driver: Driver, look: Callable[..., None], file_pages: list[Callable[[], Any]]
) -> None:
    """CLI-2322."""
    from roborally.features.replays.window import replays_page
    from roborally.ui.pages import saves

    look(800, 1200, 160)
    for make in file_pages:
        page = make()
        app.push(page)
        driver.frame(20, 1 / 20)
        (text,) = [label for label in page.layer.labels if label.text in (saves.NOTHING, replays_page.NOTHING)]
        assert page.main_list.rect.x < text.box.x < text.box.right < page.main_list.rect.right, page


def test_a_setting_is_explained_below_itself_on_a_page_that_is_scrolled(app: Any, driver: Driver, large: None) -> None:
    """CLI-2322; no tooltip repeats what is in view (CLI-2004)."""
    page = SettingsPage(app, lambda settings: None, lambda: None)
    app.push(page)
    driver.frame(20, 1 / 20)
    music = next(widget for widget in page.controls.widgets if widget.name == "music")
    (text,) = (label for label in page.layer.labels if label.text == "Music in the menus and in the match.")
    assert abs(text.box.x - music.rect.x) < 1
    assert 0 <= music.rect.y - text.box.top < 5
    driver.move(music.rect.centre)
    driver.frame(60)
    assert not app.tooltip


@pytest.mark.parametrize("language", ["de", "sv"])
def test_settings_of_long_words_are_as_narrow(
    app: Any, driver: Driver, look: Callable[..., None], speak: Callable[[str], None], language: str
) -> None:
    speak(language)
    look(800, 1200, 180)
    page = SettingsPage(app, lambda settings: None, lambda: None)
    app.push(page)
    driver.frame(2)
    assert page.space.hidden[0] < 1


@pytest.mark.parametrize("percent", [pytest.param(160, marks=pytest.mark.long), 200])
def test_pages_are_as_narrow_as_an_upright_window(
    app: Any, driver: Driver, client: Any, look: Callable[..., None], percent: int
) -> None:
    """CLI-2207, CLI-2386: with large texts nobody has to scroll them sideways."""
    client.router.home()
    look(800, 1200, percent)
    pages = [
        app.screen_on_top,
        load_page(app, lambda path: None),
        KeysPage(app),
        Dialog(app, "Title", "A question that has many words and so needs several lines.", [("Yes", app.pop)]),
        SettingsPage(app, lambda settings: None, lambda: None),
        WelcomePage(app, lambda settings: None, lambda: None, lambda: None),
        CreditsPage(app),
        ExhibitionPage(client),
    ]
    for page in pages:
        if page is not app.screen_on_top:
            app.push(page)
        driver.frame(20, 1 / 20)
        assert page.space.hidden[0] < 1, page
    for name in ("quick-match", "lobby", "surprise", "daily", "puzzles", "rulebook"):
        client.router.open(name)
        driver.frame(20, 1 / 20)
        page = app.screen_on_top
        assert page.space.hidden[0] < 1, page
        seen = page.space.seen
        for widget in page.controls.widgets:
            assert seen.x <= widget.rect.x < widget.rect.right <= seen.right, (page, widget.rect)
