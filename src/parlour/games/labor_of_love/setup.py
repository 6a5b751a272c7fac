"""Laying the table of Labor of Love: buttons, boards and bulbs."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.labor_of_love import moves as M
from parlour.games.labor_of_love.ending import count_points


@rule
def clear_boards(e, g):
    """LL-3 A button and an empty board for every seat that plays."""
    g.place[:] = NONE
    g.level[:] = NONE
    g.stacks[:] = NONE
    g.spot[:, :] = NONE
    g.made[:, :] = NONE
    g.cheers[:, :] = NONE
    g.line_of[:, :] = NONE
    g.bulb[:, :] = NONE
    g.claimed[:] = NONE
    g.applause[:, :] = NONE
    for seat in range(g.seats):
        g.stacks[seat] = 0
        g.claimed[seat] = 0
        g.made[seat, : e.crafts] = 0
        g.cheers[seat, : e.emojis] = 0
        g.applause[seat, : e.emojis] = 0


@rule
def lay_table(e, g):
    """LL-4 to LL-7 Buttons, then bulbs, then the row; where only one thing is left, it needs no draw."""
    if g.laid == g.seats - 1:
        for seat in range(g.seats):
            if g.place[seat] == NONE:
                lay_button(g, seat)
    if g.laid < g.seats:
        return
    while g.board < g.seats and g.hook == e.colours - 1:
        hang_bulb(e, g, find_loose_bulb(g))
    if g.board == g.seats:
        for seat in range(g.seats):
            g.points[seat] = count_points(e, g, seat)
        g.gap = 0


@rule
def find_loose_bulb(g):
    """LL-7 The first bulb that is not on its board yet."""
    colour = np.int64(0)
    while g.line_of[g.board, colour] != NONE:
        colour += 1
    return colour


@rule
def lay_button(g, seat):
    """LL-4 Buttons are drawn from the top of the stack down; the top one starts."""
    if g.laid == 0:
        g.first = seat
    g.place[seat] = 0
    g.level[seat] = g.seats - 1 - g.laid
    g.laid += 1


@rule
def hang_bulb(e, g, colour):
    """LL-7 The next row of the next board gets this bulb on its first space."""
    g.line_of[g.board, colour] = g.hook
    g.bulb[g.board, colour] = 0
    g.hook += 1
    if g.hook == e.colours:
        g.hook = 0
        g.board += 1


@rule
def list_opening(e, g, out):
    """LL-4 The buttons that are not stacked yet. LL-7 Then the bulbs that are not on their board yet."""
    n = np.int64(0)
    if g.laid < g.seats:
        for seat in range(g.seats):
            out[n] = make(M.STARTS if g.laid == 0 else M.UNDER, seat, NONE, NONE)
            n += np.int64(g.place[seat] == NONE)
        return n
    for colour in range(e.colours):
        out[n] = make(M.HANG, colour, NONE, NONE)
        n += np.int64(g.line_of[g.board, colour] == NONE)
    return n
