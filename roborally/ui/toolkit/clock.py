"""The remaining time for a question: its text, its colour, and a clock that shows it."""

import arcade
from arcade.types import Color

from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

WARNING = 10
"""The number of seconds from which the time is red."""


def clock_text(seconds: float | None) -> str:
    """Return a time in minutes and seconds, rounded up, empty if no clock runs."""
    if seconds is None:
        return ""
    minutes, rest = divmod(_rounded_up(seconds), 60)
    return f"{minutes}:{rest:02}"


def _rounded_up(seconds: float) -> int:
    return max(0, int(seconds + 0.99))


def clock_tint(seconds: float | None) -> Color:
    """Return the colour of a time."""
    return theme.colour("bad" if seconds is not None and seconds <= WARNING else "accent")


class TimeLeft:
    """The remaining time after a clock symbol; hidden if no clock runs (CLI-706)."""

    def __init__(self, layer: Layer, right: float, y: float, size: float = 17) -> None:
        """Right-align the number at `right`, in font size `size`."""
        self._icon = layer.sprite(pictures.icon("timer", 32), right - 3.06 * size, y - 1, 0.88 * size)
        self._label = layer.heading("", right, y, size, anchor_x="right")
        self._shown: str | None = None
        self.show(None)

    def show(self, seconds: float | None) -> None:
        """Show the remaining time."""
        text = clock_text(seconds)
        if text != self._shown:
            self._shown = self._label.text = text
            self._icon.visible = bool(text)
            self._icon.color = self._label.tint = clock_tint(seconds)


class Clock:
    """The remaining time for a question: a number and a bar (CLI-202)."""

    def __init__(self, layer: Layer, rect: Rect, total: int) -> None:
        """Show at most `total` seconds; without a clock show nothing."""
        self._total = total
        self._rect = rect
        self._time = TimeLeft(layer, rect.right, rect.top - 10)
        self._back = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("line"))
        self._bar: arcade.Sprite = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("accent"))

    def show(self, seconds: float | None) -> None:
        """Show the remaining time, or nothing."""
        visible = seconds is not None and self._total > 0
        self._back.visible = self._bar.visible = visible
        self._time.show(seconds if visible else None)
        if seconds is None or not visible:
            return
        self._bar.color = clock_tint(seconds)
        share = max(0.001, min(1.0, _rounded_up(seconds) / self._total))  # in steps, so that most frames are equal
        self._bar.scale_x = self._rect.width * share / self._bar.texture.width
        self._bar.left = self._rect.x
