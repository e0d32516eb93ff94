"""The time that is left for a question: its text, its colour, and the clock of an interface."""

import arcade
from arcade.types import Color

from roborally.ui import pictures, theme
from roborally.ui.layer import Layer
from roborally.ui.theme import Rect

WARNING = 10
"""Seconds from which on the time is red."""


def clock_text(seconds: float | None) -> str:
    """Return a time in minutes and seconds, empty where no clock runs; a second counts until it is over."""
    if seconds is None:
        return ""
    minutes, rest = divmod(max(0, int(seconds + 0.99)), 60)
    return f"{minutes}:{rest:02}"


def clock_tint(seconds: float | None) -> Color:
    """Return the colour of a time."""
    return theme.colour("bad" if seconds is not None and seconds <= WARNING else "accent")


class Clock:
    """The time that is left for a question: a number and a bar (CLI-202)."""

    def __init__(self, layer: Layer, rect: Rect, total: int) -> None:
        """Show `total` seconds at most; without a clock nothing is shown."""
        self._total = total
        self._rect = rect
        self._shown = ""
        self._icon = layer.sprite(pictures.icon("timer", 24), rect.right - 52, rect.top - 11, 15)
        self._label = layer.heading("", rect.right, rect.top - 10, 17, anchor_x="right")
        self._back = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("line"))
        self._bar: arcade.Sprite = layer.fill(Rect(rect.x, rect.y, rect.width, 4), theme.colour("accent"))

    def show(self, seconds: float | None) -> None:
        """Show how much is left, or nothing."""
        visible = seconds is not None and self._total > 0
        for part in (self._icon, self._label, self._back, self._bar):
            part.visible = visible
        if seconds is None or not visible:
            return
        text = clock_text(seconds)
        if text != self._shown:
            self._shown = text
            self._label.text = text
            self._label.tint = self._bar.color = clock_tint(seconds)
        share = max(0.001, min(1.0, seconds / self._total))
        self._bar.scale_x = self._rect.width * share / self._bar.texture.width
        self._bar.left = self._rect.x
