"""Converts values to chances: each lead as a share of the whole."""

from collections.abc import Sequence
from math import exp


def share(values: Sequence[float], at: int, spread: float) -> float:
    """Return the chance of one of several values to be the best in the end, from 0 to 1; all chances add up to 1.

    A lead of `spread` makes it e times as likely (a logit model).
    """
    best = max(values)
    weights = [exp((value - best) / spread) for value in values]
    return weights[at] / sum(weights)
