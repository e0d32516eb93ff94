"""Windows of their own processes: with all pixels of a dense screen, and no larger than the screen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.window

PROGRAM = """
import pyglet

pyglet.options.audio = ("silent",)
from pyglet.display.xlib import XlibScreen

XlibScreen.get_dpi = lambda screen: 192
from pyglet.event import EventDispatcher
from roborally.profile import Settings
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.controls.widgets import Button

app = App(Settings(window_width=640, window_height=560), vsync=False, visible=False)
screen = Screen(app)
clicked = []
widget = screen.controls.add(Button(screen.layer, Rect(600, 300, 80, 40), "A", lambda: clicked.append(1), icon="play"))
app.push(screen)
small = screen.layer.label("9", 0, 0, size=12)
print(app.density, app.get_size(), app.get_framebuffer_size(), app.get_pixel_ratio())
print(round(small._text.font_size / 0.75, 3), widget.icon.texture.width)
pictures = CachedPictures((0, 0, 0, 255))
pictures.draw(0, "key", (0, 0, *app.get_size()), lambda: None)
print(pictures._pictures[0][1].size)
app.switch_to()
EventDispatcher.dispatch_event(app, "on_draw")
frame = screen.space.frame
spot = frame.left + 640 * frame.scale, frame.bottom + 320 * frame.scale
EventDispatcher.dispatch_event(app, "on_mouse_press", *spot, 1, 0)
EventDispatcher.dispatch_event(app, "on_mouse_release", *spot, 1, 0)
print(clicked)
app.apply(Settings(window_width=700, window_height=600))
app.dispatch_events()
print(app.get_size())
app.note_size()
print(app.settings.window_width, app.settings.window_height)
"""


LARGE = """
import pyglet

pyglet.options.audio = ("silent",)
from roborally.profile import Settings
from roborally.ui.toolkit.app import App

app = App(Settings(window_width=9000, window_height=9000), vsync=False, visible=False, within_screen=True)
screen = pyglet.display.get_display().get_default_screen()
print(app.get_size() == (screen.width, screen.height), app.get_size())
"""


def printed(program: str, home: Path) -> list[str]:
    """Return the lines that a program prints in a process of its own, and its errors."""
    command, environment = [sys.executable, "-c", program], os.environ | {"HOME": str(home)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return [*done.stdout.splitlines(), *done.stderr.splitlines()]


@pytest.mark.skipif(sys.platform != "linux", reason="the density is that of an X server")
def test_a_screen_of_fine_pixels_is_drawn_with_all_of_them(tmp_path: Path) -> None:
    """CLI-2206: letters, symbols and cached pictures have the pixels of the screen, and clicks hit."""
    assert printed(PROGRAM, tmp_path)[:6] == [
        "2.0 (1280, 1120) (1280, 1120) 1.0",
        "21.333 64",
        "(1280, 1120)",
        "[1]",
        "(1400, 1200)",
        "700 600",
    ]


def test_the_first_window_is_no_larger_than_the_screen(tmp_path: Path) -> None:
    assert printed(LARGE, tmp_path)[0].startswith("True")
