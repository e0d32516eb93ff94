"""`Targets`: draws marks on cells that answer a question, and frames around chosen or mentioned cells."""

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
    """The marks and frames on the cells of a board."""

    def __init__(self, board: BoardView) -> None:
        self._board = board
        self.sprites = Sprites()
        self.cells: set[Cell] = set()
        """The marked cells."""
        self.chosen: Cell | None = None
        """The cell that is framed because the player has chosen it by keys, or `None`."""
        self._frame: arcade.Sprite | None = None
        self.meant: Cell | None = None
        """The cell that is framed because a line of the log under the mouse is about it, or `None`."""
        self._meaning = Sprites()

    def mark(self, cells: Iterable[Cell]) -> None:
        """Mark cells as answers that can be clicked, in addition to those marked already."""
        image = pictures.effect("target", 64)
        for cell in cells:
            self.cells.add(cell)
            x, y = self._board.centre(cell)
            sprite = arcade.Sprite(image, center_x=x, center_y=y)
            fit_sprite(sprite, CELL * 0.9)
            sprite.color = theme.colour("accent")
            self.sprites.append(sprite)

    def choose(self, cell: Cell | None, *, reveals: bool = True) -> None:
        """Frame the cell chosen by keys, and with `reveals` move the view to it; `None` removes the frame."""
        if self._frame is not None:
            self._frame.remove_from_sprite_lists()
        self.chosen, self._frame = cell, None
        if cell is not None:
            self._frame = cell_frame(self._board, cell)
            self.sprites.append(self._frame)
            if reveals:
                self._board.reveal(cell)

    def mean(self, cell: Cell | None) -> None:
        """Frame the cell that a line of the log is about; `None` removes the frame."""
        if cell == self.meant:
            return
        self.meant = cell
        self._meaning.clear()
        if cell is not None:
            self._meaning.append(cell_frame(self._board, cell, theme.colour("accent")))

    def clear(self) -> None:
        """Remove the marks and the frame of the chosen cell."""
        self.sprites.clear()
        self.cells.clear()
        self.chosen = self._frame = None

    def draw(self) -> None:
        """Draw marks and frames; the board's camera must be active."""
        self.sprites.draw()
        self._meaning.draw()


def cell_frame(board: BoardView, cell: Cell, tint: Color = arcade.color.WHITE) -> arcade.Sprite:
    """Return the sprite of a frame around a cell, in the board's space."""
    x, y = board.centre(cell)
    sprite = arcade.Sprite(pictures.skin("focus", 48, 48), center_x=x, center_y=y)
    fit_sprite(sprite, CELL * 1.06)
    sprite.color = tint
    return sprite
