"""Shows the remaining time for a question, on the panels of a match and on pages over it."""

import arcade
from arcade.types import Color

from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

WARNING = 10
"""The number of remaining seconds from which the time is shown in red."""


def clock_text(seconds: float | None) -> str:
    """Return a remaining time as minutes and seconds, such as `1:05`, rounded up; empty for `None` (no clock)."""
    if seconds is None:
        return ""
    minutes, rest = divmod(_rounded_up(seconds), 60)
    return f"{minutes}:{rest:02}"


def _rounded_up(seconds: float) -> int:
    return max(0, int(seconds + 0.99))


def clock_tint(seconds: float | None) -> Color:
    """Return the colour in which a remaining time is shown: red for the last `WARNING` seconds."""
    return theme.colour("bad" if seconds is not None and seconds <= WARNING else "accent")


class TimeLeft:
    """A text with the remaining time and a clock symbol before it; hidden if no clock runs (CLI-706)."""

    def __init__(self, layer: Layer, right: float, y: float, size: float = 17) -> None:
        """End the text at `right`, centred at the height `y`, in font size `size`."""
        self._icon = layer.sprite(pictures.icon("timer", 32), right - 3.06 * size, y - 1, 0.88 * size)
        self._label = layer.heading("", right, y, size, anchor_x="right")
        self._shown: str | None = None
        self.show(None)

    def show(self, seconds: float | None) -> None:
        """Show the remaining seconds; hide the text for `None` (no clock)."""
        text = clock_text(seconds)
        if text != self._shown:
            self._shown = self._label.text = text
            self._icon.visible = bool(text)
            self._icon.color = self._label.tint = clock_tint(seconds)


class Clock:
    """The remaining time for a question: a number and a bar (CLI-202)."""

    def __init__(self, layer: Layer, rect: Rect, total: int) -> None:
        """Draw into `rect`; the bar is full at `total` seconds. A clock with a total of 0 is never shown."""
        self._total = total
        self._rect = rect
        self._time = TimeLeft(layer, rect.right, rect.top - 10)
        self._back = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("line"))
        self._bar: arcade.Sprite = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("accent"))

    def show(self, seconds: float | None) -> None:
        """Show the remaining seconds; hide number and bar for `None` (no clock)."""
        visible = seconds is not None and self._total > 0
        self._back.visible = self._bar.visible = visible
        self._time.show(seconds if visible else None)
        if seconds is None or not visible:
            return
        self._bar.color = clock_tint(seconds)
        share = max(0.001, min(1.0, _rounded_up(seconds) / self._total))  # in steps, so that most frames are equal
        self._bar.scale_x = self._rect.width * share / self._bar.texture.width
        self._bar.left = self._rect.x
