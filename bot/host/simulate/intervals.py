"""Confidence intervals: what figures from a few games say about all games.

Shares have Wilson's interval, which holds for few games and for shares near 0 and 1;
means have the normal interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

import msgspec

CONFIDENCE: Final = 0.95


class Interval(msgspec.Struct, frozen=True):
    """The range that contains the true figure, in 95 of 100 cases."""

    low: float
    high: float


def deviations(intervals: int = 1) -> float:
    """Half the width of an interval, in standard deviations.

    Several intervals all hold at once in 95 of 100 cases (Bonferroni), so that among
    a hundred cards, five do not stand out by chance alone.
    """
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(intervals, 1))


def of_share(won: float, among: int, intervals: int = 1) -> Interval:
    """Wilson's interval of a share; `won` may be a fraction, for shared victories."""
    if not among:
        return Interval(0.0, 1.0)
    z = deviations(intervals)
    share = won / among
    centre = share + z * z / (2 * among)
    half = z * sqrt(share * (1 - share) / among + (z / (2 * among)) ** 2)
    scale = 1 + z * z / among
    return Interval(max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale))


def of_mean(values: Sequence[float]) -> Interval:
    """The interval of a mean; for fewer than two values, it is only their mean."""
    if len(values) < 2:
        mean = fmean(values) if values else 0.0
        return Interval(mean, mean)
    half = deviations() * stdev(values) / sqrt(len(values))
    mean = fmean(values)
    return Interval(mean - half, mean + half)
