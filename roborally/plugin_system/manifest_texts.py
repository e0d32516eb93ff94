"""Checks the texts of a manifest."""

import re
from pathlib import Path
from typing import Any

from roborally.base.translation import MAX_TEXT
from roborally.plugin_system.errors import PluginError

_MOVING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Escapes, and letters that change the direction of writing, except blanks, new lines and soft hyphens."""


def check_texts(data: dict[str, Any], path: Path) -> None:
    """Raise `PluginError` for a text that no window can show at once, or that looks different from its content."""
    waiting: list[Any] = [data]
    while waiting:
        match waiting.pop():
            case dict() as table:
                waiting += [*table, *table.values()]
            case list() as entries:
                waiting += entries
            case str(text) if len(text) > MAX_TEXT:
                raise PluginError(
                    "the text that begins with {start!r} has more than {most:,} characters",
                    where=path,
                    start=text[:20],
                    most=MAX_TEXT,
                )
            case str(text) if _MOVING.search(text):
                raise PluginError(
                    "the text {start!r} holds letters that nobody sees and that move what is seen",
                    where=path,
                    start=_MOVING.sub("", text)[:20],
                )
