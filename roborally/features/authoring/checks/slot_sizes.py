"""Finds data in the slots of a match (the data of each plugin) that grows in every turn."""

from collections.abc import Iterator
from itertools import pairwise

from roborally.core.match import Match

GROWING_TURNS = 6
"""The number of turns after each of which a value must have grown to be reported."""


class Sizes:
    """The sizes of all tuples and dicts in the slots of a match after each turn."""

    def __init__(self) -> None:
        self._seen: dict[str, list[int]] = {}

    def look(self, match: Match) -> None:
        """Measure the slots; to be called at the end of each turn."""
        for name, slot in match.state.ext.items():
            for key, value in slot.items():
                if isinstance(value, tuple | dict):
                    self._seen.setdefault(f'ext["{name}"]["{key}"]', []).append(_size(value))

    def growing(self) -> Iterator[str]:
        """Yield the paths of the values that have grown in every turn, such as `ext["oil"]["spills"]`."""
        for path, sizes in self._seen.items():
            if len(sizes) >= GROWING_TURNS and all(one < other for one, other in pairwise(sizes)):
                yield path


def _size(value: object) -> int:
    """Return how many scalars a nested value holds; keys of dicts count, too."""
    if isinstance(value, dict):
        return len(value) + sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, tuple) else 1
