"""Finds out whether a frame would look like the one before, without drawing it.

In a rehearsal, the drawing methods of all visible screens run as usual, but layers, sprite lists and cached pictures
only note what they would draw. Two rehearsals with equal notes, and without a change in between, look the same.
"""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from itertools import count

VERSIONS = count(1)
"""Version numbers of contents, unique for each."""


class Notes:
    """The result of a rehearsal: `drawn` in order, and whether any of it has `changed` since it was last drawn."""

    def __init__(self) -> None:
        """Start empty."""
        self.drawn: list[Hashable] = []
        self.changed = False


_running: list[Notes] = []


def is_rehearsal() -> bool:
    """Return whether drawing is only rehearsed."""
    return bool(_running)


def note(*what: Hashable, changed: bool = False) -> None:
    """Note what would be drawn; only in a rehearsal."""
    notes = _running[-1]
    notes.drawn.append(what)
    notes.changed = notes.changed or changed


@contextmanager
def rehearsal() -> Iterator[Notes]:
    """Rehearse the drawing in the block."""
    notes = Notes()
    _running.append(notes)
    try:
        yield notes
    finally:
        _running.pop()
