"""The cells on the board that a question is about."""

from collections.abc import Iterable

import arcade

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

    def mark(self, cells: Iterable[Cell]) -> None:
        """Mark cells."""
        image = pictures.effect("target", 64)
        for cell in cells:
            x, y = self._board.centre(cell)
            sprite = arcade.Sprite(image, center_x=x, center_y=y)
            fit_sprite(sprite, CELL * 0.9)
            sprite.color = theme.colour("accent")
            self.sprites.append(sprite)

    def clear(self) -> None:
        """Take all marks away."""
        self.sprites.clear()

    def draw(self) -> None:
        """Draw the marks; the board's camera is in use."""
        self.sprites.draw()
