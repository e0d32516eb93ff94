"""Finds the name that somebody probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.6
"""How much of two names must be alike, of 1, for one to be taken for the other."""
MISSPELT = 0.85
"""How much must be alike where the other name may be right, too."""


def nearest(name: str, known: Iterable[str], alike: float = ALIKE) -> str:
    """Return the name most like `name`, or an empty text when none is like it."""
    return next(iter(get_close_matches(name, sorted(known), 1, alike)), "")
