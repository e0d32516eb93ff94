"""Breaks texts into lines before they are shown, so that they can be scrolled line by line."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from roborally.base.fonts import font

SAFETY = 1.12
"""The factor by which a window may widen a text measured here, because small letters are rounded up to whole pixels."""


@cache
def _length(word: str, size: int) -> float:
    return font("Inter-Regular", size).getlength(word) * SAFETY


def widest_word(text: str, size: int) -> float:
    """Return the width of the widest word of a text in the text font, in design units."""
    return max((_length(word, size) for word in text.split()), default=0.0)


def lines_of(text: str, size: int, width: float) -> Iterator[str]:
    """Yield a text in the text font as lines of at most `width`, in design units."""
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


BREAK = "\N{ZERO WIDTH SPACE}"
"""An invisible character at which a line may break in a word."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
"""A character at which a word may be broken with a hyphen; otherwise it is invisible."""


SEPARATORS = (r"/\\", r"_.-")
"""The characters after which a word is broken first, and those for parts that are still too wide."""


def breakable(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Return a text with break points in words that `measure` finds wider than a line of `width`.

    A path is broken after its separators, and a name that is still too wide between its letters.
    """

    def broken(word: str, separators: Sequence[str] = SEPARATORS) -> str:
        if measure(word) <= width:
            return word
        if not separators:
            return BREAK.join(word)
        parts = re.findall(f"[^{separators[0]}]+[{separators[0]}]?|.", word)
        return BREAK.join(broken(part, separators[1:]) for part in parts)

    return re.sub(r"\S+", lambda word: broken(word[0]), text)
