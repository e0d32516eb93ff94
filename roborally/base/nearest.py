"""Finds the name that somebody probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the name most like `name`, or an empty text when none is like it."""
    return next(iter(get_close_matches(name, sorted(known), 1)), "")
