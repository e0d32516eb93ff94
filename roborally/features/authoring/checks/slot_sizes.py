"""Finds what grows without end in the slots of a match."""

from collections.abc import Iterator
from itertools import pairwise

from roborally.core.match import Match

GROWING_TURNS = 6
"""A list or dict that is longer after every one of so many turns grows without end."""


class Sizes:
    """How long the tuples and dicts of the slots were after each turn."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._seen: dict[str, list[int]] = {}

    def look(self, match: Match) -> None:
        """Measure at the end of a turn."""
        for name, slot in match.state.ext.items():
            for key, value in slot.items():
                if isinstance(value, tuple | dict):
                    self._seen.setdefault(f'ext["{name}"]["{key}"]', []).append(_size(value))

    def growing(self) -> Iterator[str]:
        """Yield the paths of what was longer after every turn."""
        for path, sizes in self._seen.items():
            if len(sizes) >= GROWING_TURNS and all(one < other for one, other in pairwise(sizes)):
                yield path


def _size(value: object) -> int:
    """Return how many scalars a value holds."""
    if isinstance(value, dict):
        return len(value) + sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, tuple) else 1
