"""The rules of Blank Game. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.bits import all_bits, has_bit, list_bits
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of, make
from parlour.engine.record import NONE
from parlour.engine.seats import most_points, seat_after, share_win
from parlour.new.game import moves as M
from parlour.new.game import state as S


@rule
def setup(e, g):
    """BLK-2 Chance draws the starter, unless one is given, and deals."""
    g.stage = S.START if g.first == NONE else S.DEALING
    g.turn = g.first
    g.deck = all_bits(e.cards)
    g.traded = 0
    g.hand[:] = NONE


@rule
def legal(e, g, out):
    """The stage, which everybody can see, says who is asked for what."""
    if g.stage == S.START:
        return list_bits(M.STARTS, all_bits(g.seats), g.seats, out, np.int64(0))
    if g.stage == S.DEALING:
        return list_bits(M.DEAL, g.deck, e.cards, out, np.int64(0))
    out[0] = make(M.KEEP, NONE, NONE, NONE)
    out[1] = make(M.TRADE, NONE, NONE, NONE)
    return 2


@rule
def play(e, g, m):
    kind = kind_of(m)
    if kind == M.STARTS:
        g.first = a_of(m)
        g.turn = g.first
        g.stage = S.DEALING
        return
    if kind == M.DEAL:
        g.hand[g.turn] = a_of(m)
        g.deck ^= np.int64(1) << a_of(m)
    elif kind == M.TRADE:
        g.traded |= np.int64(1) << np.int64(g.turn)
    pass_on(e, g)


@rule
def pass_on(e, g):
    """BLK-3, BLK-4 A card for everybody, then a turn for everybody, both from the starter on."""
    g.turn = seat_after(g, g.turn)
    if g.turn == g.first and g.stage == S.CHOOSING:
        score_game(e, g)
        return
    if g.turn == g.first:
        g.stage = S.CHOOSING
    if g.stage == S.CHOOSING:
        g.seat = g.turn


@rule
def score_game(e, g):
    """BLK-5 All cards are turned up; the most points win, and who has equally many shares the win."""
    g.news += 1
    for seat in range(g.seats):
        g.points[seat] = e.trade if has_bit(g.traded, seat) else e.worth[g.hand[seat]]
    share_win(g, most_points(g))
