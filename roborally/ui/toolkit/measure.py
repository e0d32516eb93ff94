"""Measures texts without drawing them, for the layout: a label takes a millisecond, this a few microseconds."""

import re
from functools import cache, lru_cache

import pyglet

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import POINTS_PER_PIXEL, Framed, Label, as_rendered

_GAPS = re.compile("([ \N{ZERO WIDTH SPACE}\t])")
"""Matches a character at which a line may be broken."""

EVEN = 3.0
"""The precision in units with which `evened` finds the least width of a text."""
SPARE = 1.06
"""The factor by which lines are wider than measured, because rounding makes letters wider in some windows."""


@lru_cache(maxsize=64)
def _font(name: str, points: float, bold: bool) -> pyglet.font.base.Font:
    theme.load_fonts()
    return pyglet.font.load(name, points, weight="bold" if bold else "normal", dpi=96)


@lru_cache(maxsize=8192)
def _advance(text: str, name: str, points: float, bold: bool) -> float:
    """Return the width of a text in pixels at a font size of `points`, with each letter rounded to whole pixels."""
    if not text:
        return 0.0
    glyphs, _offsets = _font(name, points, bold).get_glyphs(text)
    return float(sum(glyph.advance for glyph in glyphs))


@lru_cache(maxsize=8192)
def _lines(text: str, points: float, room: int, font: str, bold: bool) -> int:
    """Return the number of lines of a text wrapped at `room` pixels, broken as pyglet breaks it."""
    count = 0
    for paragraph in as_rendered(text, wraps=True).split("\n"):
        count, used, may_break = count + 1, 0.0, False
        for part in filter(None, _GAPS.split(paragraph)):
            wide, is_gap = _advance(part, font, points, bold), bool(_GAPS.fullmatch(part))
            if may_break and not is_gap and used + wide >= room:
                count, used, may_break = count + 1, 0.0, False
            used += wide
            may_break = may_break or is_gap
    return count


class Metrics:
    """Measures texts in units, for a window with `scale` pixels a unit; `size` is a font size in units."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def width(self, text: str, size: float, font: str = theme.TEXT, bold: bool = False) -> float:
        """Return the width of the longest line of a text that is not wrapped, in units."""
        points = size * POINTS_PER_PIXEL * self.scale
        return max(_advance(line, font, points, bold) for line in as_rendered(text).split("\n")) / self.scale

    def word(self, text: str, size: float, font: str = theme.TEXT, bold: bool = False) -> float:
        """Return the width of the longest word of a text, in units."""
        points = size * POINTS_PER_PIXEL * self.scale
        words = re.split("[ \N{ZERO WIDTH SPACE}\t\n]", as_rendered(text, wraps=True))
        return max(_advance(word, font, points, bold) for word in words) / self.scale

    def line(self, size: float, font: str = theme.TEXT, bold: bool = False) -> float:
        """Return the height of a line of text, in units."""
        face = _font(font, size * POINTS_PER_PIXEL * self.scale, bold)
        return float(face.ascent - face.descent) / self.scale

    def lines(self, text: str, size: float, width: float, font: str = theme.TEXT, bold: bool = False) -> int:
        """Return the number of lines of a text wrapped at a width in units."""
        return _lines(text, size * POINTS_PER_PIXEL * self.scale, int(width * self.scale), font, bold)


@cache
def metrics(scale: float) -> Metrics:
    """Return the cached `Metrics` for a scale in pixels a unit."""
    return Metrics(scale)


def evened(
    canvas: Framed, text: str, size: float, width: float, font: str = theme.TEXT, *, bold: bool = False
) -> float:
    """Return about the least width, in design units, at which a wrapped text has as many lines as at `width`."""
    m = metrics(canvas.frame.scale)
    lines, narrow = m.lines(text, size, width, font, bold), m.word(text, size, font, bold)
    while width - narrow > EVEN:
        middle = (narrow + width) / 2
        narrow, width = (narrow, middle) if m.lines(text, size, middle, font, bold) == lines else (middle, width)
    return width


def even_out(canvas: Framed, label: Label) -> None:
    """Make a wrapped label as narrow as possible without more lines; then its lines are about equally long."""
    wide = evened(canvas, label.text, label.size, label.width, label.font, bold=label.bold)
    label.wrap_at(min(label.width, wide * SPARE))


def text_width(canvas: Framed, text: str, size: float, font: str = theme.TEXT, *, bold: bool = False) -> float:
    """Return the width of a text that is not wrapped, in design units; an empty text counts as a space."""
    return metrics(canvas.frame.scale).width(text or " ", size, font, bold)


def heading_width(canvas: Framed, text: str, size: float) -> float:
    """Return the width of a text in the font of headings, in design units."""
    return text_width(canvas, text, size, theme.HEADING, bold=True)
