"""How a match shares the window between the board and the panel, in every proportion (CLI-109)."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from roborally.ui.toolkit.theme import Rect

PANEL_WIDTH, PANEL_HEIGHT = 344, 720
"""The width of a panel with one column, and the height that all of its parts need."""
WIDE = 700
"""The width from which a panel has two columns side by side."""
FEW, WIDE_HEIGHT, CROWDED_HEIGHT = 5, 460, 590
"""The height that these need, for up to a number of players and for more."""
BOARD_SHARE = 0.5
"""The part of the height that the board keeps if the panel lies below it and has only one column."""
SPACIOUS = 936
"""The width of a board beside which a panel may have two columns."""
SHEET_WIDTH, SHEET_HEIGHT = 560, 420
"""The size from which lists over the board leave the panel free."""


@dataclass(frozen=True)
class Arrangement:
    """The parts of the window in units; `panel` is larger than its `room` where not all of it fits."""

    side: Rect
    """All but the panel: the board, and the strip below it."""
    strip: Rect
    board: Rect
    room: Rect
    panel: Rect
    sheet: Rect
    """Where lists lie over the board, or over everything if that is small."""


def arrange(whole: Rect, players: int, strip_below: Callable[[float], float]) -> Arrangement:
    """Share a window: the panel is at the right, or below the board if the window is taller than wide.

    `strip_below(width)` is the height of what lies below a board's side of a width.
    """
    two_columns = WIDE_HEIGHT if players <= FEW else CROWDED_HEIGHT
    left, bottom = ceil(whole.x), ceil(whole.y)
    area = Rect(left, bottom, floor(whole.right) - left, floor(whole.top) - bottom)
    below = area.width < area.height
    side, room = _below(area, two_columns, strip_below(area.width)) if below else _beside(area)
    needed = two_columns if room.width >= WIDE else PANEL_HEIGHT
    height = max(room.height, needed)
    panel = Rect(room.x, room.top - height, room.width, height)
    strip = side._replace(height=strip_below(side.width))
    board = Rect(side.x, strip.top, side.width, side.top - strip.top)
    large = side.width - 120 >= SHEET_WIDTH and side.height - 120 >= SHEET_HEIGHT
    sheet = Rect(side.x + 60, side.y + 80, side.width - 120, side.height - 120) if large else area.inset(16)
    return Arrangement(side, strip, board, room, panel, sheet)


def _beside(area: Rect) -> tuple[Rect, Rect]:
    width = WIDE if area.width - WIDE >= SPACIOUS * area.height / PANEL_HEIGHT else PANEL_WIDTH
    edge = area.right - width
    return Rect(area.x, area.y, edge - area.x, area.height), Rect(edge, area.y, width, area.height)


def _below(area: Rect, two_columns: int, strip: float) -> tuple[Rect, Rect]:
    height = two_columns if area.width >= WIDE else round((area.height - strip) * (1 - BOARD_SHARE))
    edge = area.y + height
    return Rect(area.x, edge, area.width, area.top - edge), Rect(area.x, area.y, area.width, height)


def last_column(panel: Rect) -> Rect:
    """Return the second column of a panel, up to its edges; of one with a single column, all of it."""
    if panel.width < WIDE:
        return panel
    return Rect(panel.x + PANEL_WIDTH, panel.y, panel.width - PANEL_WIDTH, panel.height)


def columns(area: Rect, gap: float) -> tuple[Rect, Rect]:
    """Return the columns of a panel's inner area, from the left; with one column it is both."""
    if area.width + 2 * gap < WIDE:
        return area, area
    first = PANEL_WIDTH - 2 * gap
    return area._replace(width=first), Rect(area.x + first + gap, area.y, area.width - first - gap, area.height)
