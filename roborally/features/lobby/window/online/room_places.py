"""The places of all parts of the lobby on the network, in each shape of a page."""

from typing import NamedTuple

from roborally.ui.toolkit.sheet import NARROW
from roborally.ui.toolkit.theme import Rect

MARGIN, GAP = 32.0, 16.0
"""The space at the sides of the page, and between its parts."""
HEAD, FOOT, BUTTONS = 64.0, 88.0, 44.0
"""The space above the parts for the title, below them for the buttons, and the height of the buttons."""
MATCH, SEATS = 372.0, 420.0
"""The widths of the columns for the match and for the seats, unless the page is narrower."""
MATCH_HIGH = 336.0
"""The height of the match on a tall page."""
ABREAST = 404.0
"""The smallest width of the seats beside the chat on a tall page."""


class RoomParts(NamedTuple):
    """The three parts of the page and the row of buttons, in units."""

    match: Rect
    seats: Rect
    chat: Rect
    buttons: Rect


def room_parts(sheet: Rect, *, tall: bool) -> RoomParts:
    """Return the parts side by side; on a tall page seats and chat are below the match."""
    buttons = Rect(sheet.x + MARGIN, sheet.y + 28, sheet.width - 2 * MARGIN, BUTTONS)
    low = buttons.top + BUTTONS + 8 + GAP if tall else sheet.y + FOOT
    area = buttons._replace(y=low, height=sheet.top - HEAD - low)
    if tall:
        match = area._replace(y=area.top - MATCH_HIGH, height=MATCH_HIGH)
        seats = area._replace(width=max(ABREAST, area.width * 0.6), height=match.y - GAP - low)
    else:
        match = area._replace(width=(area.width - SEATS - 2 * GAP) / 2 if sheet.width < NARROW else MATCH)
        seats = area._replace(x=match.right + GAP, width=SEATS)
    return RoomParts(match, seats, seats._replace(x=seats.right + GAP, width=area.right - seats.right - GAP), buttons)
