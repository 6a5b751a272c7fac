"""What a study that runs knows so far, and when it has played enough: by ranges that hold at every look at once."""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from parlour.engine.record import WIN
from parlour.lab.playing import Arm

# The error rate of the stopping rule: that its range misses the truth at any look, ever.
ALPHA = 0.05
# Where the range is at its narrowest, in games; it holds everywhere.
TUNED_FOR = 2000
FIRST_LOOK = 200


def uniform_half_width(deviation: float, games: int, alpha: float = ALPHA) -> float:
    """How far a mean may lie off at any time: the asymptotic confidence sequence of Robbins' normal mixture."""
    rho2 = (2 * log(1 / alpha) + log(1 + 2 * log(1 / alpha))) / TUNED_FOR
    spread = games * rho2 + 1
    return deviation * sqrt(2 * spread / (games * games * rho2) * log(sqrt(spread) / alpha))


@dataclass
class Leading:
    """The share that a study is about, as far as an arm was played: of the starter, or of the first bot by deals."""

    arm: Arm
    games: int = 0
    shares: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, ends: np.ndarray) -> None:
        found = leading_share(self.arm, ends)
        self.games += len(ends)
        self.shares += len(found)
        self.total += float(found.sum())
        self.squares += float((found**2).sum())

    @property
    def share(self) -> float:
        return self.total / max(1, self.shares)

    @property
    def half(self) -> float | None:
        """How far it may be off, whenever one looks; None while there are too few games to say."""
        if self.shares < FIRST_LOOK:
            return None
        variance = (self.squares - self.shares * self.share**2) / (self.shares - 1)
        return uniform_half_width(sqrt(max(0.0, variance)), self.shares)

    def is_within(self, points: float) -> bool:
        return self.half is not None and self.half <= points / 100


def leading_share(arm: Arm, ends: np.ndarray) -> np.ndarray:
    """What a study with a precision asks: the first bot's share of each deal, or the starter's of each game."""
    results = ends["result"][:, : arm.seats] / int(WIN)
    if arm.rotations > 1:
        turns = np.arange(len(ends)) % arm.rotations
        sat = (np.arange(arm.seats)[None, :] + turns[:, None]) % len(arm.bots) == 0
        share = (results * sat).sum(axis=1) / np.maximum(1, sat.sum(axis=1))
        return np.asarray(share.reshape(-1, arm.rotations).mean(axis=1))
    first = np.maximum(ends["first"].astype(int), 0)
    return np.asarray(results[np.arange(len(ends)), first])
