"""Sheets: pages laid out in one of three shapes, whichever fits the window, so that none of it lies idle."""

from typing import NamedTuple

from roborally.ui.toolkit.space import LEGIBLE, NARROWEST, TIGHT, Extent, Space
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect


class Shape(NamedTuple):
    """The least width and height in units for which pages are laid out, and the most that they use of a window."""

    width: float
    height: float
    widest: float
    highest: float


WIDE = Shape(WIDTH, HEIGHT, 1440, 820)
SQUARE = Shape(1116, 837, 1300, 1000)
"""For windows about 4:3; the smallest text is `LEGIBLE` at 1024 x 768 pixels."""
TALL = Shape(720, 1080, 1100, 1350)
"""For windows higher than wide, and for those too small for the others: there a page is scrolled up and down alone."""
SQUARISH = 1.45
"""Windows that are wider than this many times their height have wide pages."""
NARROW = 1200.0
"""Pages that are less wide than this have narrower columns."""
SNUG = TALL.width - 22
"""The least width of a window in units: what a tall page uses between its margins."""
LITTLE = 0.89
"""The part of the size of letters that is kept for a page that is no wider than the window."""


LITTLE_EDGE = 4.0
"""The space beside the panel of a page in a window that is less wide than `SNUG`."""


def panel_on(sheet: Rect, margin: float) -> Rect:
    """Return the place of a page's panel, with a margin around it, but little beside it in a narrow window."""
    edge = LITTLE_EDGE if sheet.width < SNUG else margin
    return Rect(sheet.x + edge, sheet.y + margin, sheet.width - 2 * edge, sheet.height - 2 * margin)


def _proportions(width: float, height: float) -> Shape:
    """Return the shape for a window of such proportions, whatever its size."""
    return TALL if width < height else SQUARE if width < SQUARISH * height else WIDE


def shape_for(width: float, height: float, factor: float) -> Shape:
    """Return the shape for a window in pixels, as the system counts them, and the player's factor for texts."""
    shape = _proportions(width, height)
    fitting = min(width / shape.width, height / shape.height)
    if fitting < TIGHT or width / (fitting * factor) < shape.width - 1:
        return TALL
    return shape


class Sheet(Space):
    """The space of a page; its middle is the middle of the window.

    `shape` and `area` stay as they are until `settle`, so that a page does not change while a window is drawn larger.
    """

    def __init__(self, window: Extent) -> None:
        """Choose the shape that fits the window now."""
        self._shown_in = window
        self.shape = self._fitting()
        super().__init__(window, self._scale)
        self.area = self._spread()
        """What a page may use, in units."""
        self.place(None, self.area)
        self._settled = self._layout

    @property
    def _layout(self) -> tuple[Shape, Rect, float]:
        return self.shape, self.area, self.frame.scale  # texts break differently in another scale

    def settle(self) -> bool:
        """Choose shape and area anew for the size of the window; return whether pages look different now."""
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
        """Return the pixels per unit: as large as fit, if that can be read, and with the factor that much larger.

        The factor may change the shape, but letters grow with it all the same. They are a little smaller than that
        where otherwise the page would be a little wider than the window.
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
