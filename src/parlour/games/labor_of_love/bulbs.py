"""The bulbs of Labor of Love: steps, chains and lines."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.engine.seats import has_ruling
from parlour.games.labor_of_love import state as S

# Steps that bulbs still have to make are counted in one number, so many bits for each colour.
WIDE, ONES = np.int64(8), np.int64(255)


@rule
def light_bulbs(e, g, seat, card):
    """LL-16 The card's bulbs from top to bottom. LL-17 What they set off comes after the last of them."""
    chained = np.int64(0)
    for i in range(ix(e.symbols[ix(card)])):
        chained += move_bulb(e, g, seat, np.int64(e.symbol[ix(card), i]), True)
    run_chain(e, g, seat, chained)


@rule
def run_chain(e, g, seat, chained):
    """LL-R6 Chained steps until none is left; with the ruling off they set off nothing more.

    Their order does not matter: a bulb visits the same spaces however its steps are mixed with others'.
    """
    goes_on = has_ruling(g, S.LONG_CHAINS)
    colour = np.int64(0)
    while chained > 0:
        if (chained >> (WIDE * colour)) & ONES > 0:
            chained -= np.int64(1) << (WIDE * colour)
            chained += move_bulb(e, g, seat, colour, goes_on)
        else:
            colour = colour + 1 if colour + 1 < e.colours else np.int64(0)


@rule
def move_bulb(e, g, seat, colour, chains):
    """LL-18, LL-19 To the next space, if there is one; the step that the new space sets off, or 0.

    LL-17, LL-R17 Only another colour than its own.
    """
    row = ix(g.line_of[ix(seat), ix(colour)])
    before = ix(g.bulb[ix(seat), ix(colour)])
    column = np.int64(e.onward[row, before])
    if column == NONE:
        return np.int64(0)
    g.bulb[ix(seat), ix(colour)] = column
    g.points[ix(seat)] += e.value[row, ix(column)] - e.value[row, before]
    shown = np.int64(e.shown[row, ix(column)])
    if chains and shown != NONE and shown != colour:
        return np.int64(1) << (WIDE * shown)
    return np.int64(0)


@rule
def can_move_bulb(e, g, seat, colour):
    """LL-19 Not at the end of its row."""
    return e.onward[g.line_of[seat, colour], g.bulb[seat, colour]] != NONE


@rule
def count_lines(e, g, seat):
    """LL-R8 Lines that the last of the seat's bulbs has left behind."""
    last = np.int64(g.bulb[ix(seat), 0])
    for colour in range(ix(e.colours)):
        last = min(last, np.int64(g.bulb[ix(seat), colour]))
    return np.int64(e.passed[ix(last)])
