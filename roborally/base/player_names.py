"""The rule for the names of players and bots, and the letters of a text that are invisible.

Settings, lobbies, match files, servers and games by post all use it, so they accept the same names.
"""

import re
import unicodedata
from collections.abc import Iterable

from roborally.base.errors import GameError, Message

MAX_NAME = 24
"""The maximum number of letters of a name, as Unicode counts them."""

JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Letters that only change the look of their neighbours: non-joiner, joiner, and the two looks of a symbol."""
UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u2800\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
"""Control characters, letters that are invisible or change the writing direction, and letters without a look."""
_SYMBOL = (
    r"\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d"
    r"\u3297\u3299\U0001f000-\U0001faff"
)
_JOINED = r"\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff"
"""Letters of Arabic and Persian, and of the scripts of India, whose forms depend on their neighbours."""
_SEEN = (
    rf"(?:[^{UNSEEN}]|(?<=[{_SYMBOL}#*0-9])[\ufe0e\ufe0f]|(?<=[{_SYMBOL}\ufe0f])\u200d(?=[{_SYMBOL}])"
    rf"|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}]))"
)
_NOT_SEEN = re.compile(rf"(?!{_SEEN})[^\t]")
VISIBLE = rf"^{_SEEN}+\Z"
"""A text that is entirely visible; joiners are allowed where they have an effect."""
_BLANKS = re.compile(r"[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_LOOKS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρI1|0",
    "ABESlJKMHOPCTYXaesijopcyxdhqwlABEZHlKMNOPTYXovplllO",
    JOINERS,
)
"""Letters of other scripts, and digits, that look like Latin letters."""


def tidy_name(name: str) -> str:
    """Return a name in its stored form: composed letters (NFC), single blanks, and none at the ends."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", name)).strip(" ")


def name_problem(name: str) -> Message | None:
    """Return why a name is not allowed, or `None`."""
    kept = tidy_name(name)
    if not 0 < len(kept) <= MAX_NAME or not is_visible(kept) or unicodedata.category(kept[0]).startswith("M"):
        return Message.of("names have 1 to {most} letters, all of which can be seen", most=MAX_NAME)
    return None


def checked_name(name: str) -> str:
    """Return a name in its stored form; raise `GameError` if it is not allowed."""
    if problem := name_problem(name):
        raise GameError("invalid name {name!r}: {problem}", name=name, problem=problem)
    return tidy_name(name)


def is_visible(text: str) -> bool:
    """Return whether a text has at least one letter and is entirely visible."""
    return re.match(VISIBLE, text) is not None


def visible_part(text: str) -> str:
    """Return a text without its invisible letters."""
    return "".join(re.findall(_SEEN, text))


def printable(text: str) -> str:
    """Return a text in one line, without anything that could move a terminal's cursor or hide a part of it."""
    return _NOT_SEEN.sub("\ufffd", " ".join(text.splitlines()))


def look(name: str) -> str:
    """Return a key that is the same for names that look alike."""
    return unicodedata.normalize("NFKD", tidy_name(name)).translate(_LOOKS)


def isolated(name: str) -> str:
    """Return a name for use in another text; a right-to-left name then does not turn the text around it."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name) else name


def numbered(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number appended if it looks like a name in `taken`."""
    looks = {look(other) for other in taken}
    if look(name) not in looks:
        return name
    number = 2
    while look(wish := f"{name[: MAX_NAME - 1 - len(str(number))].rstrip(JOINERS + ' ')} {number}") in looks:
        number += 1
    return wish
