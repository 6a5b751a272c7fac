"""Who knows what in Blank Game: nobody the deck, its owner a card in hand, everybody the rest; at the end all of it."""

import numpy as np

from parlour.engine.bits import all_bits, pick_bit
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.new.game import moves as M
from parlour.new.game import state as S


@rule
def hide(e, g, seat):
    """Erase the deck and the cards of the others."""
    if g.seat == OVER:
        return
    g.deck = 0
    for other in range(S.PLAYERS):
        if other != seat and g.hand[other] != NONE:
            g.hand[other] = HIDDEN


@rule
def see(e, g, m, seat):
    """A dealt card is seen by whom it is dealt to."""
    if kind_of(m) == M.DEAL and g.turn != seat:
        return make(M.DEAL, NONE, NONE, NONE)
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """Deal the unseen cards to the hidden hands, each deal equally likely; the rest is the deck."""
    if g.seat == OVER:
        return
    g.deck = all_bits(e.cards)
    if seat >= 0 and g.hand[seat] != NONE:
        g.deck ^= np.int64(1) << np.int64(g.hand[seat])
    for other in range(S.PLAYERS):
        if g.hand[other] == HIDDEN:
            g.hand[other] = pick_bit(g.deck, e.cards, rng)
            g.deck ^= np.int64(1) << np.int64(g.hand[other])
