"""The end of Keepsakes. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.bits import all_bits
from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN
from parlour.engine.seats import most_points, share_win
from parlour.games.template import state as S


@rule
def score_game(e, g):
    """TG-19 Everything is turned up, and hands are counted. TG-20, TG-21 The mode says who wins."""
    g.news += 1
    g.seat = OVER
    for seat in range(g.seats):
        g.points[seat] = count_points(e, g, seat)
    if g.mode == S.TOGETHER:
        score_together(e, g)
    else:
        score_rivals(g)


@rule
def count_points(e, g, seat):
    """TG-19 A hand is worth what its letters are; one that is not visible in a hidden record counts nothing."""
    points = np.int64(0)
    for slot in range(e.limit):
        card = np.int64(g.card[np.int64(seat) * S.HAND + slot])
        if card >= 0:
            points += np.int64(e.worth[e.kind[card]])
    return points


@rule
def score_rivals(g):
    """TG-20 Most points win; those who tie share the win."""
    share_win(g, most_points(g))


@rule
def score_together(e, g):
    """TG-21 All win if all hands together are worth enough, or all lose."""
    total = np.int64(0)
    for seat in range(g.seats):
        total += np.int64(g.points[seat])
    if total >= np.int64(e.goal) * np.int64(g.seats):
        g.winners = all_bits(g.seats)
        for seat in range(g.seats):
            g.result[seat] = WIN
