"""Draws the picture of a course with its deadly cells, for `roborally board rate --picture`; needs no window."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from roborally.base.fonts import font
from roborally.features.workshop.rating.figures import DeathSpot
from roborally.game.course.courses import Course
from roborally.game.course.image import TILE, draw_course
from roborally.plugin_system.loader import Catalogue

BACKGROUND = "#0b0d11"
COLD, HOT = (242, 193, 78), (214, 40, 57)
_LIGHT, _DENSE = 110, 215
"""The opacity of the coldest and the hottest cell, 0 to 255."""


def heat(spot: DeathSpot, spots: Sequence[DeathSpot]) -> float:
    """Return the heat of a cell, 0 to 1: the square root of its destructions divided by the deadliest cell's."""
    return float((spot.deaths / max(other.deaths for other in spots)) ** 0.5)


def heat_colour(value: float) -> tuple[int, int, int, int]:
    """Return the colour for a heat from 0 to 1, as red, green, blue and opacity from 0 to 255."""
    red, green, blue = (round(cold + (hot - cold) * value) for cold, hot in zip(COLD, HOT, strict=True))
    return red, green, blue, round(_LIGHT + (_DENSE - _LIGHT) * value)


def draw_heat_map(course: Course, spots: Sequence[DeathSpot], catalogue: Catalogue) -> Image.Image:
    """Return a picture of a course, with a margin of one cell, and its destructions; cells are `TILE` pixels wide."""
    board = draw_course(course, catalogue, TILE)
    image = Image.new("RGBA", (board.width + 2 * TILE, board.height + 2 * TILE), BACKGROUND)
    image.alpha_composite(board, (TILE, TILE))
    layer = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(layer)
    letters = font("ChakraPetch-Bold", round(TILE * 0.42))
    for spot in spots:
        x, y = (spot.cell[0] + 1) * TILE, (spot.cell[1] + 1) * TILE
        corners = (x + 2, y + 2, x + TILE - 3, y + TILE - 3)
        draw.rounded_rectangle(corners, TILE // 6, fill=heat_colour(heat(spot, spots)))
        middle = (x + TILE / 2, y + TILE / 2)
        draw.text(
            middle, str(spot.deaths), font=letters, fill="#ffffff", anchor="mm", stroke_width=2, stroke_fill="#000"
        )
    image.alpha_composite(layer)
    return image
