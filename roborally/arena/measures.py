"""The limits for courses that are too long, too deadly or unfair to a seat, and statistical tests (docs/balance.md)."""

import math
from collections.abc import Sequence

SIGNIFICANT = 0.05
LEAST_SHARE = 0.6
"""A seat that wins less than this part of its expected share is disadvantaged, if there are `ENOUGH_GAMES`."""
ENOUGH_GAMES = 200
MAX_DESTRUCTIONS = 1.0
"""The largest number of destructions per robot in the median game of a course that is not too deadly."""
MAX_TURNS = ((200, 15), (400, 20), (10_000, 30))
"""Pairs of cells and turns: on a course of up to that many cells the median game may take that many turns."""


def most_turns(cells: int) -> int:
    """Return how many turns the median game may take on a course with this number of cells, 10 000 at most."""
    return next(most for size, most in MAX_TURNS if cells <= size)


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """Return the p value of a chi-square test of counted against expected wins: small if chance cannot explain them."""
    half = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True)) / 2
    freedom = len(counts) - 1
    odd = freedom % 2
    tail, power = (math.erfc(math.sqrt(half)), 0.5) if odd else (math.exp(-half), 1.0)
    while power < freedom / 2:
        tail += math.exp(-half) * half**power / math.gamma(power + 1)
        power += 1
    return tail


def holm(values: Sequence[float]) -> list[float]:
    """Return p values, in the same order, corrected by Holm's method for the number of tests."""
    corrected, highest = [0.0] * len(values), 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, values[index] * (len(values) - rank)))
        corrected[index] = highest
    return corrected
