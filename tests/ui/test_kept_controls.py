"""What is clicked stays under the mouse when the click lays the page out again (CLI-2202)."""

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from roborally.features.replays.window.film_page import FilmPage
from roborally.profile import Settings
from roborally.ui.pages.settings_page import SCALES
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Choice, Widget
from roborally.ui.toolkit.theme import Rect
from tests.screens.scenes import all_scenes
from tests.sweeps import few_of

from .conftest import Driver

pytestmark = pytest.mark.window
SIZES = ((1280, 720), (1024, 768), (800, 1200), (800, 600))


@pytest.fixture
def client(client: Any, app: Any) -> Any:
    app.apply(Settings())
    client.router.home()
    return client


@pytest.fixture
def click(app: Any, driver: Driver) -> Callable[..., None]:
    """Return a function that clicks again where the mouse is, and waits until the page is laid out again."""

    def again() -> None:
        x, y = driver.pixel(app.pointer)
        app.double_click.forget()
        driver.send("on_mouse_press", x, y, 1, 0)
        driver.send("on_mouse_release", x, y, 1, 0)
        driver.frame(20, 1 / 20)

    return again


def control(page: Any, name: str) -> Any:
    return next(widget for widget in page.controls.widgets if widget.name == name)


def point(driver: Driver, page: Any, name: str, forward: bool) -> None:
    """Move the mouse to an arrow of a choice, at its upper edge."""
    rect = control(page, name).rect
    page.overflow.space.show(rect)
    driver.move((rect.right - 17 if forward else rect.x + 17, rect.top - 6))


@pytest.fixture
def clicked(client: Any, app: Any, driver: Driver, click: Any) -> Callable[[int], Any]:
    """Return a function that opens the page of the first start, and makes texts larger by so many clicks."""

    def clicked(times: int) -> Any:
        client.settings.welcome()
        page = app.screen_on_top
        driver.frame(2)
        point(driver, page, "size", True)
        for _click in range(times):
            click()
        return page

    return clicked


@pytest.mark.parametrize("size", few_of(SIZES[::-1]))
@pytest.mark.parametrize(
    ("where", "name"), [("welcome", "size"), pytest.param("open", "interface_scale", marks=pytest.mark.long)]
)
def test_the_size_of_texts_is_clicked_up_and_down(
    client: Any, app: Any, driver: Driver, look: Any, click: Any, where: str, name: str, size: tuple[int, int]
) -> None:
    look(*size)
    getattr(client.settings, where)()
    page = app.screen_on_top
    driver.frame(2)
    seen = []
    for forward in (True, False):
        point(driver, page, name, forward)
        for _percent in SCALES[1:]:
            click()
            seen.append(app.settings.interface_scale)
            assert control(page, name).hovered
            assert page.area.x >= page.space.seen.x, "no part is pushed out at the left"
            assert page.space.overflows or page.area.within(page.space.seen) == page.area, "nor at another edge"
    up = [SCALES[(SCALES.index(100) + step) % len(SCALES)] for step in range(1, len(SCALES))]
    assert seen == [*up, *reversed(up[:-1]), 100]


def test_a_page_returns_to_its_place_when_the_mouse_leaves(driver: Driver, clicked: Any) -> None:
    page = clicked(5)
    aside, rect = page.space.moved, control(page, "size").rect
    assert aside != (0, 0)
    driver.move((rect.right - 20, rect.centre[1]))
    assert page.space.moved == aside, "it is still the same control"
    driver.move((rect.centre[0], rect.y - 20))
    assert page.space.moved == (0, 0)


def test_a_key_brings_a_page_back(driver: Driver, clicked: Any) -> None:
    """The focus could be beyond the edge of the window."""
    page = clicked(5)
    assert page.space.moved != (0, 0)
    driver.key(arcade.key.TAB)
    assert page.space.moved == (0, 0)


def test_a_control_of_the_same_name_elsewhere_is_left_alone(driver: Driver, clicked: Any) -> None:
    """The panels of a match take each other's place, and each has its own button to confirm."""
    page = clicked(1)
    page.controls = WidgetGroup(page.layer)
    page.controls.add(Widget(Rect(0, 0, 20, 20))).name = "size"
    driver.frame(2)
    assert page.space.moved == (0, 0)


def test_a_page_of_another_height_keeps_what_was_clicked(app: Any, driver: Driver, click: Any) -> None:
    """A page for browsers has no size to choose, so the frame is lower then."""
    page = FilmPage(app, 1, lambda wish: pytest.fail("no film is wanted"))
    app.push(page)
    driver.frame(2)
    kinds = [value for value, _text in control(page, "kind").options]
    point(driver, page, "kind", True)
    seen = []
    for _click in range(2 * len(kinds)):
        click()
        seen.append(page.wish.kind)
    assert seen == 2 * [*kinds[1:], kinds[0]]


@pytest.mark.long
@pytest.mark.parametrize("name", ["settings", "welcome", "quick-match-standard", "lobby-volt", "surprise", "film"])
def test_every_choice_stays_under_the_mouse(stage: Any, name: str) -> None:
    """Each arrow of each choice is clicked once on a new page."""
    studio, library = stage
    driver, scene = Driver(studio.app), next(scene for scene in all_scenes() if scene.name == name)

    def choices() -> list[Any]:
        """Return the choices of the page, which is opened anew."""
        studio.pretend_size(1024, 768)
        scene.show(studio, library)
        studio.draw()
        return [control for control in studio.top.controls.widgets if isinstance(control, Choice) and control.enabled]

    lost = []
    for number in range(len(choices())):
        for forward in (True, False):
            chosen = choices()[number]
            assert chosen.name, "it could not be kept"
            point(driver, studio.top, chosen.name, forward)
            pixel = driver.pixel(studio.app.pointer)
            driver.click(studio.app.pointer)
            driver.frame(20, 1 / 20)
            (x, y), (dx, dy) = studio.top.space.to_units(*pixel), studio.top.overflow.aside(*pixel)
            x += dx
            under = studio.top.controls.at(x, y + dy)
            if under is None or under.name != chosen.name or (x >= under.rect.centre[0]) != forward:
                lost.append((chosen.name, forward))
    assert lost == []
