"""The game's own fonts, for pictures that are drawn without a window and for measuring texts."""

from functools import cache

from PIL import ImageFont

from roborally.base import paths


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font of `assets/fonts` by its file's name without the ending, `size` pixels high.

    Letters are set one after another by Pillow itself: its other way needs a library of the system, and where that is
    missing the same text would be of another width.
    """
    return ImageFont.truetype(
        paths.asset_folder() / "fonts" / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC
    )
