"""Finds the known name that a misspelt one probably means, for error messages."""

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.6
"""The default least similarity of two names, from 0 (nothing in common) to 1 (equal), to suggest one for the other."""
MISSPELT = 0.85
"""The least similarity, 0 to 1, to take a name for misspelt that could also be one of a missing plugin."""


def nearest(name: str, known: Iterable[str], alike: float = ALIKE) -> str:
    """Return the known name most similar to `name`; empty if none has at least the similarity `alike`, 0 to 1."""
    return next(iter(get_close_matches(name, sorted(known), 1, alike)), "")
