"""Breaks texts into lines without drawing them, and long words into parts, for logs and dialogs."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from roborally.base.fonts import font

SAFETY = 1.12
"""The factor by which a text may be wider in a window, where the widths of letters are rounded to pixels."""


@cache
def _length(word: str, size: int) -> float:
    return font("Inter-Regular", size).getlength(word) * SAFETY


def widest_word(text: str, size: int) -> float:
    """Return the width of the widest word in the font of texts, in design units; 0 for an empty text."""
    return max((_length(word, size) for word in text.split()), default=0.0)


def lines_of(text: str, size: int, width: float) -> Iterator[str]:
    """Yield the lines of a text wrapped at `width` design units, in the font of texts."""
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
"""An invisible character in a word at which a line may be broken."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
"""An invisible character in a word, which becomes a hyphen if a line is broken at it."""


SEPARATORS = (r"/\\", r"_.-")
"""Characters (as in a regular expression) after which a word is broken, and those for parts still too wide."""


def breakable(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Return a text with invisible break points in each word whose `measure` is larger than `width`.

    Words are broken after the characters of `SEPARATORS`, and parts that are still too wide after any letter.
    """

    def broken(word: str, separators: Sequence[str] = SEPARATORS) -> str:
        if measure(word) <= width:
            return word
        if not separators:
            return BREAK.join(word)
        parts = re.findall(f"[^{separators[0]}]+[{separators[0]}]?|.", word)
        return BREAK.join(broken(part, separators[1:]) for part in parts)

    return re.sub(r"\S+", lambda word: broken(word[0]), text)
