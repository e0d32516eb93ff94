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
"""The files that pyglet needs on Linux to find gamepads."""
DEAD = 0.5
"""The deflection of a stick or trigger, 0 to 1, that counts as pressed, until the deflection is below `LET_GO`."""
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
"""The key for each button, unless the screen on top has another; `righttilt` is held with the right stick's arrows."""
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
"""The names printed on the buttons of gamepads, the same in every language."""


class Keys(Protocol):
    """The method of the window that `Gamepads` calls."""

    def press_key(self, symbol: int, modifiers: int = 0, *, pad: bool = False) -> None:
        """Handle a key with its code and modifiers; `pad` says that a gamepad has sent it."""


class Held:
    """A d-pad or stick, which presses an arrow key repeatedly while held; `way` is the key's name, or empty."""

    def __init__(self, press: Callable[[str], None]) -> None:
        """Start with no direction held; `press` is called with the name of an arrow key, such as `LEFT`."""
        self._press = press
        self.way = ""
        self._left = 0.0

    def turn(self, x: float, y: float) -> None:
        """Handle the stick at a position from -1 to 1 each way; up and right are positive."""
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
        """Press the held arrow key again when its time has come; `seconds` have passed since the last call."""
        if self.way:
            self._left -= seconds
            if self._left <= 0:
                self._left += max(REPEAT, seconds)
                self._press(self.way)


class Gamepads:
    """All gamepads that are connected at present; they press keys in the window.

    The function `meaning` returns the keys of buttons on the screen on top where they differ from `PAD_KEYS`.
    """

    def __init__(self, window: Keys, meaning: Callable[[], Mapping[str, str]], wake: Callable[[], None]) -> None:
        """Start without gamepads; `wake` is called whenever one is used."""
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
        """Connect gamepads with pyglet's manager or that of `make()`; do nothing if the system has no support."""
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
        """Handle events of a gamepad from now on; ignore one that cannot be opened."""
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
        """Ignore a gamepad from now on, and release all held directions."""
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
        """Press the arrow keys of held directions again when due; `seconds` have passed since the last call."""
        for held in self._held.values():
            if held.way:
                self._wake()
                held.update(seconds)

    # --- what is done with them -----------------------------------------------------------------------------------

    def meaning(self) -> dict[str, str]:
        """Return, by button, the name of its key on the screen on top."""
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
