"""The rules of Blank Game. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.bits import all_bits, list_bits
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.engine.seats import seat_after, share_win
from parlour.new.game import moves as M
from parlour.new.game import state as S


@rule
def setup(e, g):
    """BLK-2 Chance draws the starter, unless one is given, and deals."""
    g.stage = S.START if g.first == NONE else S.DEALING
    g.turn = g.first
    g.deck = all_bits(e.cards)
    g.aside = 0
    g.hand[:] = NONE


@rule
def legal(e, g, out):
    """The stage, which everybody can see, says who is asked for what."""
    if g.stage == S.CHOOSING:
        out[0] = make(M.KEEP, NONE, NONE, NONE)
        out[1] = make(M.SWAP, NONE, NONE, NONE)
        return 2
    if g.stage == S.START:
        return list_bits(M.STARTS, all_bits(g.seats), g.seats, out, np.int64(0))
    return list_bits(M.DEAL, g.deck, e.cards, out, np.int64(0))


@rule
def play(e, g, m):
    kind = kind_of(m)
    if kind == M.KEEP:
        end_turn(e, g)
    elif kind == M.SWAP:
        lay_aside(g)
    elif kind == M.STARTS:
        g.first = a_of(m)
        g.turn = g.first
        g.stage = S.DEALING
    else:
        deal_card(e, g, a_of(m))


@rule
def deal_card(e, g, card):
    """BLK-3 A card for each seat in turn, seen by that seat alone. BLK-5 A swapped card is dealt the same way."""
    g.deck ^= np.int64(1) << card
    g.hand[g.turn] = card
    if g.stage == S.REDRAWING:
        end_turn(e, g)
    else:
        g.turn = seat_after(g, g.turn)
        if g.turn == g.first:
            ask_turn(g)


@rule
def ask_turn(g):
    g.stage = S.CHOOSING
    g.seat = g.turn


@rule
def lay_aside(g):
    """BLK-5 The old card is laid aside, face up."""
    g.aside |= np.int64(1) << np.int64(g.hand[g.turn])
    g.hand[g.turn] = NONE
    g.news += 1
    g.stage = S.REDRAWING
    g.seat = CHANCE


@rule
def end_turn(e, g):
    """BLK-4 Everybody has one turn; then the cards are compared."""
    g.turn = seat_after(g, g.turn)
    if g.turn == g.first:
        score_game(e, g)
    else:
        ask_turn(g)


@rule
def score_game(e, g):
    """BLK-6 All cards are turned up; the highest wins, and equal ones share the win."""
    g.news += 1
    for seat in range(g.seats):
        g.points[seat] = e.worth[g.hand[seat]]
    best = max(g.points[: g.seats])
    winners = np.int64(0)
    for seat in range(g.seats):
        if g.points[seat] == best:
            winners |= np.int64(1) << seat
    share_win(g, winners)
