"""The game's own fonts, for pictures that are drawn without a window and for measuring texts."""

from functools import cache

from PIL import ImageFont

from roborally.base import paths


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font of `assets/fonts` by its file's name without the ending, `size` pixels high.

    Uses Pillow's basic layout: the other one needs a system library, and without that library the same text would
    have another width.
    """
    return ImageFont.truetype(
        paths.asset_folder() / "fonts" / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC
    )
