"""What rules ask about seats and the header of a State. All are inlined into whatever calls them."""

import numpy as np

from parlour.engine.bits import count_bits
from parlour.engine.jit import inlined
from parlour.engine.record import OVER, WIN


@inlined
def has_ruling(g, ruling):
    """Whether a ruling is switched on at this table."""
    return (np.int64(g.rulings) >> ruling) & 1 == 1


@inlined
def seat_after(g, seat):
    """The next seat in ascending order, and round again."""
    after = np.int64(seat) + 1
    return after if after < g.seats else np.int64(0)


@inlined
def most_points(g):
    """The set of the seats that have the most points."""
    found, best = np.int64(1), np.int64(g.points[0])
    for seat in range(1, np.int64(g.seats)):
        points = np.int64(g.points[seat])
        if points > best:
            found, best = np.int64(0), points
        if points == best:
            found |= np.int64(1) << seat
    return found


@inlined
def share_win(g, winners):
    """End the game: the seats in the set `winners` share the win equally; the others get nothing."""
    g.seat = OVER
    g.winners = winners
    share = WIN // count_bits(winners)
    for seat in range(np.int64(g.seats)):
        g.result[seat] = share * ((winners >> seat) & 1)
