"""Where things stand on a page with a table, in each shape of a page."""

from typing import NamedTuple

from roborally.ui.toolkit.sheet import NARROW
from roborally.ui.toolkit.theme import Rect

MARGIN, GAP = 32.0, 12.0
"""The room at the sides of the page, and between its parts."""
HEAD, FOOT, BUTTONS = 76.0, 88.0, 44.0
"""The room above the parts for the heading, below them for a row of buttons, and the height of these."""
ROW = BUTTONS + 8
"""The room for a second row of buttons."""
SHELF, NARROW_SHELF, SIDE = 276.0, 220.0, 292.0
"""The widths of the shelf, also in a narrow page, and of the column at the right."""
NOTE = 54.0
"""The room below the table for its size, and for what is wrong with it."""
BELOW = 440.0
"""The height of shelf and column where they stand below the table."""


class TableParts(NamedTuple):
    """The parts of the page, in units."""

    shelf: Rect
    table: Rect
    side: Rect
    buttons: Rect
    """The row at the lower edge."""
    more: Rect | None
    """A row above it, where one does not suffice."""


def table_parts(sheet: Rect, *, tall: bool, many: bool) -> TableParts:
    """Return the parts: side by side, or with the table above the others where the page is tall.

    With `many` buttons they have two rows in a narrow page.
    """
    buttons = Rect(sheet.x + MARGIN, sheet.y + 28, sheet.width - 2 * MARGIN, BUTTONS)
    narrow = sheet.width < NARROW
    more = buttons._replace(y=buttons.y + ROW) if tall or (narrow and many) else None
    low = sheet.y + FOOT + (ROW if more is not None else 0.0)
    area = buttons._replace(y=low, height=sheet.top - HEAD - low)
    if tall:
        wide = max(SIDE, 0.45 * area.width)
        side = Rect(area.right - wide, low, wide, BELOW)
        shelf = Rect(area.x, low, area.width - wide - GAP, BELOW)
        y = shelf.top + NOTE + 4
        return TableParts(shelf, area._replace(y=y, height=area.top - y), side, buttons, more)
    shelf = area._replace(width=NARROW_SHELF if narrow else SHELF)
    side = area._replace(x=area.right - SIDE, width=SIDE)
    x, y = shelf.right + GAP, low + NOTE
    return TableParts(shelf, Rect(x, y, side.x - 16 - x, area.top - y), side, buttons, more)
