"""Averages with intervals: bootstrap over bags, because games with the same bag are not independent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

RESAMPLES = 1000


@dataclass(frozen=True)
class Estimate:
    """An average and the ends of its interval, a 95 % interval unless stated otherwise."""

    mean: float
    low: float
    high: float


def average(numbers: Sequence[float]) -> float:
    """The mean; 0 if there are no numbers."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def bootstrap(numbers: Sequence[float], seed: int = 0, middle: float = 0.95) -> Estimate:
    """The mean of one number per bag, and the interval of the `middle`, such as 95 %, of resampled means."""
    if not numbers:
        return Estimate(0.0, 0.0, 0.0)
    rng = Random(seed)
    size = len(numbers)
    means = sorted(
        sum(numbers[int(rng.random() * size)] for _ in range(size)) / size for _ in range(RESAMPLES)
    )
    beyond = int((1 - middle) / 2 * RESAMPLES)
    low, high = means[beyond], means[RESAMPLES - 1 - beyond]
    return Estimate(round(average(numbers), 4), round(low, 4), round(high, 4))


def percentile(numbers: Sequence[float], share: float) -> float:
    """The number below which this share of them lies; 0 if there are none."""
    if not numbers:
        return 0.0
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
