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
"""Matches several words in a row that are read from right to left, such as a name."""
Setting = tuple[list[Any], list[GlyphPosition]]


def install() -> None:
    """Patch pyglet on Linux so that it draws letters that the game's fonts lack with fonts of the system."""
    if sys.platform == "linux":
        from pyglet.font.freetype import FreeTypeFont  # exists only on Linux

        plain: Callable[[Any, str], Setting] = FreeTypeFont.get_glyphs

        def glyphs(font: FreeTypeFont, text: str) -> Setting:
            return plain(font, text) if text.isascii() else _set(font, text, plain)

        FreeTypeFont.get_glyphs = glyphs  # type: ignore[method-assign,assignment] # it has no setting


def in_order(text: str, *, wraps: bool = False) -> str:
    """Return a text with the words of right-to-left names reordered as they are drawn, from left to right.

    In a text that `wraps`, only as many words as a player's name may have are ordered, and they stay on one line.
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
    """Return a glyph per letter, mostly by pyglet's `plain`; letters drawn as one get one glyph and empty ones."""
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
    """Return the glyph for letters that a font lacks, cached with the font; `None` if no system font has them."""
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
    if "" not in font.glyphs:
        font.glyphs[""] = font.create_glyph(ImageData(1, 1, "RGBA", bytes(4)))
        font.glyphs[""].set_bearings(0, 0, 0)
    return font.glyphs[""]
