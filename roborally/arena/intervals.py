"""Confidence intervals of shares, and percentiles."""

import math
from collections.abc import Sequence
from typing import NamedTuple

NORMAL_95 = 1.959963984540054
"""The number of standard deviations on each side that contain 95 % of a normal distribution."""


class Interval(NamedTuple):
    """The two ends of a 95 % confidence interval of a share, 0 to 1."""

    low: float
    high: float


def wilson(wins: int, played: int) -> Interval:
    """Return Wilson's 95 % interval for the share of games won, 0 to 1; the whole range if none was played."""
    if played == 0:
        return Interval(0.0, 1.0)
    share, square = wins / played, NORMAL_95**2
    centre = (share + square / (2 * played)) / (1 + square / played)
    half = NORMAL_95 / (1 + square / played) * math.sqrt(share * (1 - share) / played + square / (4 * played**2))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def percentile(ascending: Sequence[int], share: int) -> int:
    """Return the percentile `share`, 0 to 100, of one or more values in ascending order, by the nearest rank."""
    return ascending[max(0, math.ceil(len(ascending) * share / 100) - 1)]
