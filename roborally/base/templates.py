"""Texts with names in braces, as authors of plugins and translators write them; a wrong one must stop nothing."""

import string
from collections.abc import Mapping
from typing import Any


def names_in(template: str) -> set[str]:
    """Return the names in braces; raise `ValueError` when the braces do not match."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def filled(template: str, values: Mapping[str, Any]) -> str:
    """Return a template with its values; a name without one reads as a question mark, a broken template stays."""
    try:
        return template.format_map(_Known(values))
    except (ValueError, IndexError, KeyError, AttributeError, TypeError):
        return template


class _Known(dict[str, Any]):
    """The values of a template; a name without one reads as a question mark."""

    def __missing__(self, name: str) -> str:
        return "?"
