"""Colours on a board for the cells on which robots were destroyed."""

from collections.abc import Sequence

import arcade
from arcade.types import Color

from roborally.features.workshop.rating.figures import DeathSpot
from roborally.features.workshop.rating.heat_map import heat, heat_colour
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.frame_choice import MARGIN
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

SIDE, THIN = CELL * 0.9, CELL * MARGIN * 0.8
"""The side of a coloured cell, and the width of a coloured bar beyond the edge of the board."""


def mark_heat(sprites: Sprites, view: BoardView, spots: Sequence[DeathSpot]) -> None:
    """Fill `sprites` with coloured cells, hotter for more destructions; cells beyond the edge become bars along it."""
    sprites.clear()
    width, height = view.board.width * CELL, view.board.height * CELL
    for spot in spots:
        x, y = view.centre(spot.cell)
        beside, beyond = not 0 < x < width, not 0 < y < height
        if beside:
            x = -CELL * MARGIN / 2 if x < 0 else width + CELL * MARGIN / 2
        if beyond:
            y = -CELL * MARGIN / 2 if y < 0 else height + CELL * MARGIN / 2
        sprite = arcade.Sprite(pictures.plain(), center_x=x, center_y=y)
        fit_sprite(sprite, THIN if beside else SIDE, THIN if beyond else SIDE)
        sprite.color = Color(*heat_colour(heat(spot, spots)))
        sprites.append(sprite)
