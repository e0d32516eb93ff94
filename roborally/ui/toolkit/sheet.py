"""`Sheet`, the space of a page, which has one of three shapes to use as much of the window as possible."""

from typing import NamedTuple

from roborally.ui.toolkit.space import LEGIBLE, NARROWEST, TIGHT, Extent, Space
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect


class Shape(NamedTuple):
    """A shape of pages: the smallest width and height of a page in units, and the largest ones."""

    width: float
    height: float
    widest: float
    highest: float


WIDE = Shape(WIDTH, HEIGHT, 1440, 820)
SQUARE = Shape(1116, 837, 1300, 1000)
"""The shape for windows of about 4:3; its smallest texts are easy to read from 1024 x 768 pixels on."""
TALL = Shape(720, 1080, 1100, 1350)
"""The shape for upright windows, and for those too small for the others: then a page only scrolls vertically."""
SQUARISH = 1.45
"""The ratio of width to height from which windows have pages of the shape `WIDE`."""
SNUG = TALL.width - 22
"""The smallest width of a window, in units, that shows all of a tall page except its margins."""
LITTLE = 0.89
"""The factor by which letters may shrink at most so that a page is no wider than the window."""


def _proportions(width: float, height: float) -> Shape:
    return TALL if width < height else SQUARE if width < SQUARISH * height else WIDE


def shape_for(width: float, height: float, factor: float) -> Shape:
    """Return the shape of pages for a window in logical pixels; `factor` is the player's for the size of texts."""
    shape = _proportions(width, height)
    fitting = min(width / shape.width, height / shape.height)
    if fitting < TIGHT or width / (fitting * factor) < shape.width - 1:
        return TALL
    return shape


class Sheet(Space):
    """The space of a page, centred in the window; `shape` and `area` change only with `settle`, not while resizing."""

    def __init__(self, window: Extent) -> None:
        self._shown_in = window
        self.shape = self._fitting()
        super().__init__(window, self._scale)
        self.area = self._spread()
        """The area that the page may use, in units."""
        self.place(None, self.area)
        self._settled = self._layout

    @property
    def _layout(self) -> tuple[Shape, Rect, float]:
        return self.shape, self.area, self.frame.scale  # line breaks depend on the scale

    def settle(self) -> bool:
        """Choose shape and area for the present size of the window; return whether the page must be laid out again."""
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
        """Return the logical pixels per unit: the most that fit, but enough to be legible, multiplied by `factor`.

        If the page would be only slightly wider than the window, it is reduced to the window's width.
        """
        shape = _proportions(width, height)
        fitting = min(width / shape.width, height / shape.height)
        if fitting < TIGHT:
            fitting = max(TIGHT, min(LEGIBLE, width / TALL.width))
        wanted = fitting * factor
        fits = (width / widest for widest in (SNUG, NARROWEST))
        return next((snug for snug in fits if LITTLE * wanted < snug < wanted), wanted)

    def _spread(self) -> Rect:
        whole, shape = self.whole, self.shape
        width = max(shape.width, min(shape.widest, whole.width // 1))
        height = max(shape.height, min(shape.highest, whole.height // 1))
        return Rect((WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
