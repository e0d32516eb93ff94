"""Limits for untrusted data: messages of a server or a client, saved games, replays.

JSON is checked before it is decoded, because a few bytes can make large objects; the decoded values are checked before
any other code uses them.
"""

from collections.abc import Iterable
from typing import Any

MAX_DEPTH = 12
"""The maximum depth of nested lists and tables; a saved match needs 8."""
MAX_TEXT = 10_000
"""The maximum length, in characters, of a text in decoded data."""
MAX_WHOLE = 2**63
"""Whole numbers in decoded data must be smaller than this, and larger than its negative."""


def items_in(content: bytes) -> int:
    """Return an upper bound for the number of values in a JSON text, without decoding it."""
    return content.count(b",") + content.count(b"[") + content.count(b"{")


def check_values(value: Any) -> None:
    """Raise `ValueError` if lists and dicts are nested deeper than `MAX_DEPTH`, or a text or number is too large."""
    layer = [value]
    for _depth in range(MAX_DEPTH):
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
