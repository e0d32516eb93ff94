"""The usual names of keys that X11 names differently while Shift is held, or without NumLock."""

from typing import Any

from arcade import key

UNNAMED = 1 << 32
"""The symbol of a key that pyglet has no name for is its scan code times this."""
PAD = ("HOME", "LEFT", "UP", "RIGHT", "DOWN", "PAGE_UP", "PAGE_DOWN", "END", "INSERT", "DELETE", "SPACE", "TAB")
TWINS = {getattr(key, f"NUM_{name}"): getattr(key, name.replace("_", "")) for name in PAD}
"""The usual symbols of the number pad's keys without NumLock, as other systems send them."""


def usual_key(symbol: int, display: Any) -> int:
    """Return the symbol of a key as on other systems; `display` is that of X11, elsewhere `None`.

    Tab is `ISO_Left_Tab` with Shift, for which pyglet has no name.
    """
    if symbol >= UNNAMED and display is not None:
        from pyglet.libs.x11 import xlib  # it fails on other systems

        symbol = xlib.XKeycodeToKeysym(display, symbol // UNNAMED, 0)
    return int(TWINS.get(symbol, symbol))
