"""Texts broken into lines before they are shown, so that they can be scrolled line by line."""

from collections.abc import Iterator
from functools import cache

from PIL import ImageFont

from roborally.ui import theme

SAFETY = 1.04
"""How much wider the window may set a text than it is measured here: it rounds letters to whole pixels."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(theme.asset("fonts", "Inter-Regular.ttf"), size)


@cache
def _length(word: str, size: int) -> float:
    return _font(size).getlength(word) * SAFETY


def lines_of(text: str, size: int, width: float) -> Iterator[str]:
    """Yield a text in the font of texts as lines of at most a width, in design units."""
    line: list[str] = []
    room = width
    for word in text.split(" "):
        length = _length(word, size)
        if line and length > room:
            yield " ".join(line)
            line, room = [], width
        line.append(word)
        room -= length + _length(" ", size)
    yield " ".join(line)
