"""Players without a mouse, with only a keyboard or only a gamepad, and how they play a match."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

import arcade
from pyglet.event import EventDispatcher
from pyglet.math import Vec2

from roborally.ui.match.windows.result_screen import ResultScreen

from .conftest import Driver

KEYS = arcade.key


class Hand(Protocol):
    """The actions of a player with a device."""

    def do(self, what: str) -> None:
        """Do one of `confirm`, `back`, `left`, `right`, `up`, `down` and `next`."""


class Keyboard:
    """Sends only keys."""

    CODES: ClassVar = {
        "confirm": KEYS.ENTER,
        "back": KEYS.BACKSPACE,
        "left": KEYS.LEFT,
        "right": KEYS.RIGHT,
        "up": KEYS.UP,
        "down": KEYS.DOWN,
        "next": KEYS.TAB,
    }

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def do(self, what: str) -> None:
        self._driver.key(self.CODES[what])


class VirtualController(EventDispatcher):
    """A gamepad that sends the same events as pyglet's `Controller`."""

    def __init__(self) -> None:
        self.is_open = False

    def open(self) -> None:
        self.is_open = True


for _name in ("on_button_press", "on_button_release", "on_dpad_motion", "on_stick_motion", "on_trigger_motion"):
    VirtualController.register_event_type(_name)


class VirtualManager(EventDispatcher):
    """Reports gamepads like pyglet's `ControllerManager`."""

    def __init__(self, *there: VirtualController) -> None:
        self._there = there

    def get_controllers(self) -> list[VirtualController]:
        return list(self._there)


VirtualManager.register_event_type("on_connect")
VirtualManager.register_event_type("on_disconnect")


class Pad:
    """Uses only a virtual gamepad: its buttons, and the d-pad, which is released after each step."""

    BUTTONS: ClassVar = {"confirm": "a", "back": "b", "next": "rightshoulder"}
    WAYS: ClassVar = {"left": Vec2(-1, 0), "right": Vec2(1, 0), "up": Vec2(0, 1), "down": Vec2(0, -1)}

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.controller = VirtualController()
        self.manager = VirtualManager(self.controller)
        driver.app.gamepads.watch(lambda: self.manager)

    def press(self, button: str) -> None:
        self.controller.dispatch_event("on_button_press", self.controller, button)
        self.controller.dispatch_event("on_button_release", self.controller, button)
        self._driver.frame()

    def do(self, what: str) -> None:
        if what in self.BUTTONS:
            self.press(self.BUTTONS[what])
            return
        self.controller.dispatch_event("on_dpad_motion", self.controller, self.WAYS[what])
        self.controller.dispatch_event("on_dpad_motion", self.controller, Vec2(0, 0))
        self._driver.frame()

    def unplug(self) -> None:
        self.manager.dispatch_event("on_disconnect", self.controller)


def focus_of(app: Any) -> Any:
    """Return the focused control, on the screen on top or in its panel."""
    screen = app.screen_on_top
    panels = getattr(screen, "panels", None)
    return (panels.shown if panels is not None else screen).controls.focus


def walk_to(app: Any, hand: Hand, there: Callable[[Any], bool], step: str = "next") -> None:
    """Move the focus until `there` is true of the focused control."""
    for _ in range(60):
        focus = focus_of(app)
        if focus is not None and there(focus):
            return
        hand.do(step)
    raise AssertionError("the focus does not come there")


def walk_to_text(app: Any, hand: Hand, text: str, step: str = "next") -> None:
    """Move the focus to the button with a given text."""
    walk_to(app, hand, lambda widget: getattr(widget, "text", "") == text, step)


def program_cards(app: Any, hand: Hand, panel: Any) -> None:
    """Put the first available commands into the registers, and confirm."""
    while not panel.hand.full:
        walk_to(app, hand, lambda widget: hasattr(widget, "command") and widget.enabled)
        hand.do("confirm")
    assert focus_of(app) is panel.confirm
    hand.do("confirm")


def program_dice(app: Any, hand: Hand, panel: Any) -> None:
    """Put a die on each cross, and confirm."""
    for cross in range(3):
        walk_to(app, hand, lambda widget, cross=cross: getattr(widget, "spot", (-1,))[0] == cross, "down")  # type: ignore[misc]
        hand.do("confirm")
    assert panel.complete()
    hand.do("confirm")


def play_on(app: Any, driver: Driver, hand: Hand, screen: Any) -> None:
    """Answer every question of a match until its result is shown."""
    asked = screen.question_controller
    for _ in range(3000):
        if isinstance(app.screen_on_top, ResultScreen):
            return
        question = asked.asked
        if question is None or app.screen_on_top not in (screen, asked.dialog):
            driver.send("on_update", 1 / 20)
        elif asked.marked:
            hand.do("right")
            assert screen.board_pane.targets.chosen in asked.marked
            hand.do("confirm")
        elif asked.dialog is not None:
            driver.frame()
            assert focus_of(app) is not None
            hand.do("confirm")
        else:
            driver.frame()
            panel = screen.panels.shown
            assert focus_of(app) is not None, "who uses no mouse sees where they are"
            (program_cards if hasattr(panel, "hand") else program_dice)(app, hand, panel)
    raise AssertionError("the match does not end")
