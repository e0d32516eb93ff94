"""A list of rows that scrolls: by the wheel, by arrow and page keys, and by the bar at the right."""

from collections.abc import Callable

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Widget

MARGIN = 8
BAR = 8
"""The width of the bar."""
WHEEL = 3
"""The maximum number of rows per wheel notch."""


class ScrolledRows(Widget):
    """A frame with room for `visible` rows of a `height`; `show(first)` is called with the row at the top."""

    vertical = True

    scrolls = True

    def __init__(self, layer: Layer, rect: Rect, height: float, count: int, show: Callable[[int], None]) -> None:
        """Frame the rows, of which the first are in view."""
        super().__init__(rect)
        layer.frame("panel-inset", rect)
        self.height = height
        self.count = count
        self.visible = min(count, int((rect.height - 2 * MARGIN) // height))
        self.first = 0
        self._show = show
        self.track = Rect(rect.right - MARGIN - BAR, rect.y + MARGIN, BAR, rect.height - 2 * MARGIN)
        self._bar = layer.fill(self.track, theme.colour("line"))
        self.enabled = self.hidden > 0
        self.refresh()

    @property
    def hidden(self) -> int:
        """The number of rows out of view."""
        return self.count - self.visible

    def row(self, number: int) -> Rect:
        """Return the rectangle of a row, counted from the top of the visible part."""
        rect = self.rect
        width = rect.width - 3 * MARGIN - BAR
        return Rect(rect.x + MARGIN, rect.top - MARGIN - (number + 1) * self.height, width, self.height)

    def refresh(self) -> None:
        """Move the bar to the visible part."""
        self._bar.visible = self.hidden > 0
        if self.hidden > 0:
            track = self.track
            length = max(theme.LEAST_BAR, track.height * self.visible / self.count)
            self._bar.scale_y = length / self._bar.texture.height
            self._bar.center_y = track.top - length / 2 - (track.height - length) * self.first / self.hidden
            self._bar.color = theme.colour("accent" if self.hovered or self.pressed else "line")

    def to(self, first: int) -> bool:
        """Scroll a row to the top if enough rows follow; return whether anything moves."""
        before, self.first = self.first, max(0, min(self.hidden, first))
        self._show(self.first)
        self.refresh()
        return self.first != before

    def press(self, x: float, y: float) -> None:
        """Scroll to where the bar is pressed."""
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        """Let the bar follow the mouse."""
        if x >= self.track.x - MARGIN and self.hidden > 0:
            self.to(round((self.track.top - y) / self.track.height * self.count - self.visible / 2))

    def scroll(self, amount: float) -> None:
        """Scroll the rows."""
        rows = min(WHEEL, self.visible)
        self.to(self.first - round(amount * rows))

    def step(self, direction: int) -> bool:
        """Scroll by a row; return whether anything moves."""
        return self.to(self.first + direction)

    def key(self, symbol: int, modifiers: int = 0) -> bool:
        """Handle an arrow or page key, wherever the focus is; return whether it was used."""
        keys = arcade.key
        page = max(1, self.visible - 1)
        steps = {keys.UP: -1, keys.DOWN: 1, keys.PAGEUP: -page, keys.PAGEDOWN: page}
        if symbol in steps:
            self.to(self.first + steps[symbol])
        elif symbol in (keys.HOME, keys.END):
            self.to(0 if symbol == keys.HOME else self.count)
        return symbol in steps or symbol in (keys.HOME, keys.END)
