"""Divides the window between the board and the panel of a match, in every proportion (CLI-109)."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from roborally.ui.toolkit.theme import Rect

PANEL_WIDTH, PANEL_HEIGHT = 344, 720
"""The width of a panel with one column, and the height that the contents of a panel need, in design units."""
WIDE = 700
"""The width from which a panel has two columns side by side, in design units."""
FEW, WIDE_HEIGHT, CROWDED_HEIGHT = 5, 460, 590
"""Two columns are `WIDE_HEIGHT` design units high for up to `FEW` players, `CROWDED_HEIGHT` for more."""
BOARD_SHARE = 0.5
"""The share of the window's height, 0 to 1, that remains for the board above a panel with one column."""
SIDE_SHARE = 0.6
"""The share of the window's width, 0 to 1, that a board beside a panel needs to be seen well."""
SPACIOUS = 936
"""The smallest width of a board beside a panel with two columns, in design units, in a window 720 units high."""
SHEET_WIDTH, SHEET_HEIGHT = 560, 420
"""The smallest size of a list over the board, in design units; without room for it a list covers the whole window."""


@dataclass(frozen=True)
class Arrangement:
    """The places of a match's board, panel and lists in the window, in design units.

    `room` is the visible place of the panel; `panel` is higher, and scrolls, if not all of it fits.
    """

    side: Rect
    """The window without the panel: the board, and the strip for remarks or guidance below it."""
    strip: Rect
    board: Rect
    room: Rect
    panel: Rect
    sheet: Rect
    """The place of lists over the board, or over everything if the board is small."""


def crowds_board(whole: Rect) -> bool:
    """Return whether a panel at the right of the window `whole` would leave too little of it for the board."""
    return whole.height <= whole.width < PANEL_WIDTH / (1 - SIDE_SHARE)


def arrange(
    whole: Rect,
    players: int,
    strip_below: Callable[[float], float],
    panel_below: float = 0.0,
    *,
    folded: bool = False,
) -> Arrangement:
    """Divide the window `whole`: the panel is at the right, or below the board if the window is taller than wide.

    `strip_below(width)` returns the height of the strip for remarks below a board of that width. Unless
    `panel_below` is 0, the panel has that height and is below the board in any window. A `folded` panel is out of
    view, at the right of the window. All sizes are in design units.
    """
    two_columns = WIDE_HEIGHT if players <= FEW else CROWDED_HEIGHT
    left, bottom = ceil(whole.x), ceil(whole.y)
    area = Rect(left, bottom, floor(whole.right) - left, floor(whole.top) - bottom)
    if folded:
        side, room = area, Rect(area.right, area.y, PANEL_WIDTH, area.height)
    elif panel_below or area.width < area.height:
        side, room = _below(area, panel_below or _height(area, two_columns, strip_below(area.width)))
    else:
        side, room = _beside(area)
    needed = panel_below or (two_columns if room.width >= WIDE else PANEL_HEIGHT)
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


def _height(area: Rect, two_columns: int, strip: float) -> float:
    return two_columns if area.width >= WIDE else round((area.height - strip) * (1 - BOARD_SHARE))


def _below(area: Rect, height: float) -> tuple[Rect, Rect]:
    edge = area.y + height
    return Rect(area.x, edge, area.width, area.top - edge), Rect(area.x, area.y, area.width, height)


def last_column(panel: Rect) -> Rect:
    """Return the right one of a panel's two columns, with its margins; the whole of a panel with a single column."""
    if panel.width < WIDE:
        return panel
    return Rect(panel.x + PANEL_WIDTH, panel.y, panel.width - PANEL_WIDTH, panel.height)
