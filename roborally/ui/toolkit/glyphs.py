"""Lets the window draw letters that its fonts lack, and orders words that are read from right to left."""

import re
import sys
from collections.abc import Callable
from typing import Any

from PIL import Image
from pyglet.font.base import GlyphPosition
from pyglet.image import ImageData
from pyglet.image.atlas import AllocatorException

from roborally.base.player_names import JOINERS, MAX_NAME
from roborally.base.system_fonts import RIGHT_TO_LEFT, drawn, pieces

_LETTER = rf"[{RIGHT_TO_LEFT}{JOINERS}0-9'’-]"
_WORDS = re.compile(rf"[{RIGHT_TO_LEFT}]{_LETTER}*(?: {_LETTER}+)* {_LETTER}*[{RIGHT_TO_LEFT}]{_LETTER}*")
"""Several words that are read from right to left; anything that is not part of a word ends a name."""
Setting = tuple[list[Any], list[GlyphPosition]]


def install() -> None:
    """Let pyglet take missing letters from a font of the system; otherwise it draws boxes, and pictures in one size."""
    if sys.platform == "linux":
        from pyglet.font.freetype import FreeTypeFont  # exists only on Linux

        plain: Callable[[Any, str], Setting] = FreeTypeFont.get_glyphs

        def glyphs(font: FreeTypeFont, text: str) -> Setting:
            return plain(font, text) if text.isascii() else _set(font, text, plain)

        FreeTypeFont.get_glyphs = glyphs  # type: ignore[method-assign,assignment] # it has no setting


def in_order(text: str, *, wraps: bool = False) -> str:
    """Return a text with the words of each right-to-left name in visual order; their letters are drawn so.

    A text that `wraps` may be broken anywhere: only its names are ordered, and their words stay together.
    """
    if text.isascii():
        return text

    def turned(found: re.Match[str]) -> str:
        words = found[0].split(" ")[::-1]
        if not wraps:
            return " ".join(words)
        return "\N{NO-BREAK SPACE}".join(words) if len(found[0]) <= MAX_NAME else found[0]

    return _WORDS.sub(turned, text)


def _set(font: Any, text: str, plain: Callable[[Any, str], Setting]) -> Setting:
    """Return a glyph for each letter; of a piece drawn as one the first has the glyph, and the others are empty."""
    glyphs: list[Any] = []
    own = ""
    for piece, is_lacking in pieces(text, lambda letter: letter.isascii() or font.face.get_character_index(letter)):
        glyph = (font.glyphs.get(piece) or _supplied(font, piece)) if is_lacking else None
        if glyph is None:
            own += piece
        else:
            glyphs += [*plain(font, own)[0], glyph, *[_nothing(font)] * (len(piece) - 1)]
            own = ""
    return [*glyphs, *plain(font, own)[0]], [GlyphPosition(0, 0, 0, 0)] * len(text)


def _supplied(font: Any, piece: str) -> Any:
    """Return the glyph of a piece that a font lacks, or `None`; it is cached with the font."""
    made = drawn(piece, round(font.pixel_size), bold=font.weight == "bold")
    if made is None:
        return None
    font.get_glyphs(" ")  # creates the atlas of the font's glyphs
    picture, left, below, advance = made
    most = font.texture_bin.texture_width - 4
    if picture.width > most:
        picture, advance = picture.resize((most, picture.height), Image.Resampling.LANCZOS), most
    data = ImageData(*picture.size, "RGBA", picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes())
    try:
        glyph = font.create_glyph(data)
    except AllocatorException:  # higher than any glyph of this font size should be
        return None
    glyph.set_bearings(below, left, advance)
    font.glyphs[piece] = glyph
    return glyph


def _nothing(font: Any) -> Any:
    """Return a glyph without width."""
    if "" not in font.glyphs:
        font.glyphs[""] = font.create_glyph(ImageData(1, 1, "RGBA", bytes(4)))
        font.glyphs[""].set_bearings(0, 0, 0)
    return font.glyphs[""]
