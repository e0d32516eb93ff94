"""Sheets: pages laid out in one of three shapes that fits the window, to use as much of it as possible."""

from typing import NamedTuple

from roborally.ui.toolkit.space import LEGIBLE, NARROWEST, TIGHT, Extent, Space
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect


class Shape(NamedTuple):
    """The smallest width and height in units that pages are laid out for, and the largest part of a window they use."""

    width: float
    height: float
    widest: float
    highest: float


WIDE = Shape(WIDTH, HEIGHT, 1440, 820)
SQUARE = Shape(1116, 837, 1300, 1000)
"""For windows about 4:3; the smallest text is `LEGIBLE` at 1024 x 768 pixels."""
TALL = Shape(720, 1080, 1100, 1350)
"""For windows higher than wide, and for those too small for the others: then a page scrolls only vertically."""
SQUARISH = 1.45
"""The ratio of width to height from which windows have wide pages."""
SNUG = TALL.width - 22
"""The smallest width of a window in units that a tall page needs between its margins."""
LITTLE = 0.89
"""The smallest scale of letters, relative to the usual one, on a page limited to the width of the window."""


def _proportions(width: float, height: float) -> Shape:
    """Return the shape for a window of given proportions, whatever its size."""
    return TALL if width < height else SQUARE if width < SQUARISH * height else WIDE


def shape_for(width: float, height: float, factor: float) -> Shape:
    """Return the shape for a window in logical pixels, with the player's factor for texts."""
    shape = _proportions(width, height)
    fitting = min(width / shape.width, height / shape.height)
    if fitting < TIGHT or width / (fitting * factor) < shape.width - 1:
        return TALL
    return shape


class Sheet(Space):
    """The space of a page; its middle is the middle of the window.

    `shape` and `area` stay as they are until `settle`, so that a page does not change while a window is being resized.
    """

    def __init__(self, window: Extent) -> None:
        """Choose the shape that fits the current window."""
        self._shown_in = window
        self.shape = self._fitting()
        super().__init__(window, self._scale)
        self.area = self._spread()
        """The area for a page, in units."""
        self.place(None, self.area)
        self._settled = self._layout

    @property
    def _layout(self) -> tuple[Shape, Rect, float]:
        return self.shape, self.area, self.frame.scale  # line breaks depend on the scale

    def settle(self) -> bool:
        """Choose shape and area again for the size of the window; return whether pages look different now."""
        before = self._settled
        self.shape = self._fitting()
        self.fit()
        self.area = self._spread()
        self.place(None, self.area)
        self._settled = self._layout
        return before != self._settled

    def _fitting(self) -> Shape:
        (width, height), density = self._shown_in.extent, self._shown_in.density
        return shape_for(width / density, height / density, self._shown_in.magnification)

    def _scale(self, width: float, height: float, factor: float) -> float:
        """Return the pixels per unit: the largest that fits, but legible, multiplied by the factor.

        The factor may change the shape, but letters grow by it in any case. They are slightly smaller if the page would
        otherwise be slightly wider than the window.
        """
        shape = _proportions(width, height)
        fitting = min(width / shape.width, height / shape.height)
        if fitting < TIGHT:
            fitting = max(TIGHT, min(LEGIBLE, width / TALL.width))
        wanted = fitting * factor
        fits = (width / widest for widest in (SNUG, NARROWEST))
        return next((snug for snug in fits if LITTLE * wanted < snug < wanted), wanted)

    def _spread(self) -> Rect:
        """Return as much of the window as the shape allows."""
        whole, shape = self.whole, self.shape
        width = max(shape.width, min(shape.widest, whole.width // 1))
        height = max(shape.height, min(shape.highest, whole.height // 1))
        return Rect((WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
