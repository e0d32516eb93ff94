"""Copies: clones of a match, matches imagined from the view of a seat, and their memory."""

import tracemalloc

from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.observation import imagine, observe

CLONES = 5_000
"""The number of copies that a pass makes."""
IMAGINED = 500
"""The number of matches that a pass imagines."""
HELD = 200
"""The number of copies held at once to measure the memory of one."""


class Clones:
    """Copies of a match."""

    def __init__(self, match: Match) -> None:
        """Remember the match."""
        self.count = CLONES
        self._match = match

    def run_all(self) -> None:
        """Make the copies: one pass."""
        for _ in range(self.count):
            self._match.clone()


class Imagined:
    """Matches that agree with the view of one seat, as bots imagine them before they think."""

    def __init__(self, match: Match) -> None:
        """Observe the match from its first seat."""
        self.count = IMAGINED
        self._seen = observe(match, 0)

    def run_all(self) -> None:
        """Imagine the matches: one pass."""
        for seed in range(self.count):
            imagine(self._seen, Dice(seed))


def bytes_of(match: Match) -> float:
    """Return the memory that one more copy of a match takes, in bytes."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    held = [match.clone() for _ in range(HELD)]
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken / len(held)
