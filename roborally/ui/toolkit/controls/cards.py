"""A control that shows choices as cards in a grid, with one card selected by mouse or arrow keys."""

from collections.abc import Callable

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.theme import Rect

GAP = 12.0
"""The space between two cards, in units."""
BAR = 4.0
"""The width of the scroll bar beside the cards, in units."""
TWICE = 0.4
"""The longest time in seconds between the two clicks of a double click."""


class Cards(Widget):
    """A grid of `count` cards, each of `size` (width, height); `at` is the index of the selected one, -1 for none.

    If not all rows fit, they are scrolled, and a scroll bar is right of `rect`. `fill(layer, number, rect)` lays out a
    card that comes into view. `changed()` is called after scrolling and selecting, `act()` on a double click.
    """

    def __init__(
        self,
        canvas: Canvas,
        rect: Rect,
        count: int,
        size: tuple[float, float],
        fill: Callable[[Layer, int, Rect], None],
        *,
        changed: Callable[[], None],
        act: Callable[[], None],
    ) -> None:
        super().__init__(rect)
        self.layer = Layer(canvas)
        self.count = count
        self.at = 0 if count else -1
        self.columns = max(1, int((rect.width + GAP) // (size[0] + GAP)))
        self._rows = max(1, int((rect.height + GAP) // (size[1] + GAP)))
        self._size = size
        self._fill = fill
        self._changed = changed
        self._act = act
        self._first = 0
        self._since = TWICE
        self.enabled = count > 0
        self._lay_out()

    @property
    def in_view(self) -> list[tuple[int, Rect]]:
        """The index and the rectangle of each visible card."""
        width, height = self._size
        numbers = range(self._first * self.columns, min(self.count, (self._first + self._rows) * self.columns))
        return [
            (
                number,
                Rect(
                    self.rect.x + place % self.columns * (width + GAP),
                    self.rect.top - (place // self.columns + 1) * (height + GAP) + GAP,
                    width,
                    height,
                ),
            )
            for place, number in enumerate(numbers)
        ]

    @property
    def hidden(self) -> int:
        """The number of rows that are scrolled out of view."""
        return max(0, -(-self.count // self.columns) - self._rows)

    @property
    def bar(self) -> Rect:
        """The rectangle of the scroll bar's thumb, which is drawn only if rows are hidden."""
        track = Rect(self.rect.right + GAP - BAR, self.rect.y, BAR, self.rect.height)
        length = max(theme.LEAST_BAR, track.height * self._rows / (self._rows + self.hidden))
        top = track.top - (track.height - length) * self._first / max(1, self.hidden)
        return track._replace(y=top - length, height=length)

    def _lay_out(self) -> None:
        self.layer.clear()
        for number, rect in self.in_view:
            self.layer.frame("panel-inset", rect)
            self._fill(self.layer, number, rect)
            if number == self.at:
                self.layer.frame("focus", rect.inset(-2))
        if self.hidden:
            self.layer.fill(self.bar, theme.colour("line"))
        self._changed()

    @property
    def focus_place(self) -> Rect:
        """The rectangle of the selected card, or of the whole grid if the card is scrolled out of view."""
        return next((rect for number, rect in self.in_view if number == self.at), self.rect)

    def choose(self, number: int) -> None:
        """Select the card with the nearest valid index to `number`, and scroll it into view."""
        self.at = max(0, min(number, self.count - 1))
        row = self.at // self.columns
        self._first = max(row - self._rows + 1, min(self._first, row))
        self._lay_out()

    def update(self, seconds: float) -> None:
        """Advance the time since the last click, which decides what is a double click."""
        self._since += seconds

    def activate(self, x: float, y: float) -> None:
        """Handle a click: select the card under it; a second click in time calls `act`."""
        number = next((number for number, rect in self.in_view if rect.holds(x, y)), None)
        if number is None:
            return
        again, self._since = number == self.at and self._since < TWICE, 0.0
        if again:
            self._act()
        elif number != self.at:
            self.choose(number)

    def can_scroll(self, amount: float) -> bool:
        """Return whether rows are hidden above (positive `amount`) or below."""
        return self._first > 0 if amount > 0 else self._first < self.hidden

    def scroll(self, amount: float) -> None:
        """Scroll by one row for each of `amount` notches of the wheel, up if it is positive."""
        first = max(0, min(self.hidden, self._first - round(amount)))
        if first != self._first:
            self._first = first
            self._lay_out()

    def key(self, symbol: int, modifiers: int) -> bool:
        """Select with the arrow keys, Home and End; return whether the key was used."""
        keys = arcade.key
        steps = {keys.LEFT: -1, keys.RIGHT: 1, keys.UP: -self.columns, keys.DOWN: self.columns}
        goal = self.at + steps[symbol] if symbol in steps else {keys.HOME: 0, keys.END: self.count - 1}.get(symbol)
        if goal is None:
            return False
        if 0 <= goal < self.count or symbol == keys.DOWN:
            self.choose(goal)
        return True

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the whole of each cut-off text on the card under a point, one a line, or an empty text."""
        rect = next((rect for _number, rect in self.in_view if rect.holds(x, y)), None)
        labels = self.layer.labels if rect is not None else []
        return "\n".join(label.text for label in labels if label.is_shortened and rect and rect.holds(label.x, label.y))
