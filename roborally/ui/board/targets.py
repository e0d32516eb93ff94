"""The cells on the board that answer a question, the one that keys have chosen, and one that is meant elsewhere."""

from collections.abc import Iterable

import arcade
from arcade.types import Color

from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites


class Targets:
    """Marks on cells."""

    def __init__(self, board: BoardView) -> None:
        """Start empty."""
        self._board = board
        self.sprites = Sprites()
        self.cells: set[Cell] = set()
        """The marked cells."""
        self.chosen: Cell | None = None
        """The framed cell, which keys have chosen."""
        self._frame: arcade.Sprite | None = None
        self.meant: Cell | None = None
        """The framed cell of a line of the log."""
        self._meaning = Sprites()

    def mark(self, cells: Iterable[Cell]) -> None:
        """Mark cells."""
        image = pictures.effect("target", 64)
        for cell in cells:
            self.cells.add(cell)
            x, y = self._board.centre(cell)
            sprite = arcade.Sprite(image, center_x=x, center_y=y)
            fit_sprite(sprite, CELL * 0.9)
            sprite.color = theme.colour("accent")
            self.sprites.append(sprite)

    def choose(self, cell: Cell | None, *, reveals: bool = True) -> None:
        """Frame a cell and bring it into view as the player wants; `None` removes the frame."""
        if self._frame is not None:
            self._frame.remove_from_sprite_lists()
        self.chosen, self._frame = cell, None
        if cell is not None:
            self._frame = cell_frame(self._board, cell)
            self.sprites.append(self._frame)
            if reveals:
                self._board.reveal(cell)

    def mean(self, cell: Cell | None) -> None:
        """Frame the cell that a text is about; `None` removes the frame."""
        if cell == self.meant:
            return
        self.meant = cell
        self._meaning.clear()
        if cell is not None:
            self._meaning.append(cell_frame(self._board, cell, theme.colour("accent")))

    def clear(self) -> None:
        """Remove all marks."""
        self.sprites.clear()
        self.cells.clear()
        self.chosen = self._frame = None

    def draw(self) -> None:
        """Draw the marks; the board's camera is in use."""
        self.sprites.draw()
        self._meaning.draw()


def cell_frame(board: BoardView, cell: Cell, tint: Color = arcade.color.WHITE) -> arcade.Sprite:
    """Return a frame around a cell, in the board's own space."""
    x, y = board.centre(cell)
    sprite = arcade.Sprite(pictures.skin("focus", 48, 48), center_x=x, center_y=y)
    fit_sprite(sprite, CELL * 1.06)
    sprite.color = tint
    return sprite
