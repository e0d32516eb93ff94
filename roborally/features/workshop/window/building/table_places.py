"""The places of all parts on a page with a table, in each shape of a page."""

from typing import NamedTuple

from roborally.ui.toolkit.sheet import NARROW
from roborally.ui.toolkit.theme import Rect

MARGIN, GAP = 32.0, 12.0
"""The space at the sides of the page, and between its parts."""
HEAD, FOOT, BUTTONS = 76.0, 88.0, 44.0
"""The space above the parts for the heading, below them for a row of buttons, and the height of the buttons."""
ROW = BUTTONS + 8
"""The height of a second row of buttons."""
SHELF, NARROW_SHELF, SIDE = 276.0, 220.0, 292.0
"""The widths of the shelf, of the shelf on a narrow page, and of the column at the right."""
NOTE = 54.0
"""The space below the table for its size and its problem."""
BELOW = 440.0
"""The height of the shelf and the column when they are below the table."""


class TableParts(NamedTuple):
    """The parts of the page, in units."""

    shelf: Rect
    table: Rect
    side: Rect
    buttons: Rect
    """The row at the lower edge."""
    more: Rect | None
    """A second row above it on a tall page."""


def table_parts(sheet: Rect, *, tall: bool) -> TableParts:
    """Return the parts: side by side, or on a tall page with the table above the others."""
    buttons = Rect(sheet.x + MARGIN, sheet.y + 28, sheet.width - 2 * MARGIN, BUTTONS)
    more = buttons._replace(y=buttons.y + ROW) if tall else None
    low = sheet.y + FOOT + (ROW if more is not None else 0.0)
    area = buttons._replace(y=low, height=sheet.top - HEAD - low)
    if tall:
        wide = max(SIDE, 0.45 * area.width)
        side = Rect(area.right - wide, low, wide, BELOW)
        shelf = Rect(area.x, low, area.width - wide - GAP, BELOW)
        y = shelf.top + NOTE + 4
        return TableParts(shelf, area._replace(y=y, height=area.top - y), side, buttons, more)
    shelf = area._replace(width=NARROW_SHELF if sheet.width < NARROW else SHELF)
    side = area._replace(x=area.right - SIDE, width=SIDE)
    x, y = shelf.right + GAP, low + NOTE
    return TableParts(shelf, Rect(x, y, side.x - 16 - x, area.top - y), side, buttons, more)
