"""Texts larger than the window has room for: pages scroll and never slide, their main buttons stay in view."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import arcade
import msgspec
import pytest

from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit.theme import Rect

from .conftest import Driver
from .seen import button, layers
from .stages import open_stage

pytestmark = pytest.mark.window

PAGES = (
    *("welcome", "settings", "quick-match-standard", "lobby-eight", "statistics", "rulebook-standard"),
    *("continue", "plugins-tar-pit", "result-standard", "join-found", "online-lobby-eight", "program-standard"),
)
SIZES = ((1366, 768, 130), (1280, 720, 200), (1024, 768, 150), (800, 1200, 160), (1920, 1080, 150), (1024, 768, 100))

FINE = """
import pyglet

pyglet.options.audio = ("silent",)
from pyglet.display.xlib import XlibScreen

XlibScreen.get_dpi = lambda screen: 192
from roborally.profile import Settings
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

app = App(Settings(window_width=640, window_height=560), vsync=False, visible=False)
screen = Screen(app)
clicked = []
widget = screen.controls.add(Button(screen.layer, Rect(600, 300, 80, 40), "A", lambda: clicked.append(1), icon="play"))
app.push(screen)
small = screen.layer.label("9", 0, 0, size=5)
print(app.density, app.get_size(), app.get_framebuffer_size(), app.get_pixel_ratio())
print(app.pages.frame.scale, small._text.label.font_size / 0.75, widget.icon.texture.width)
pictures = CachedPictures((0, 0, 0, 255))
pictures.draw(0, "key", (0, 0, *app.get_size()), lambda: None)
print(pictures._pictures[0][1].size)
from pyglet.event import EventDispatcher
app.switch_to()
EventDispatcher.dispatch_event(app, "on_draw")
frame = app.pages.frame
spot = frame.left + 640 * frame.scale, frame.bottom + 320 * frame.scale
EventDispatcher.dispatch_event(app, "on_mouse_press", *spot, 1, 0)
EventDispatcher.dispatch_event(app, "on_mouse_release", *spot, 1, 0)
print(clicked)
app.apply(Settings(window_width=700, window_height=600))
app.dispatch_events()
print(app.get_size())
"""


@pytest.fixture(scope="module")
def stage(_app: Any, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_stage(_app, catalogue, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def look(app: Any, driver: Driver) -> Iterator[Callable[[int, int, int], None]]:
    """Return a way to give the window a size and its texts a size in percent."""

    def to(width: int, height: int, percent: int) -> None:
        app.settings = msgspec.structs.replace(app.settings, interface_scale=percent)
        app.adapt_to(width, height)
        driver.frame(20, 1 / 20)

    yield to
    app.settings = msgspec.structs.replace(app.settings, interface_scale=100)
    app.adapt_to(app.width, app.height)


@pytest.fixture
def page(app: Any) -> Any:
    """Open the page of settings, which fills a page, at its beginning."""
    from roborally.ui.pages.settings_page import SettingsPage
    from roborally.ui.toolkit.app import Screen

    app.push(Screen(app))
    app.push(SettingsPage(app, app.apply, lambda: None))
    return app.screen_on_top


def in_view(space: Any, rect: Rect) -> bool:
    """Return whether a part of the content is in the window."""
    seen = space.seen.inset(-1)
    return bool(seen.x <= rect.x and rect.right <= seen.right and seen.y <= rect.y and rect.top <= seen.top)


@pytest.mark.parametrize("name", PAGES)
def test_main_buttons_are_in_view_at_every_size(stage: Any, name: str) -> None:
    """CLI-2201: and none lies upon another."""
    from screens.scenes import all_scenes

    studio, library = stage
    scene = next(scene for scene in all_scenes() if scene.name == name)
    studio.pretend_size(1280, 720, 100)
    scene.show(studio, library)
    overflow = studio.app.screen_on_top.overflow
    for size in SIZES:
        studio.pretend_size(*size)
        studio.draw()
        group = overflow._controls()  # noqa: SLF001 - a panel's are its own
        main = [widget.rect for widget in group.widgets if widget.main]
        assert main, name
        assert all(in_view(overflow.space, rect) for rect in main), size
        for number, one in enumerate(main):
            for other in main[:number]:
                assert one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y, size


def test_a_page_stays_where_it_is_under_the_mouse(app: Any, driver: Driver, page: Any, look: Any) -> None:
    """CLI-2202."""
    look(1366, 768, 130)
    before = page.space.frame
    for spot in ((3, 3), (1360, 3), (1360, 760), (3, 760), (683, 384)):
        driver.send("on_mouse_motion", *spot, 1, 1)
        driver.frame()
    assert page.space.frame == before
    assert page.space.overflows


def test_wheel_keys_bars_and_ground_scroll(app: Any, driver: Driver, page: Any, look: Any) -> None:
    """CLI-2202."""
    look(1366, 768, 150)
    assert page.space.part == (0.0, 1.0)
    driver.send("on_mouse_scroll", 400, 400, 0, -1)
    driver.frame()
    assert 0 < page.space.part[1] < 1
    driver.key(arcade.key.PAGEDOWN)
    assert page.space.part[1] == 0
    driver.key(arcade.key.PAGEUP)
    driver.key(arcade.key.RIGHT, arcade.key.MOD_SHIFT)
    assert page.space.part[0] > 0
    part = page.space.part

    def drag(start: tuple[int, int], end: tuple[int, int]) -> None:
        driver.send("on_mouse_press", *start, 1, 0)
        driver.send("on_mouse_drag", *end, 0, 0, 1, 0)
        driver.send("on_mouse_release", *end, 1, 0)
        driver.frame()

    drag((1363, 700), (1363, 500))
    assert page.space.part[1] < part[1]
    ground = next(
        (x, y)
        for x in range(100, 1200, 20)
        for y in range(200, 700, 20)
        if not any(rect.inset(-8).holds(*page.space.to_units(x, y)) for rect in page.taken())
    )
    part = page.space.part
    drag(ground, (ground[0] - 60, ground[1]))
    assert page.space.part[0] > part[0]


def test_the_focus_is_brought_into_view_and_a_button_of_the_foot_is_hit(
    app: Any, driver: Driver, page: Any, look: Any
) -> None:
    """CLI-2202, CLI-2201: what lies behind the foot is not hit."""
    look(1366, 768, 150)
    for _ in page.controls.widgets:
        driver.key(arcade.key.TAB)
        focus = page.controls.focus
        assert in_view(page.space, focus.rect), focus.tooltip
        assert focus.main or focus.rect.y >= page.space.seen.y + page.space.foot - 1, focus.tooltip
    before = app.settings
    back = button(app, "Back")
    driver.move(back.rect.centre)
    driver.send("on_mouse_press", *driver.pixel((back.rect.right + 40, back.rect.centre[1])), 1, 0)
    driver.send("on_mouse_release", *driver.pixel((back.rect.right + 40, back.rect.centre[1])), 1, 0)
    assert app.settings == before
    driver.click(back.rect.centre)
    assert page not in app.screens


def test_buttons_go_back_to_their_places(driver: Driver, page: Any, look: Any) -> None:
    """CLI-2201."""
    back = button(page.app, "Back")
    home = back.rect
    look(1366, 768, 200)
    assert back.rect != home
    look(1366, 768, 100)
    assert back.rect == home
    assert not page.space.overflows


def letters(app: Any) -> list[float]:
    """Return the sizes in pixels of all letters that are drawn."""
    return [label._text.label.font_size / 0.75 for layer in layers(app) for label in layer.labels if label.text]  # noqa: SLF001


def test_letters_have_the_chosen_size(app: Any, page: Any, look: Any) -> None:
    """CLI-2203: 150 % are one and a half times as large."""
    look(1920, 1080, 100)
    usual = sorted(letters(app))
    look(1920, 1080, 150)
    assert sorted(letters(app)) == pytest.approx([size * 1.5 for size in usual])
    look(2560, 1080, 200)
    assert sorted(letters(app)) == pytest.approx([size * 2 for size in usual])


@pytest.mark.parametrize("size", [(1024, 768), (800, 1200), (800, 600)])
def test_letters_can_be_read_in_a_small_window(app: Any, page: Any, look: Any, size: tuple[int, int]) -> None:
    """CLI-2204."""
    look(*size, 100)
    assert min(letters(app)) >= 11 - 1e-6
    assert not page.space.overflows


def test_a_screen_of_fine_pixels_is_drawn_with_all_of_them(tmp_path: Path) -> None:
    """CLI-2205: letters, symbols and cached pictures have the pixels of the screen, and clicks hit."""
    done = subprocess.run(
        [sys.executable, "-c", FINE],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"HOME": str(tmp_path)},
    )
    assert done.stdout.splitlines() == [
        "2.0 (1280, 1120) (1280, 1120) 1.0",
        "1.0 22.0 64",
        "(1280, 1120)",
        "[1]",
        "(1400, 1200)",
    ], done.stdout + done.stderr
