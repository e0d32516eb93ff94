"""Pictures of dice for the window: alone, or in a frame with their direction."""

import math
from functools import cache

import arcade
from PIL import Image, ImageDraw, ImageFont

from roborally.plugin import COMPASS, DELTAS
from roborally.ui.context import MatchContext
from roborally.ui.toolkit import pictures, theme

from .program import COLOURS, NOTHING
from .view_texts import ART

SIDE = 128
"""The side of the pictures with a frame, in pixels."""


def die_picture(action: str, number: int, side: int = 64) -> arcade.Texture:
    """Return the picture, `side` pixels high, of a die for `move` or `fire` with the upper face `number`."""
    return pictures.picture(ART / f"die-{COLOURS[action]}-{number}.png", side)


def slot_face(context: MatchContext, content: str | None, side: int) -> arcade.Texture:
    """Return the picture of a cross, `side` pixels wide: its die, `?` for an empty text, a frame for `None`."""
    parts = (content or "").split()
    if len(parts) == len(NOTHING):
        return _pointing(parts[0], parts[1], int(parts[2]))
    return _blank("?" if content == "" else "")


@cache
def _pointing(action: str, direction: str, number: int) -> arcade.Texture:
    image, draw = _frame()
    die = Image.open(ART / f"die-{COLOURS[action]}-{number}.png").convert("RGBA").resize((66, 66))
    dx, dy = DELTAS[COMPASS.index(direction)]
    length = math.hypot(dx, dy)
    x, y = dx / length, dy / length
    middle = (SIDE / 2 - x * 10, SIDE / 2 - y * 10)
    image.alpha_composite(die, (round(middle[0] - 33), round(middle[1] - 33)))
    far = 58 if 0 in (dx, dy) else 74
    tip = (SIDE / 2 + x * far, SIDE / 2 + y * far)
    base = (tip[0] - x * 24, tip[1] - y * 24)
    wings = [(base[0] - y * 20, base[1] + x * 20), (base[0] + y * 20, base[1] - x * 20)]
    draw.polygon([tip, *wings], fill=tuple(theme.colour("text")), outline=(16, 20, 28, 255))
    return pictures.texture(image, f"volt-{action}-{direction}-{number}")


@cache
def _blank(sign: str) -> arcade.Texture:
    image, draw = _frame()
    if sign:
        font = theme.asset("fonts", "ChakraPetch-Bold.ttf")
        tint = tuple(theme.colour("text-dim"))
        draw.text((SIDE / 2, SIDE / 2), sign, font=ImageFont.truetype(font, 60), fill=tint, anchor="mm")
    return pictures.texture(image, f"volt-blank-{sign}")


def _frame() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (SIDE, SIDE))
    draw = ImageDraw.Draw(image)
    box = (2, 2, SIDE - 3, SIDE - 3)
    draw.rounded_rectangle(box, 18, fill=(24, 30, 41, 255), outline=tuple(theme.colour("line")), width=4)
    return image, draw
