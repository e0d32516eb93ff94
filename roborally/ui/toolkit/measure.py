"""Sizes of texts, measured letter by letter: a label costs a millisecond, this a few microseconds."""

import re
from functools import cache, lru_cache

import pyglet

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import POINTS_PER_PIXEL, Framed, Label, as_rendered

_GAPS = re.compile("([ \N{ZERO WIDTH SPACE}\t])")
"""What a line may break at."""

EVEN = 3.0
"""The precision of the search for the least width of a text, in units."""
SPARE = 1.06
"""The spare line width, because rounding makes letters wider in some window sizes."""


@lru_cache(maxsize=64)
def _font(name: str, points: float, bold: bool) -> pyglet.font.base.Font:
    theme.load_fonts()
    return pyglet.font.load(name, points, weight="bold" if bold else "normal", dpi=96)


@lru_cache(maxsize=8192)
def _advance(text: str, name: str, points: float, bold: bool) -> float:
    """Return the width of a text in pixels of the window, where each letter is rounded to whole pixels."""
    if not text:
        return 0.0
    glyphs, _offsets = _font(name, points, bold).get_glyphs(text)
    return float(sum(glyph.advance for glyph in glyphs))


@lru_cache(maxsize=8192)
def _lines(text: str, points: float, room: int, font: str, bold: bool) -> int:
    """Return the number of lines of a text, broken as pyglet does: a word must be smaller than its room."""
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
    """Sizes of texts in units, for a window of `scale` pixels a unit."""

    def __init__(self, scale: float) -> None:
        """Measure for windows of a scale."""
        self.scale = scale

    def width(self, text: str, size: float, font: str = theme.TEXT, bold: bool = False) -> float:
        """Return the width of the longest line of a text."""
        points = size * POINTS_PER_PIXEL * self.scale
        return max(_advance(line, font, points, bold) for line in as_rendered(text).split("\n")) / self.scale

    def word(self, text: str, size: float, font: str = theme.TEXT, bold: bool = False) -> float:
        """Return the width of the longest word."""
        points = size * POINTS_PER_PIXEL * self.scale
        words = re.split("[ \N{ZERO WIDTH SPACE}\t\n]", as_rendered(text, wraps=True))
        return max(_advance(word, font, points, bold) for word in words) / self.scale

    def line(self, size: float, font: str = theme.TEXT, bold: bool = False) -> float:
        """Return the height of a line."""
        face = _font(font, size * POINTS_PER_PIXEL * self.scale, bold)
        return float(face.ascent - face.descent) / self.scale

    def lines(self, text: str, size: float, width: float, font: str = theme.TEXT, bold: bool = False) -> int:
        """Return the number of lines of a text that is wrapped at a width."""
        return _lines(text, size * POINTS_PER_PIXEL * self.scale, int(width * self.scale), font, bold)


@cache
def metrics(scale: float) -> Metrics:
    """Return the metrics for a scale."""
    return Metrics(scale)


def evened(
    canvas: Framed, text: str, size: float, width: float, font: str = theme.TEXT, *, bold: bool = False
) -> float:
    """Return about the least width in which a wrapped text has no more lines than in `width`, in design units."""
    m = metrics(canvas.frame.scale)
    lines, narrow = m.lines(text, size, width, font, bold), m.word(text, size, font, bold)
    while width - narrow > EVEN:
        middle = (narrow + width) / 2
        narrow, width = (narrow, middle) if m.lines(text, size, middle, font, bold) == lines else (middle, width)
    return width


def even_out(canvas: Framed, label: Label) -> None:
    """Balance the lines of a wrapped label on a canvas, so that no word stands alone on the last one."""
    wide = evened(canvas, label.text, label.size, label.width, label.font, bold=label.bold)
    label.wrap_at(min(label.width, wide * SPARE))


def text_width(canvas: Framed, text: str, size: float, font: str = theme.TEXT, *, bold: bool = False) -> float:
    """Return the width of a text, in design units; that of a space for no text."""
    return metrics(canvas.frame.scale).width(text or " ", size, font, bold)


def heading_width(canvas: Framed, text: str, size: float) -> float:
    """Return the width of a text in the font of headings, in design units."""
    return text_width(canvas, text, size, theme.HEADING, bold=True)
