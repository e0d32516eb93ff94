"""The rule for names of players and bots, and the test whether a text is entirely visible.

Settings, lobbies, match files, servers and games by post use it, so that all accept the same names.
"""

import re
import unicodedata
from collections.abc import Iterable

from roborally.base.errors import GameError, Message

MAX_NAME = 24
"""The maximum length of a name, in Unicode characters."""

JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Invisible letters that only change the look of their neighbours: non-joiner, joiner, and two variation selectors."""
UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u2800\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
"""Ranges for a regular expression: control characters, invisible letters, and letters without a glyph."""
_SYMBOL = (
    r"\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d"
    r"\u3297\u3299\U0001f000-\U0001faff"
)
_JOINED = r"\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff"
"""Ranges of Arabic and Persian letters, and those of India's scripts, whose forms depend on their neighbours."""
_SEEN = (
    rf"(?:[^{UNSEEN}]|(?<=[{_SYMBOL}#*0-9])[\ufe0e\ufe0f]|(?<=[{_SYMBOL}\ufe0f])\u200d(?=[{_SYMBOL}])"
    rf"|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}]))"
)
_NOT_SEEN = re.compile(rf"(?!{_SEEN})[^\t]")
VISIBLE = rf"^{_SEEN}+\Z"
"""A regular expression for a text of one or more visible letters; joiners are allowed where they have an effect."""
_BLANKS = re.compile(r"[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_LOOKS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρI1|0",
    "ABESlJKMHOPCTYXaesijopcyxdhqwlABEZHlKMNOPTYXovplllO",
    JOINERS,
)
"""Letters of other scripts, and digits, mapped to the Latin letters that they look like."""


def tidy_name(name: str) -> str:
    """Return a name as it is stored: in Unicode form NFC, with single blanks between words, and none at the ends."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", name)).strip(" ")


def name_problem(name: str) -> Message | None:
    """Return why a name is not allowed, or `None` if it is."""
    kept = tidy_name(name)
    if not 0 < len(kept) <= MAX_NAME or not is_visible(kept) or unicodedata.category(kept[0]).startswith("M"):
        return Message.of("names have 1 to {most} letters, all of which can be seen", most=MAX_NAME)
    return None


def checked_name(name: str) -> str:
    """Return a name as it is stored, with tidy blanks; raise `GameError` if it is not allowed."""
    if problem := name_problem(name):
        raise GameError("invalid name {name!r}: {problem}", name=name, problem=problem)
    return tidy_name(name)


def is_visible(text: str) -> bool:
    """Return whether a text is not empty and all its letters are visible."""
    return re.match(VISIBLE, text) is not None


def visible_part(text: str) -> str:
    """Return a text without its invisible letters."""
    return "".join(re.findall(_SEEN, text))


def printable(text: str) -> str:
    r"""Return a text as one line for a terminal, with invisible and control characters replaced by `\ufffd`."""
    return _NOT_SEEN.sub("\ufffd", " ".join(text.splitlines()))


def look(name: str) -> str:
    """Return a key by which names can be compared: equal for names that look alike."""
    return unicodedata.normalize("NFKD", tidy_name(name)).translate(_LOOKS)


def isolated(name: str) -> str:
    """Return a name for use in another text; one that is written right to left is wrapped in direction marks."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name) else name


def numbered(name: str, taken: Iterable[str]) -> str:
    """Return `name`, with the first free number from 2 on appended if it looks like one of `taken`."""
    looks = {look(other) for other in taken}
    if look(name) not in looks:
        return name
    number = 2
    while look(wish := f"{name[: MAX_NAME - 1 - len(str(number))].rstrip(JOINERS + ' ')} {number}") in looks:
        number += 1
    return wish
