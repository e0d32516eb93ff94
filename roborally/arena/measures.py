"""The limits beyond which a course is too long, too deadly or unfair to a seat (docs/balance.md)."""

import math
from collections.abc import Sequence

SIGNIFICANT = 0.05
LEAST_SHARE = 0.6
"""A seat that wins less than this part of its expected share is disadvantaged, if there are enough games."""
ENOUGH_GAMES = 200
MAX_DESTRUCTIONS = 1.0
"""A course is too deadly if a robot is destroyed more often than this in the median game."""
MAX_TURNS = ((200, 15), (400, 20), (10_000, 30))
"""Pairs of cells and turns: on a course of up to that many cells the median game may take that many turns."""


def most_turns(cells: int) -> int:
    """Return the maximum number of turns of the median game on a course with this number of cells."""
    return next(most for size, most in MAX_TURNS if cells <= size)


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """Return the probability that chance alone deviates at least this far from the expected wins."""
    half = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True)) / 2
    freedom = len(counts) - 1
    odd = freedom % 2
    tail, power = (math.erfc(math.sqrt(half)), 0.5) if odd else (math.exp(-half), 1.0)
    while power < freedom / 2:
        tail += math.exp(-half) * half**power / math.gamma(power + 1)
        power += 1
    return tail


def holm(values: Sequence[float]) -> list[float]:
    """Return p values corrected for their number by Holm's method."""
    corrected, highest = [0.0] * len(values), 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, values[index] * (len(values) - rank)))
        corrected[index] = highest
    return corrected
