"""Colours on a board: the cells on which robots were destroyed, the hotter the more."""

from collections.abc import Sequence

import arcade
from arcade.types import Color

from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites
from roborally.workshop.rating.figures import Spot
from roborally.workshop.rating.heat_map import heat, heat_colour


def mark_heat(sprites: Sprites, view: BoardView, spots: Sequence[Spot]) -> None:
    """Fill sprites with the colours, in the board's own space; cells beyond the edge are coloured as well."""
    sprites.clear()
    for spot in spots:
        x, y = view.centre(spot.cell)
        sprite = arcade.Sprite(pictures.plain(), center_x=x, center_y=y)
        fit_sprite(sprite, CELL * 0.9, CELL * 0.9)
        sprite.color = Color(*heat_colour(heat(spot, spots)))
        sprites.append(sprite)
