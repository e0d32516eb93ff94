"""Finds the known name that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.6
"""The least similarity, from 0 to 1, for taking one name for another."""
MISSPELT = 0.85
"""The least similarity of a misspelt name to the right one, if the name itself may be right, too."""


def nearest(name: str, known: Iterable[str], alike: float = ALIKE) -> str:
    """Return the name most similar to `name`, or an empty text if none is similar enough."""
    return next(iter(get_close_matches(name, sorted(known), 1, alike)), "")
