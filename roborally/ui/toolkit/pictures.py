"""Loads pictures and icons as textures, in the size in which they are drawn.

A picture drawn much smaller than its size would flicker, so smaller copies are made when they are first needed; `level`
chooses the size. All stay in the atlas, arcade's one texture for all pictures.
"""

from functools import cache
from itertools import pairwise
from math import ceil
from pathlib import Path

import arcade
from arcade.hitbox import algo_bounding_box
from PIL import Image, ImageDraw

from roborally.base.fonts import font
from roborally.base.picture_file import read_picture
from roborally.plugin_system.art import Body, robot_image
from roborally.ui.toolkit import theme

LEVELS = (16, 24, 32, 48, 64, 96, 128)
BORDER = 16
"""The width in pixels of the edges of nine-slice pictures, which `skin` does not stretch."""
CORNER = 14
"""The side in pixels of the corners of frames, which `pieces` cuts off."""


def level(pixels: float) -> int:
    """Return the side in pixels of the copy to use for a picture drawn `pixels` wide, one of `LEVELS`."""
    return next((side for side in LEVELS if side >= pixels * 0.92), LEVELS[-1])


_density = [1]


def draw_for(density: float) -> None:
    """Give icons more pixels from now on; `density` is 1 for usual screens and larger for sharper ones."""
    _density[0] = ceil(density)


def fine(side: int) -> int:
    """Return the number of pixels on this screen for a picture that has `side` pixels on usual screens."""
    return side * _density[0]


@cache
def _version(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@cache
def _image(path: Path, version: int) -> Image.Image:
    return read_picture(path) or _tile("?")


def look_again() -> None:
    """Read pictures again at their next use if their files have changed."""
    _version.cache_clear()


def texture(image: Image.Image, key: str) -> arcade.Texture:
    """Return a texture for a picture; `key` must identify its content."""
    return arcade.Texture(image, hit_box_algorithm=algo_bounding_box, hash=key)


def picture(path: Path, side: int = 0) -> arcade.Texture:
    """Return the picture of a file, made smaller until its longer side is `side` pixels; 0 keeps its size.

    A file that cannot be read gives a tile with a question mark.
    """
    return _picture(path, _version(path), side)


def trimmed(path: Path, side: int) -> arcade.Texture:
    """Return the picture of a file without its transparent edges, at most `side` pixels wide and high."""
    return _trimmed(path, _version(path), side)


@cache
def _picture(path: Path, version: int, side: int) -> arcade.Texture:
    return texture(_smaller(_image(path, version), side), f"{path}@{version}@{side}")


def cut(path: Path, box: tuple[int, int, int, int]) -> arcade.Texture:
    """Return part of a picture; `box` is its left, top, right and bottom, in pixels from the upper left corner."""
    version = _version(path)
    return texture(_image(path, version).crop(box), f"{path}@{version}@{box}")


@cache
def _trimmed(path: Path, version: int, side: int) -> arcade.Texture:
    image = _image(path, version)
    box = image.getchannel("A").getbbox() or (0, 0, *image.size)
    return texture(_smaller(image.crop(box), side), f"{path}@{version}@{side}-trimmed")


def _smaller(image: Image.Image, side: int) -> Image.Image:
    longer = max(image.size)
    if not side or side >= longer:
        return image
    size = (max(1, round(image.width * side / longer)), max(1, round(image.height * side / longer)))
    return image.resize(size, Image.Resampling.LANCZOS)


def _asset_image(name: str) -> Image.Image:
    path = theme.asset("ui", name)
    return _image(path, _version(path))


def icon(name: str, side: int = 32) -> arcade.Texture:
    """Return a shared white icon by its name in `assets/icons`, without `.png`."""
    return picture(theme.asset("icons", f"{name}.png"), side)


@cache
def arrow(direction: int, side: int) -> arcade.Texture:
    """Return a white arrow that points in a direction, 0 for north and clockwise from there."""
    return texture(icon("arrow-right", side).image.rotate(90 - 90 * direction), f"arrow {direction}@{side}")


def effect(name: str, side: int = 0) -> arcade.Texture:
    """Return the picture of a shared effect by its name in `assets/effects`, without `.png`; side 0 keeps its size."""
    return picture(theme.asset("effects", f"{name}.png"), side)


def emblem(name: str, side: int = 32) -> arcade.Texture:
    """Return a white emblem of a seat by its name in `assets/emblems`, without `.png`."""
    return picture(theme.asset("emblems", f"{name}.png"), side)


def robot(body: Body, colour_name: str, side: int, *, resting: bool = False) -> arcade.Texture:
    """Return a robot seen from above and facing north, in a seat's colour; with `resting` in grey."""
    return _robot(body, colour_name, side, resting, tuple(map(_version, body.files(colour_name))))


@cache
def _robot_image(body: Body, colour_name: str, resting: bool, versions: tuple[int, ...]) -> Image.Image:
    return robot_image(body, colour_name, resting=resting) or _tile("?")


@cache
def _robot(body: Body, colour_name: str, side: int, resting: bool, versions: tuple[int, ...]) -> arcade.Texture:
    image = _robot_image(body, colour_name, resting, versions)
    return texture(_smaller(image, side), f"{body}{colour_name}{versions}{resting}@{side}")


@cache
def skin(name: str, width: int, height: int) -> arcade.Texture:
    """Return a picture of `assets/ui` in a size in pixels, with unchanged corners and stretched edges and middle.

    Each size stays in the atlas, so use it only where many have the same size, such as marks on the board; see `Face`.
    """
    source = _asset_image(f"{name}.png")
    side, border = source.width, min(BORDER, width // 2, height // 2)
    result = Image.new("RGBA", (width, height))
    columns = _thirds(side, border, width)
    rows = _thirds(side, border, height)
    for left, right, x, x_end in columns:
        for top, bottom, y, y_end in rows:
            if x_end > x and y_end > y:
                part = source.crop((left, top, right, bottom)).resize((x_end - x, y_end - y))
                result.paste(part, (x, y))
    return texture(result, f"skin-{name}-{width}x{height}")


@cache
def pieces(name: str) -> tuple[arcade.Texture, ...]:
    """Return the nine pieces of a picture of `assets/ui`, row by row from above, from which `Face` makes frames."""
    source = _asset_image(f"{name}.png")
    begins = (0, CORNER, source.width - CORNER, source.width)
    boxes = [(left, top, right, bottom) for top, bottom in pairwise(begins) for left, right in pairwise(begins)]
    return tuple(texture(source.crop(box), f"piece-{name}-{number}") for number, box in enumerate(boxes))


def _thirds(side: int, border: int, length: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return (start, end, new start, new end) of first edge, middle and last edge of a side stretched to `length`."""
    return (
        (0, border, 0, border),
        (border, side - border, border, length - border),
        (side - border, side, length - border, length),
    )


@cache
def plain() -> arcade.Texture:
    """Return a white square, to be stretched and tinted."""
    return texture(Image.new("RGBA", (8, 8), "white"), "plain")


@cache
def missing_tile(symbol: str, side: int = 128) -> arcade.Texture:
    """Return a tile with a letter, `side` pixels wide, in place of a missing picture."""
    image = _tile(symbol)
    if side < 128:
        image = image.resize((side, side), Image.Resampling.LANCZOS)
    return texture(image, f"missing-{symbol}-{side}")


def _tile(symbol: str) -> Image.Image:
    image = Image.new("RGBA", (128, 128))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((8, 8, 119, 119), 18, fill=(42, 49, 62, 235), outline=tuple(theme.colour("accent")), width=5)
    letters = font("ChakraPetch-Bold", 64)
    draw.text((64, 62), symbol or "?", font=letters, fill=tuple(theme.colour("text")), anchor="mm")
    return image


@cache
def plate(written: str, side: int) -> arcade.Texture:
    """Return a small dark label with a text, for the board with cells `side` pixels wide."""
    fine = 4
    letters = font("ChakraPetch-Bold", round(side * 0.2 * fine))
    width, height = round(letters.getlength(written) + side * 0.12 * fine), round(side * 0.23 * fine)
    image = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(image)
    outline = tuple(theme.colour("accent"))
    draw.rounded_rectangle(
        (0, 0, width - 1, height - 1), height // 4, fill=(16, 20, 28, 235), outline=outline, width=fine
    )
    draw.text((width / 2, height / 2), written, font=letters, fill=tuple(theme.colour("text")), anchor="mm")
    image = image.resize((round(width / fine), round(height / fine)), Image.Resampling.LANCZOS)
    return texture(image, f"plate-{written}-{side}")
