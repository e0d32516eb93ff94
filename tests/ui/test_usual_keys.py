"""Keys that X11 names differently with Shift or without NumLock, as the window receives them."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import arcade
import pytest

from roborally.ui.toolkit.layout.branches import column
from roborally.ui.toolkit.layout.leaves import choice, field
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

from .conftest import Driver

pytestmark = [pytest.mark.window, pytest.mark.skipif(sys.platform != "linux", reason="X11 is the system of Linux")]
SHIFT, NUM_LOCK = 1, 16
"""The states of X11."""


class TwoControls(TreePage):
    """A choice above a text."""

    def tree(self) -> Node:
        options = [(number, str(number)) for number in range(5)]
        self.choice, self.field = choice(options, 2, lambda value: None), field("roam", lambda text: None)
        return column(self.choice, self.field)


@pytest.fixture
def page(app: Any, driver: Driver) -> TwoControls:
    page = TwoControls(app)
    page.rebuild()
    app.push(page)
    driver.frame()
    return page


@pytest.fixture
def press(app: Any, page: TwoControls) -> Iterator[Callable[..., None]]:
    """Return a function that lets X11 report a key, by its name without Shift and NumLock, pressed in a given state.

    It is released in the state `until`, the same by default.
    """
    from pyglet.libs.x11 import xlib

    display = xlib.XOpenDisplay(None)

    def report(name: str, state: int = 0, until: int | None = None) -> None:
        for kind, held in ((xlib.KeyPress, state), (xlib.KeyRelease, state if until is None else until)):
            event = xlib.XEvent()
            event.type = event.xkey.type = kind
            event.xkey.display, event.xkey.state = display, held
            event.xkey.keycode = xlib.XKeysymToKeycode(display, getattr(arcade.key, name))
            app.dispatch_platform_event(event)
            app.dispatch_pending_events()

    yield report
    app.pressed_keys.clear()
    xlib.XCloseDisplay(display)


def test_shift_and_tab_move_back(page: TwoControls, press: Any) -> None:
    choice, field = page.controls.widgets
    press("TAB")
    press("TAB")
    assert page.controls.focus is field
    press("TAB", SHIFT)
    assert page.controls.focus is choice


def test_they_do_so_each_time_though_shift_is_released_first(page: TwoControls, press: Any) -> None:
    """X11 then names the released key differently from the pressed one, and pyglet believes that it is held."""
    choice, field = page.controls.widgets
    for focus in (field, choice, field, choice):
        press("TAB", SHIFT, until=0)
        assert page.controls.focus is focus


@pytest.mark.parametrize("state", [0, SHIFT | NUM_LOCK])
def test_the_number_pad_without_num_lock_has_arrows(page: TwoControls, press: Any, state: int) -> None:
    choice, field = page.controls.widgets
    page.controls.set_focus(choice)
    press("NUM_RIGHT", state)
    assert page.choice.made.value == 3
    press("NUM_DOWN", state)
    assert page.controls.focus is field


def test_the_number_pad_edits_a_text(page: TwoControls, press: Any) -> None:
    field = page.field.made
    page.controls.set_focus(field)
    press("NUM_HOME")
    press("NUM_DELETE")
    assert field.value == "oam"
    press("NUM_LEFT", NUM_LOCK)
    assert field.value == "4oam", "with NumLock it is a digit"
