"""Checks the texts of a manifest, and gathers those that are written with a card or a robot."""

import re
from pathlib import Path
from typing import Any

from roborally.base.translation import MAX_TEXT
from roborally.plugin_system.errors import PluginError

_MOVING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Escapes, and letters that change the direction of writing, except blanks, new lines and soft hyphens."""

OWNERS = ("command", "element", "option", "piece", "robot")
"""The tables whose entries may bring their own parts of other tables."""
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
"""The tables of which an entry may bring a part: `question.brakes = "…"` in `[option.brakes]`."""


def gather(data: dict[str, Any], path: Path) -> None:
    """Move the parts of other tables that entries bring to these tables, in place; refuse a key that is there twice."""
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
