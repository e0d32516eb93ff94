"""Paragraphs and headings in a scroll area."""

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer, text_size
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.theme import Rect

SLACK = 0.92
"""The share of a line that a word may use: rounding makes letters wider in some window sizes."""
SIZE = 14.0
GAP = 6.0
HEADING = 16.0


class Column:
    """Writes from the top downwards; `area` is the control that shows it."""

    def __init__(self, layer: Layer, rect: Rect) -> None:
        """Start empty; the scroll bar is drawn on `layer`."""
        self.area = ScrollArea(layer.canvas, layer, rect)
        self._y = rect.top
        self._begins: list[float] = []
        """The positions of headings and paragraphs, below the upper edge: each is visible completely or not at all."""

    def clear(self) -> None:
        """Remove everything and start at the top again."""
        self.area.empty()
        self._y = self.area.rect.top
        self._begins.clear()
        self.area.fill(0)
        self.area.scroll_to(0)

    def heading(self, text: str) -> None:
        """Write a heading, with space above it unless it is the first."""
        area = self.area.rect
        self._y -= 10 if self._y < area.top else 0
        self._begin()
        label = self.area.layer.heading(
            text, area.x + 4, self._y, HEADING, tint=theme.colour("accent"), anchor_y="top", width=self.area.width - 8
        )
        self._down(label.shown_size[1] + 4)

    def write(self, text: str, tint: str = "text", *, indent: float = 0) -> None:
        """Write a paragraph; `tint` is a colour of the palette."""
        width = self.area.width - 8 - indent
        text = breakable(text, SLACK * width, self._measure)
        self._begin()
        label = self.area.layer.label(
            text,
            self.area.rect.x + 4 + indent,
            self._y,
            size=SIZE,
            tint=theme.colour(tint),
            anchor_y="top",
            width=width,
            wrap=True,
        )
        self._down(label.shown_size[1] + GAP)

    def _measure(self, word: str) -> float:
        """Return the width of a word; for a short one, which always fits, an upper bound."""
        widest = len(word) * SIZE * 1.2
        return widest if widest < self.area.width / 2 else text_size(self.area.layer.canvas, word, SIZE)[0]

    def _begin(self) -> None:
        self._begins.append(self.area.rect.top - self._y)

    def _down(self, height: float) -> None:
        self._y -= height
        self.area.fill(self.area.rect.top - self._y, self._begins)
