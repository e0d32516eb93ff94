"""The pictures that make up the overlays on the board; shapes repeat what the colours say."""

from functools import cache

import arcade
from PIL import Image, ImageDraw

from roborally.base.fonts import font
from roborally.features.workshop.editor.foresight import Dangers
from roborally.features.workshop.editor.routes import NOWHERE
from roborally.ui.toolkit.pictures import texture

SIDE = 64
"""The side of a picture of a cell, in pixels."""
FINE = 2
"""How many times larger the pictures are painted before they are scaled down, for smooth edges."""
Paint = tuple[int, int, int, int]
RED, ORANGE, YELLOW = (235, 30, 40, 235), (255, 140, 0, 235), (255, 225, 60, 240)
VIOLET, BLUE = (200, 120, 255, 240), (110, 190, 255, 240)
DARK: Paint = (10, 12, 18, 255)
NEAR, MIDDLE, FARTHEST = (0, 34, 110), (124, 123, 120), (253, 232, 80)
"""The colours of the smallest, a middle and the largest distance; they differ in brightness, too."""
FARTHEST_REGISTERS = 16
LINE = 16
"""The height of a picture of a line, in pixels."""


@cache
def reach_tile(registers: int) -> arcade.Texture:
    """Return the picture of a cell with the number of registers until a robot can be there, `NOWHERE` for never."""
    image, draw = _blank()
    side = SIDE * FINE
    if registers == NOWHERE:
        for y in range(0, side, 16):
            draw.rectangle((0, y, side, y + 5), fill=(20, 22, 30, 190))
        return _done(image, f"reach-{registers}")
    part = min(registers / FARTHEST_REGISTERS, 1.0) * 2
    low, high, part = (NEAR, MIDDLE, part) if part < 1 else (MIDDLE, FARTHEST, part - 1)
    colour = tuple(round(one + (other - one) * part) for one, other in zip(low, high, strict=True))
    draw.rectangle((0, 0, side, side), fill=(*colour, 135))
    _write(draw, str(registers), (side / 2, side / 2), 0.44, (255, 255, 255, 255))
    return _done(image, f"reach-{registers}")


@cache
def danger_tile(dangers: Dangers) -> arcade.Texture:
    """Return the picture of a cell with these dangers."""
    image, draw = _blank()
    side, numbers = SIDE * FINE, dict(dangers)
    if "fatal" in numbers:
        _hatch(draw, RED, 20, 1)
        _hatch(draw, RED, 20, -1)
    if "lost" in numbers:
        _hatch(draw, RED, 22, 1)
    if "doomed" in numbers:
        _hatch(draw, ORANGE, 44, -1)
    if "trap" in numbers:
        for inset in (6, 24, 42):
            draw.rectangle((inset, inset, side - inset, side - inset), outline=VIOLET, width=6)
    if "hurt" in numbers:
        for y in range(12, side, 26):
            for x in range(12, side, 26):
                draw.ellipse((x - 6, y - 6, x + 6, y + 6), fill=YELLOW, outline=DARK, width=2)
    if "dead-end" in numbers:
        draw.line([(28, 24), (28, 104), (100, 104), (100, 24)], fill=DARK, width=18, joint="curve")
        draw.line([(28, 24), (28, 104), (100, 104), (100, 24)], fill=BLUE, width=10, joint="curve")
    if "doomed" in numbers:
        _write(draw, str(numbers["doomed"]), (side * 0.8, side * 0.23), 0.36, ORANGE)
    if "hurt" in numbers:
        _write(draw, f"-{numbers['hurt']}", (side * 0.3, side * 0.8), 0.36, YELLOW)
    return _done(image, "danger-" + "-".join(f"{name}{number}" for name, number in dangers))


@cache
def line(style: int) -> arcade.Texture:
    """Return a white line with a dark rim, to be stretched and coloured; `style` is 0 solid, 1 dashed or 2 dotted."""
    image = Image.new("RGBA", (SIDE, LINE))
    draw = ImageDraw.Draw(image)
    period, length = ((SIDE, SIDE), (32, 22), (16, 9))[style]
    for x in range(0, SIDE, period):
        draw.rectangle((x, 0, x + length - 1, LINE - 1), fill=DARK)
        draw.rectangle((x, 4, x + length - 1, LINE - 5), fill="white")
    return texture(image, f"way-{style}")


@cache
def head() -> arcade.Texture:
    """Return the white head of an arrow that points to the right."""
    image, draw = _blank()
    side = SIDE * FINE
    draw.polygon([(8, 8), (side - 4, side / 2), (8, side - 8), (40, side / 2)], fill="white", outline=DARK, width=10)
    return _done(image, "way-head")


def _blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (SIDE * FINE, SIDE * FINE))
    return image, ImageDraw.Draw(image)


def _done(image: Image.Image, name: str) -> arcade.Texture:
    return texture(image.resize((SIDE, SIDE), Image.Resampling.LANCZOS), f"overlay-{name}")


def _hatch(draw: ImageDraw.ImageDraw, colour: Paint, gap: int, way: int) -> None:
    """Draw diagonal lines at distances of `gap`, which go on in the next cell; falling for `way` 1, rising for -1."""
    side = SIDE * FINE
    lines = side // gap
    step = side / lines
    for number in range(-lines, 2 * lines + 1):
        x = number * step
        ends = ((x, 0), (x + side, side)) if way > 0 else ((x, side), (x + side, 0))
        draw.line(ends, fill=colour, width=7)


def _write(draw: ImageDraw.ImageDraw, text: str, middle: tuple[float, float], size: float, colour: Paint) -> None:
    letters = font("ChakraPetch-Bold", round(SIDE * FINE * size))
    draw.text(middle, text, font=letters, fill=colour, anchor="mm", stroke_width=7, stroke_fill=DARK)
