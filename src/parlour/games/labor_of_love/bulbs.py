"""The bulbs of Labor of Love: steps, chains and lines."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.games.labor_of_love.state import LONG_CHAINS

# Steps that bulbs still have to make are counted in one number, so many bits for each colour.
WIDE, ONES = np.int64(8), np.int64(255)


@rule
def light_bulbs(e, g, seat, card):
    """LL-16 The card's bulbs from top to bottom. LL-17 What they set off comes after the last of them."""
    chained = np.int64(0)
    for i in range(e.symbols[card]):
        chained += move_bulb(e, g, seat, np.int64(e.symbol[card, i]), True)
    run_chain(e, g, seat, chained)


@rule
def run_chain(e, g, seat, chained):
    """LL-R6 Chained steps until none is left; with the ruling off they set off nothing more.

    Their order does not matter: a bulb visits the same spaces however its steps are mixed with others'.
    """
    goes_on = has_long_chains(g)
    colour = np.int64(0)
    while chained > 0:
        if (chained >> (WIDE * colour)) & ONES > 0:
            chained -= np.int64(1) << (WIDE * colour)
            chained += move_bulb(e, g, seat, colour, goes_on)
        else:
            colour = (colour + 1) % np.int64(e.colours)


@rule
def move_bulb(e, g, seat, colour, chains):
    """LL-18, LL-19 To the next space, if there is one; the step that the new space sets off, or 0.

    LL-17, LL-R17 Only another colour than its own.
    """
    row = np.int64(g.line_of[seat, colour])
    column = np.int64(e.onward[row, g.bulb[seat, colour]])
    if column == NONE:
        return np.int64(0)
    g.bulb[seat, colour] = column
    shown = np.int64(e.shown[row, column])
    if chains and shown != NONE and shown != colour:
        return np.int64(1) << (WIDE * shown)
    return np.int64(0)


@rule
def can_move_bulb(e, g, seat, colour):
    """LL-19 Not at the end of its row."""
    return e.onward[g.line_of[seat, colour], g.bulb[seat, colour]] != NONE


@rule
def has_long_chains(g):
    return (np.int64(g.rulings) >> LONG_CHAINS) & 1 == 1


@rule
def count_lines(e, g, seat):
    """LL-R8 Lines that the last of the seat's bulbs has left behind."""
    last = np.int64(g.bulb[seat, 0])
    for colour in range(e.colours):
        last = min(last, np.int64(g.bulb[seat, colour]))
    lines = np.int64(0)
    for i in range(e.lines):
        if last > e.line[i]:
            lines += 1
    return lines
