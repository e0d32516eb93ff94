"""Bounds for data of strangers: messages of a server or a client, saved games, replays.

JSON is measured before it is decoded, because a few bytes make objects of many; what came of it is measured before
anything walks through it.
"""

from collections.abc import Iterable
from typing import Any

MAX_DEPTH = 12
"""How deeply lists and tables may be nested; a saved match needs 8."""
MAX_TEXT = 10_000
"""The longest text among values without a type of their own, in characters."""
MAX_WHOLE = 2**63
"""Whole numbers among such values are smaller than this."""


def items_in(content: bytes) -> int:
    """Return how many values JSON holds at most, without decoding it."""
    return content.count(b",") + content.count(b"[") + content.count(b"{")


def check_values(value: Any, depth: int = MAX_DEPTH) -> None:
    """Raise `ValueError` if lists and tables are nested deeper than `depth`, or a text or a number is too long."""
    layer = [value]
    for _depth in range(depth):
        for item in layer:
            if isinstance(item, str) and len(item) > MAX_TEXT:
                raise ValueError("a text is too long")
            if isinstance(item, int) and abs(item) >= MAX_WHOLE:
                raise ValueError("a number is too large")
        layer = [part for item in layer for part in _parts(item)]
        if not layer:
            return
    raise ValueError("too many lists lie in each other")


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    return value if isinstance(value, list | tuple) else ()
