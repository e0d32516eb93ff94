"""A sentence over the board beside the cell that it is about: a loud warning, or a quiet hint."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product

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
    """A sentence beside a cell, or in a corner of the board's area if it would hide something beside the cell."""

    def __init__(self, board: BoardView, cover: Callable[[], Rect | None] = lambda: None) -> None:
        """Start without a sentence; `cover()` returns what would hide it, or `None`."""
        self._cover = cover
        self.text = ""
        self.spot = Rect(0, 0, 0, 0)
        self._board = board
        self._layer = Layer(board.canvas)
        self._shown: object = None

    def draw(
        self, text: str, cell: Cell | None, robots: Iterable[Cell], way: Iterable[Cell] = (), *, loud: bool = True
    ) -> None:
        """Draw a text where it hides the cells of the `way` least, and then those of the `robots`, near a cell.

        With `loud` the text is a bold warning, else a hint in dim letters. Without text or cell nothing is drawn.
        """
        self.text = text if cell is not None else ""
        if cell is None or not text:
            return
        board = self._board
        cover = self._cover()
        state = text, loud, board.point_of(cell), board.zoom, board.rect, board.canvas.frame, cover
        if state != self._shown:
            self._shown = state
            hiding = [cover] if cover is not None else []
            self._lay_out(text, cell, board.places_of({cell, *way}) + hiding, board.places_of(robots), loud=loud)
        self._layer.draw()

    def taken(self) -> list[Rect]:
        """Return the rectangle of the sentence in a list, empty while none is shown."""
        return [self.spot] if self.text else []

    def _lay_out(self, text: str, cell: Cell, way: Sequence[Rect], robots: Sequence[Rect], *, loud: bool) -> None:
        self._layer.clear()
        board, m = self._board, metrics(self._board.canvas.frame.scale)
        area, half = board.rect.inset(EDGE), CELL * board.zoom / 2 + GAP
        size, tint = (13, theme.colour("bad")) if loud else (12, theme.colour("text-dim"))
        tree = row(label(text, size, tint=tint, bold=loud, wrap=True), pad=(10, 6))
        wide = min(WIDEST, area.width, tree.widths(m).natural)
        high = tree.heights(m, wide).least
        x, y = board.point_of(cell)
        lefts, lows = (x - wide / 2, x + half, x - half - wide), (y + half, y - half - high, y - high / 2)
        beside = (lefts[0], lows[0]), (lefts[0], lows[1]), (lefts[1], lows[2]), (lefts[2], lows[2])
        corners = sorted(
            product((area.x, area.right - wide), (area.top - high, area.y)),
            key=lambda at: math.dist((at[0] + wide / 2, at[1] + high / 2), (x, y)),
        )
        if not area.holds(x, y):  # the cell is out of view: the sentence stays at the edge beyond which it lies
            del corners[2:]
        places = [
            Rect(min(max(left, area.x), area.right - wide), min(max(low, area.y), area.top - high), wide, high)
            for left, low in (*beside, *corners)
        ]
        self.spot = min(places, key=lambda at: [sum(common(at, rect) for rect in taken) for taken in (way, robots)])
        build_in(self.spot, stack(face("tooltip" if loud else "panel-inset"), tree), self._layer)
