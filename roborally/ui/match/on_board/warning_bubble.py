"""A sentence over the board beside the cell that it is about: a loud warning, or a quiet hint."""

from collections.abc import Iterable

from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import row, stack
from roborally.ui.toolkit.layout.leaves import build_in, face, label
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common

WIDEST, GAP, EDGE = 220.0, 4.0, 4.0
"""The largest width of a sentence, and its distances from the cell and the edges of the board's area."""


class WarningBubble:
    """A sentence beside a cell, within the area of the board and where it hides least of the robots."""

    def __init__(self, board: BoardView) -> None:
        self.text = ""
        self.spot = Rect(0, 0, 0, 0)
        self._board = board
        self._layer = Layer(board.canvas)
        self._shown: object = None

    def draw(self, text: str, cell: Cell | None, robots: Iterable[Cell], *, loud: bool = True) -> None:
        """Draw a text beside a cell, where it hides the fewest cells of `robots`; nothing without text or cell.

        With `loud` the text is a bold warning, else a hint in dim letters.
        """
        self.text = text if cell is not None else ""
        if cell is None or not text:
            return
        board = self._board
        state = text, loud, board.point_of(cell), board.zoom, board.rect, board.canvas.frame
        if state != self._shown:
            self._shown = state
            self._lay_out(text, cell, board.places_of({cell, *robots}), loud=loud)
        self._layer.draw()

    def taken(self) -> list[Rect]:
        """Return the rectangle of the sentence in a list, empty while none is shown."""
        return [self.spot] if self.text else []

    def _lay_out(self, text: str, cell: Cell, taken: Iterable[Rect], *, loud: bool) -> None:
        self._layer.clear()
        board, m = self._board, metrics(self._board.canvas.frame.scale)
        area, half = board.rect.inset(EDGE), CELL * board.zoom / 2 + GAP
        size, tint = (13, theme.colour("bad")) if loud else (12, theme.colour("text-dim"))
        tree = row(label(text, size, tint=tint, bold=loud, wrap=True), pad=(10, 6))
        wide = min(WIDEST, area.width, tree.widths(m).natural)
        high = tree.heights(m, wide).least
        x, y = board.point_of(cell)
        lefts, lows = (x - wide / 2, x + half, x - half - wide), (y + half, y - half - high, y - high / 2)
        places = [
            Rect(min(max(left, area.x), area.right - wide), min(max(low, area.y), area.top - high), wide, high)
            for left, low in ((lefts[0], lows[0]), (lefts[0], lows[1]), (lefts[1], lows[2]), (lefts[2], lows[2]))
        ]
        self.spot = min(places, key=lambda place: sum(common(place, rect) for rect in taken))
        build_in(self.spot, stack(face("tooltip" if loud else "panel-inset"), tree), self._layer)
