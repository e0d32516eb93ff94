"""Finds out whether a frame would look like the one before, without drawing it, for `FramePace`.

In a rehearsal, the drawing methods of all visible screens run as usual, but layers, sprite lists and cached pictures
only note what they would draw. Two rehearsals with equal notes, and without a change in between, look the same.
"""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from itertools import count

VERSIONS = count(1)
"""Yields a new version number for each change of a content, such as a layer."""


class Notes:
    """The notes of a rehearsal: values that stand for what is `drawn`, and whether any content has `changed`."""

    def __init__(self) -> None:
        self.drawn: list[Hashable] = []
        self.changed = False


_running: list[Notes] = []


def is_rehearsal() -> bool:
    """Return whether drawing methods must only note the content, not draw it."""
    return bool(_running)


def note(*what: Hashable, changed: bool = False) -> None:
    """Note values that stand for content to be drawn, and whether it has changed; call this only in a rehearsal."""
    notes = _running[-1]
    notes.drawn.append(what)
    notes.changed = notes.changed or changed


@contextmanager
def rehearsal() -> Iterator[Notes]:
    """Let drawing methods in a `with` block only note what they would draw; the block gets the notes."""
    notes = Notes()
    _running.append(notes)
    try:
        yield notes
    finally:
        _running.pop()
