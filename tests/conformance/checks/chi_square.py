"""The chi-squared test of counts, with nothing but `math`: Numba loads SciPy into every process if it is installed."""

import math
from collections.abc import Sequence


def p_value(got: Sequence[float], expected: Sequence[float] | None = None) -> float:
    """How likely counts are that differ at least so much from those expected: from the same for each, unless given."""
    wanted = [sum(got) / len(got)] * len(got) if expected is None else expected
    assert math.isclose(sum(got), sum(wanted), rel_tol=1e-8), "the counts must have the same sum"
    return upper_gamma((len(got) - 1) / 2, sum((g - w) ** 2 / w for g, w in zip(got, wanted, strict=True)) / 2)


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function of 1/2, 1, 3/2 ...: a sum of terms none of which is negative."""
    if x == 0:
        return 1.0
    a = 1.0 if shape == int(shape) else 0.5
    found = math.exp(-x) if a == 1 else math.erfc(math.sqrt(x))
    while a < shape:
        found += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return found
