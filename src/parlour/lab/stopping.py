"""When a study that is to reach a precision has played enough: by ranges that hold at every look at once."""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

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


def is_precise(plan: Any, arm: Arm) -> Callable[[list[Any]], bool]:
    """Whether the share that a study is about is known to so many points: of the starter, or of the first bot."""
    wanted = plan.file.precision / 100
    shares: list[float] = []
    seen = 0

    def look(done: list[Any]) -> bool:
        nonlocal seen
        for piece in done[seen:]:
            shares.extend(leading_share(arm, piece.ends).tolist())
        seen = len(done)
        if len(shares) < FIRST_LOOK:
            return False
        found = np.asarray(shares)
        return bool(uniform_half_width(float(found.std(ddof=1)), len(found)) <= wanted)

    return look


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
