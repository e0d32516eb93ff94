"""Loads the game's own fonts, for pictures that are drawn without a window and for measuring texts."""

from functools import cache

from PIL import ImageFont

from roborally.base import paths


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font `assets/fonts/NAME.ttf` in a size of `size` pixels.

    The layout is Pillow's basic one: the other needs a system library, so texts could have other widths elsewhere.
    """
    return ImageFont.truetype(
        paths.asset_folder() / "fonts" / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC
    )
