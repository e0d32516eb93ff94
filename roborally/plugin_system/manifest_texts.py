"""Checks the texts in a manifest, and moves those written with a card or a robot to their tables."""

import re
from pathlib import Path
from typing import Any

from roborally.base.translation import MAX_TEXT
from roborally.plugin_system.errors import PluginError

_MOVING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters and letters that change the direction of writing, but not blanks, new lines and soft hyphens."""

OWNERS = ("command", "element", "option", "piece", "robot")
"""The tables whose entries may hold entries of the `GATHERED` tables."""
GATHERED = (
    "act",
    "answer",
    "cause",
    "event_rules",
    "gone",
    "heal",
    "hurt",
    "log",
    "move",
    "phase",
    "question",
    "question_rules",
    "sound",
    "topic",
    "turn",
)
"""The tables whose entries may be written elsewhere: `question.brakes = "…"` in `[option.brakes]`."""


def gather(data: dict[str, Any], path: Path) -> None:
    """Move `GATHERED` tables out of entries of `OWNERS` to the top, in place; raise `PluginError` for a double key."""
    entries = [(owner, name, entry) for owner in OWNERS for name, entry in _table(data.get(owner)).items()]
    for owner, name, entry in entries:
        for table in [table for table in GATHERED if isinstance(_table(entry).get(table), dict)]:
            whole = data.setdefault(table, {})
            for key, value in entry.pop(table).items():
                if key in whole:
                    raise PluginError(
                        "{owner}.{name}.{table}: the plugin has another {key!r} in [{table}]",
                        where=path,
                        owner=owner,
                        name=name,
                        table=table,
                        key=key,
                    )
                whole[key] = value


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def check_texts(data: dict[str, Any], path: Path) -> None:
    """Raise `PluginError` for a text that is too long or contains invisible letters, such as escapes."""
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
