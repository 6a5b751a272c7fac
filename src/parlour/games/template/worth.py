"""What a position of Keepsakes is worth to a seat that can see this much of it.

A bot that looks no further than its move, and a search that stops before the end, both ask this. It must be
cheap and between 0 and 1, and it must not fail on a hidden record: what is not visible counts nothing.
"""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN
from parlour.games.template import state as S
from parlour.games.template.ending import count_points

# A lead of this many points, or so many too few, is as good as decided.
SURE = 12.0


@rule
def worth(e, g, seat):
    """The lead over the best rival, or over the common goal, if the hands were counted now."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    lead = lead_together(e, g) if g.mode == S.TOGETHER else lead_of(e, g, seat)
    return min(1.0, max(0.0, 0.5 + lead / (2.0 * SURE)))


@rule
def lead_of(e, g, seat):
    best = -np.int64(e.cards) * np.int64(e.cards)
    for other in range(g.seats):
        if other != seat:
            best = max(best, count_points(e, g, other))
    return count_points(e, g, seat) - best


@rule
def lead_together(e, g):
    total = -np.int64(e.goal) * np.int64(g.seats)
    for seat in range(g.seats):
        total += count_points(e, g, seat)
    return total
