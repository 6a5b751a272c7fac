"""How sure a report is: every estimate with its range, corrected by Holm over the whole report, and its verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from statistics import NormalDist

NORMAL = NormalDist()
# The error rate that a whole report keeps: that one verdict or more in it is not so.
ALPHA = 0.05
# Below this a finding is called sure, else fairly sure.
SURE = 0.001

# What may be said: inside the margin and no effect seen; real, but inside; across its edge; beyond it; or nothing yet.
SAME, TOUCH, EDGE, LOOK, OPEN = "same", "touch", "edge", "look", "open"
COLUMN = {SAME: "fine", TOUCH: "fine", EDGE: "look", LOOK: "look", OPEN: "open"}


@dataclass(frozen=True)
class Estimate:
    """One number of a report, with its standard error, the margin's two ends, and what it is without any effect.

    `says` are sentences by what the verdict lets the report say (fine, high, low, open); `group` gathers estimates of
    which those without a finding are told in one sentence.
    """

    section: str
    name: str
    value: float
    error: float
    band: tuple[float, float]
    null: float | None
    unit: str
    count: int
    says: dict[str, str]
    group: str = ""
    association: bool = False
    # More is as it should be: not worth a look, however far off.
    welcome: bool = False
    # A share of 100, whose range ends there.
    share: bool = False
    # After the correction.
    level: float = ALPHA
    p: float = 1.0

    @property
    def low(self) -> float:
        low = self.value - self.reach
        return max(0.0, low) if self.share else low

    @property
    def high(self) -> float:
        high = self.value + self.reach
        return min(100.0, high) if self.share else high

    @property
    def reach(self) -> float:
        return NORMAL.inv_cdf(1 - self.level / 2) * self.error

    @property
    def verdict(self) -> str:
        low, high = self.band
        inside = low <= self.low and self.high <= high
        beyond = self.high < low or high < self.low
        is_real = self.null is not None and not self.low <= self.null <= self.high
        if inside:
            return TOUCH if is_real else SAME
        if beyond:
            return LOOK
        return EDGE if is_real else OPEN

    @property
    def column(self) -> str:
        """Where it is told: worth a look, fine, or open."""
        if self.welcome and self.value > self.middle and COLUMN[self.verdict] == "look":
            return "fine"
        return COLUMN[self.verdict]

    @property
    def sentence(self) -> str:
        if COLUMN[self.verdict] != "look":
            return self.says[COLUMN[self.verdict]]
        middle = sum(self.band) / 2 if self.null is None else self.null
        return self.says["high" if self.value > middle else "low"]

    @property
    def how_sure(self) -> str:
        """In words, with numbers nearby."""
        unit = f" {self.unit}" if self.unit else ""
        if self.verdict == SAME:
            return f"sure: within {number(max(abs(self.low - self.middle), abs(self.high - self.middle)))}{unit}"
        if self.verdict == TOUCH:
            return "real, and too small to notice"
        if self.verdict == EDGE:
            return f"{number(self.low)} to {number(self.high)}{unit}: perhaps too little to notice"
        if self.verdict == LOOK:
            return f"{'sure' if self.p < SURE else 'fairly sure'}: {number(self.low)} to {number(self.high)}{unit}"
        return f"may be anything from {number(self.low)} to {number(self.high)}{unit}; {self.needed}"

    @property
    def middle(self) -> float:
        return sum(self.band) / 2 if self.null is None else self.null

    @property
    def needed(self) -> str:
        """How many games would tell, if the estimate stays."""
        low, high = self.band
        room = min(abs(self.value - low), abs(self.value - high))
        times = (self.reach / room) ** 2 if room > 0 else inf
        if times > 10_000:
            return "no number of games would tell, if the estimate stays"
        return f"about {round_up(self.count * times):,} games would tell"


def round_up(games: float) -> int:
    """To two digits."""
    digits: int = 10 ** max(0, len(str(ceil(games))) - 2)
    return ceil(games / digits) * digits


def number(value: float) -> str:
    """For the eye: a true minus, and as many decimals as its size needs."""
    size = abs(value)
    text = f"{size:,.0f}" if size >= 100 else f"{size:.1f}" if size >= 1 or size == 0 else f"{size:.2f}"
    return f"−{text}" if value < 0 and float(text.replace(",", "")) else text


def promised(estimate: Estimate, comparisons: int, power: float = 0.9) -> float:
    """How far off a number has to be for a study like this to find it worth a look, nine times of ten."""
    far = NORMAL.inv_cdf(1 - ALPHA / comparisons / 2) + NORMAL.inv_cdf(power)
    return (estimate.band[1] - estimate.band[0]) / 2 + far * estimate.error


def p_value(estimate: Estimate) -> float:
    """How likely as much or more would be without an effect; without such a value, at the margin's edge."""
    error = estimate.error or 1e-12
    if estimate.null is not None:
        return 2 * (1 - NORMAL.cdf(abs(estimate.value - estimate.null) / error))
    low, high = estimate.band
    beyond = max(low - estimate.value, estimate.value - high)
    return 1 - NORMAL.cdf(beyond / error) if beyond > 0 else 1.0


def corrected(estimates: Sequence[Estimate], alpha: float = ALPHA) -> list[Estimate]:
    """Holm's step-down over all of them: each gets the level at which its range is drawn."""
    found = [replace(e, p=p_value(e)) for e in estimates]
    order = sorted(range(len(found)), key=lambda i: found[i].p)
    held = 0.0
    for k, i in enumerate(order):
        level = held or alpha / (len(order) - k)
        if not held and found[i].p > level:
            held = level
        found[i] = replace(found[i], level=level)
    return found
