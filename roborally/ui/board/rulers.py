"""`Rulers`: draws the numbers of columns and rows at the edges of a board, counted from 1 as in the log (CLI-2113)."""

from math import ceil

import arcade

from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.sprites import Sprites

HEIGHT, PITCH = 15.0, 22.0
"""The height of a number, and the least distance between two, in design units."""
SHARE = 0.23
"""The height of a plate (`pictures.plate`) as a share of the side of its cell."""


class Rulers:
    """Numbers of columns at the upper edge of the view and of rows at the left one, for one cell or for all."""

    def __init__(self, board: BoardView, *, whole: bool = False) -> None:
        """Start without numbers; with `whole`, number all columns and rows."""
        self._board = board
        self.cell: Cell | None = None
        """The cell whose column and row are numbered, `None` for none."""
        self._all = whole
        self._drawn: tuple[object, ...] = ()
        self.sprites = Sprites()

    def draw(self) -> None:
        """Draw the numbers; the board's camera must be active."""
        board = self._board
        state = self.cell, self._all, board.rect, board.seen, board.canvas.frame
        if state != self._drawn:
            self._drawn = state
            self.sprites.clear()
            self._lay_out()
        self.sprites.draw()

    def _lay_out(self) -> None:
        board, half = self._board, HEIGHT / 2 + 1
        seen, room = board.seen, board.rect
        side = CELL * board.zoom
        every = ceil(PITCH / side) if self._all else 1
        y = min(room.top - half, seen.top + half)
        for column in self._numbers(0, board.board.width, every):
            self._add(column, seen.x + (column + 0.5) * side, y)
        for row in self._numbers(1, board.board.height, every):
            self._add(row, max(room.x + half + 2, seen.x - half - 2), seen.top - (row + 0.5) * side)

    def _numbers(self, axis: int, count: int, every: int) -> range | tuple[int, ...]:
        if self._all:
            return range(every - 1, count, every)
        return (self.cell[axis],) if self.cell is not None else ()

    def _add(self, number: int, x: float, y: float) -> None:
        if not self._board.rect.holds(x, y):
            return
        scale = self._board.canvas.frame.scale
        plate = arcade.Sprite(pictures.plate(str(number + 1), round(HEIGHT / SHARE * scale)))
        plate.position = self._board.to_world(x, y)
        plate.scale = 1 / scale / self._board.zoom
        if self._all:
            plate.color = theme.colour("text-dim")
        self.sprites.append(plate)
