"""Converts the values of several players' positions to chances to win, for plugins that register a `Lookahead`."""

from collections.abc import Sequence
from math import exp


def share(values: Sequence[float], at: int, spread: float) -> float:
    """Return the chance that the value at index `at` is the best in the end, from 0 to 1; all chances add up to 1.

    A lead of `spread` over another value means a chance e times as large (a logit model).
    """
    best = max(values)
    weights = [exp((value - best) / spread) for value in values]
    return weights[at] / sum(weights)
