"""The usual names of keys that X11 names differently while Shift is held, or without NumLock."""

from typing import Any

from arcade import key

UNNAMED = 1 << 32
"""The factor by which pyglet multiplies the scan code of an unknown key to get the key's code."""
PAD = ("HOME", "LEFT", "UP", "RIGHT", "DOWN", "PAGE_UP", "PAGE_DOWN", "END", "INSERT", "DELETE", "SPACE", "TAB")
TWINS = {getattr(key, f"NUM_{name}"): getattr(key, name.replace("_", "")) for name in PAD}
"""The usual code for each code of a number pad's key without NumLock."""


def usual_key(symbol: int, display: Any) -> int:
    """Return the code of a key as other systems than X11 report it; `display` is X11's display, elsewhere `None`.

    For example, X11 reports Tab with Shift as `ISO_Left_Tab`, which pyglet does not know.
    """
    if symbol >= UNNAMED and display is not None:
        from pyglet.libs.x11 import xlib  # it fails on other systems

        symbol = xlib.XKeycodeToKeysym(display, symbol // UNNAMED, 0)
    return int(TWINS.get(symbol, symbol))
