"""Gamepads: their buttons, d-pad and sticks stand for keys, so they can do everything that keys can (CLI-2006)."""

import logging
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import pyglet

from roborally.ui.toolkit.shortcuts import SHIFT, code_of

LOG = logging.getLogger("roborally.gamepad")
LINUX = ("/dev/input", "/proc/bus/input/devices")
"""The files that pyglet needs on Linux to notice gamepads being connected and disconnected."""
DEAD = 0.5
"""The deflection of a stick, 0 to 1, from which it counts; it stops counting below `LET_GO`."""
LET_GO = 0.35
FIRST_REPEAT, REPEAT = 0.4, 0.12
"""Seconds after which a held direction is repeated: the first time, and each further time."""
PAD_KEYS: dict[str, str] = {
    "a": "ENTER",
    "b": "ESCAPE",
    "x": "SPACE",
    "y": "DELETE",
    "start": "ESCAPE",
    "back": "F2",
    "guide": "F2",
    "leftshoulder": f"{SHIFT}TAB",
    "rightshoulder": "TAB",
    "lefttrigger": "MINUS",
    "righttrigger": "PLUS",
    "leftstick": "F1",
    "righttilt": SHIFT,
}
"""The key of each button, and what is held with the arrows of the right stick, unless the screen on top differs."""
BUTTON_NAMES = {
    "a": "A",
    "b": "B",
    "x": "X",
    "y": "Y",
    "start": "Start",
    "back": "Select",
    "guide": "Guide",
    "leftshoulder": "L1",
    "rightshoulder": "R1",
    "lefttrigger": "L2",
    "righttrigger": "R2",
    "leftstick": "L3",
    "rightstick": "R3",
}
"""The names of buttons: as on the gamepad, in every language."""


class Keys(Protocol):
    """The part of the window that a gamepad needs."""

    def press_key(self, symbol: int, modifiers: int = 0, *, pad: bool = False) -> None:
        """Handle a key."""


class Held:
    """The held direction of a d-pad or a stick, with the time of its repetition."""

    def __init__(self, press: Callable[[str], None]) -> None:
        """Start with no direction held; `press` is called with names of keys."""
        self._press = press
        self.way = ""
        self._left = 0.0

    def turn(self, x: float, y: float) -> None:
        """Set the position of the stick; up and right are positive."""
        strength = max(abs(x), abs(y))
        if strength < (LET_GO if self.way else DEAD):
            self.way = ""
            return
        sideways = abs(x) > abs(y)
        way = ("RIGHT" if x > 0 else "LEFT") if sideways else ("UP" if y > 0 else "DOWN")
        if way != self.way and strength >= DEAD:
            self.way, self._left = way, FIRST_REPEAT
            self._press(way)

    def update(self, seconds: float) -> None:
        """Repeat the held direction when it is due."""
        if self.way:
            self._left -= seconds
            if self._left <= 0:
                self._left += max(REPEAT, seconds)
                self._press(self.way)


class Gamepads:
    """All connected gamepads; they may be connected and disconnected at any time.

    `meaning()` returns the keys of buttons on the screen on top, where they differ from `PAD_KEYS`.
    """

    def __init__(self, window: Keys, meaning: Callable[[], Mapping[str, str]], wake: Callable[[], None]) -> None:
        """Start without gamepads; `wake` is called when one is used."""
        self._window = window
        self._meaning = meaning
        self._wake = wake
        self.connected: list[Any] = []
        # The d-pad and the left stick are the arrow keys; the right stick holds a key with them.
        self._held = {
            "dpad": Held(self._key),
            "leftstick": Held(self._key),
            "rightstick": Held(lambda way: self._key(self.meaning()["righttilt"] + way)),
        }
        self._pulled: set[str] = set()

    def watch(self, make: Callable[[], Any] | None = None) -> None:
        """Start to look for gamepads; on a system without support for them there are none."""
        if make is None and sys.platform == "linux" and not all(Path(path).exists() for path in LINUX):
            return
        try:
            manager = make() if make is not None else pyglet.input.ControllerManager()
            found = manager.get_controllers()
        except Exception as error:  # whatever the error is, players can use keys
            LOG.debug("no gamepads: %s", error)
            return
        self._manager = manager  # kept, because pyglet holds handlers weakly
        manager.push_handlers(on_connect=self.connect, on_disconnect=self.disconnect)
        for controller in found:
            self.connect(controller)

    # --- coming and going -----------------------------------------------------------------------------------------

    def connect(self, controller: Any) -> None:
        """Handle the events of a gamepad."""
        if controller in self.connected:
            return
        try:
            controller.open()
        except OSError as error:  # in use by another program, or gone again
            LOG.debug("a gamepad cannot be used: %s", error)
            return
        controller.push_handlers(
            on_button_press=self._pressed,
            on_dpad_motion=self._dpad,
            on_stick_motion=self._stick,
            on_trigger_motion=self._trigger,
        )
        self.connected.append(controller)

    def disconnect(self, controller: Any) -> None:
        """Forget a gamepad and its held directions."""
        if controller in self.connected:
            self.connected.remove(controller)
            controller.remove_handlers(
                on_button_press=self._pressed,
                on_dpad_motion=self._dpad,
                on_stick_motion=self._stick,
                on_trigger_motion=self._trigger,
            )
        for held in self._held.values():
            held.way = ""
        self._pulled.clear()

    def update(self, seconds: float) -> None:
        """Repeat the held directions."""
        for held in self._held.values():
            if held.way:
                self._wake()
                held.update(seconds)

    # --- what is done with them -----------------------------------------------------------------------------------

    def meaning(self) -> dict[str, str]:
        """Return the current key of each button."""
        return {**PAD_KEYS, **self._meaning()}

    def _key(self, name: str) -> None:
        self._wake()
        self._window.press_key(*code_of(name), pad=True)

    def _pressed(self, controller: Any, button: str) -> None:
        key = self.meaning().get(button)
        if key is not None:
            self._key(key)

    def _dpad(self, controller: Any, vector: Any) -> None:
        self._held["dpad"].turn(vector.x, vector.y)

    def _stick(self, controller: Any, stick: str, vector: Any) -> None:
        self._held[stick].turn(vector.x, vector.y)

    def _trigger(self, controller: Any, trigger: str, value: float) -> None:
        if value >= DEAD and trigger not in self._pulled:
            self._pulled.add(trigger)
            self._pressed(controller, trigger)
        elif value < LET_GO:
            self._pulled.discard(trigger)
