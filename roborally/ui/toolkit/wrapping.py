"""Breaks texts into lines before they are shown, so that they can be scrolled line by line."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from roborally.base.fonts import font

SAFETY = 1.12
"""How much wider the window may set a text than it is measured here: small letters are rounded up to whole pixels."""


@cache
def _length(word: str, size: int) -> float:
    return font("Inter-Regular", size).getlength(word) * SAFETY


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


BREAK = "\N{ZERO WIDTH SPACE}"
"""Where a line may end within a word; it is not seen."""


SEPARATORS = (r"/\\", r"_.-")
"""Behind what a word is broken first, and behind what its parts are if one is still too wide."""


def breakable(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Return a text whose words may be broken where `measure` says that they are wider than a line of `width`.

    A path is broken behind its separators, and a name that is too wide by itself between its letters in the end.
    """

    def broken(word: str, separators: Sequence[str] = SEPARATORS) -> str:
        if measure(word) <= width:
            return word
        if not separators:
            return BREAK.join(word)
        parts = re.findall(f"[^{separators[0]}]+[{separators[0]}]?|.", word)
        return BREAK.join(broken(part, separators[1:]) for part in parts)

    return re.sub(r"\S+", lambda word: broken(word[0]), text)
