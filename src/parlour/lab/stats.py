"""How sure a result is: intervals, sequential tests, and how many games a question needs."""

from math import ceil, log, sqrt

import numpy as np

Z95 = 1.959963984540054


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a rate; shared wins may count as fractions, which errs on the wide side."""
    if trials <= 0:
        return 0.0, 1.0
    p = successes / trials
    middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(hits: np.ndarray) -> dict[str, float]:
    """A share with its 95% interval, for a report; of nothing it is 0, and nothing is known of it."""
    low, high = wilson(float(hits.sum()), hits.size)
    return {"share": round(float(hits.sum()) / max(hits.size, 1), 4), "low": round(low, 4), "high": round(high, 4)}


def mean(numbers: np.ndarray) -> dict[str, float]:
    """A mean with its 95% interval and the middle nine tenths, for a report."""
    low, high = np.percentile(numbers, [5, 95])
    half = round(half_width(numbers), 2)
    return {"mean": round(float(numbers.mean()), 2), "half": half, "p5": float(low), "p95": float(high)}


def half_width(numbers: np.ndarray) -> float:
    """How far the 95% interval of a mean reaches to either side."""
    return float(Z95 * numbers.std(ddof=1) / numbers.size**0.5)


def games_needed(fair: float, expected: float, power: float = 0.9) -> int:
    """Games after which a two-sided test at 5% sees `expected` against `fair` with this power."""
    reach = {0.8: 0.8416212335729143, 0.9: 1.2815515655446004, 0.95: 1.6448536269514722}[power]
    spread = Z95 * sqrt(fair * (1 - fair)) + reach * sqrt(expected * (1 - expected))
    return ceil((spread / (expected - fair)) ** 2)


class Sequential:
    """Wald's sequential test of a rate: is it p0 or p1? Error rates alpha (p1 taken wrongly) and beta.

    A game counts as a share of a win from 0 to 1; a tie is worth its share of both logarithms.
    """

    def __init__(self, p0: float, p1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.win, self.loss = log(p1 / p0), log((1 - p1) / (1 - p0))
        self.lower, self.upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        self.sum = 0.0
        self.games = 0

    def add(self, share: float) -> None:
        self.sum += share * self.win + (1 - share) * self.loss
        self.games += 1

    @property
    def verdict(self) -> str:
        """ "yes" (p1), "no" (p0) or "" while it is open."""
        if self.sum >= self.upper:
            return "yes"
        return "no" if self.sum <= self.lower else ""
