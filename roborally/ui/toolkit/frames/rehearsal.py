"""Finds out whether a frame would look like the one before, without drawing it, for `FramePace`.

In a rehearsal, the drawing methods of all visible screens run as usual, but layers, sprite lists and cached pictures
only note what they would draw. Two rehearsals with equal notes, and without a change in between, look the same.
"""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from itertools import count

VERSIONS = count(1)
"""Gives numbers to versions of contents; no two versions get the same."""


class Notes:
    """The result of a rehearsal: `drawn` says what would be drawn, in order, `changed` if any has changed since."""

    def __init__(self) -> None:
        self.drawn: list[Hashable] = []
        self.changed = False


_running: list[Notes] = []


def is_rehearsal() -> bool:
    """Return whether drawing methods must only note what they would draw."""
    return bool(_running)


def note(*what: Hashable, changed: bool = False) -> None:
    """Note values that stand for what would be drawn, and whether it has changed; call this only in a rehearsal."""
    notes = _running[-1]
    notes.drawn.append(what)
    notes.changed = notes.changed or changed


@contextmanager
def rehearsal() -> Iterator[Notes]:
    """Let drawing in the block of a `with` statement only be noted, in the notes that the block gets."""
    notes = Notes()
    _running.append(notes)
    try:
        yield notes
    finally:
        _running.pop()
