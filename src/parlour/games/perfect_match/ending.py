"""Hearts and the end of Perfect Match. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.jit import inlined, rule
from parlour.engine.seats import share_win
from parlour.games.perfect_match import state as S


@inlined
def score_turn(e, g):
    """PM-20, PM-R4 The game ends at once when the goal is reached, and that seat has won."""
    g.points[g.turn] = count_hearts(e, g, g.turn)
    if g.points[g.turn] >= e.goal[g.seats]:
        share_win(g, np.int64(1) << np.int64(g.turn))


@inlined
def count_hearts(e, g, seat):
    """PM-19 Hearts of the wooed contestants, less one for each red flag. PM-R14 Below zero counts too."""
    hearts = np.int64(0)
    for contestant in range(e.contestants):
        if g.owner[contestant] == seat:
            hearts += np.int64(e.hearts[contestant]) - np.int64(g.burden[contestant])
    return hearts


@rule
def end_game(e, g):
    """PM-21 A deck has run out. PM-22 Most hearts, then most contestants, then a draw."""
    best = rank_of(g, 0)
    for seat in range(1, g.seats):
        best = max(best, rank_of(g, seat))
    winners = np.int64(0)
    for seat in range(g.seats):
        if rank_of(g, seat) == best:
            winners |= np.int64(1) << seat
    g.news += 1
    share_win(g, winners)


@inlined
def rank_of(g, seat):
    """Hearts first, contestants only to break a tie."""
    return np.int64(g.points[seat]) * (S.CONTESTANTS + 1) + np.int64(g.wooed[seat])
