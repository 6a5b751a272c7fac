"""Who knows what in Heartcatchers.

Hidden are the other hand, the pile, and every Secret that the other seat played (HC-R10). A Secret keeps its
place in the list of Secrets while its stack moves, so what a seat knows travels with the stack. At the end
everything is turned up.
"""

import numpy as np

from parlour.engine.bits import has_bit
from parlour.engine.chance import below
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.games.heartcatchers import moves as M
from parlour.games.heartcatchers import state as S


@rule
def hide(e, g, seat):
    if g.seat == OVER:
        return
    g.deck = 0
    for other in range(S.PLAYERS):
        if other != seat:
            for slot in range(e.cards_in_hand):
                if g.hand[other, slot] != NONE:
                    g.hand[other, slot] = HIDDEN
    for k in range(g.secrets):
        if g.by[k] != seat:
            g.secret[k] = HIDDEN


@rule
def see(e, g, m, seat):
    """A drawn card is seen by the seat that draws it; everything else happens in the open, by slots."""
    if kind_of(m) == M.DRAW and g.drawer != seat:
        return make(M.DRAW, NONE, NONE, NONE)
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """Deal the unseen cards to the hidden places in any order; the rest is the pile.

    Each way is equally likely: a Secret may be any card, so no choice of the other seat rules one out.
    """
    if g.seat == OVER:
        return
    unseen = np.empty(S.CARDS, np.int64)
    n = list_unseen(e, g, unseen)
    for other in range(S.PLAYERS):
        for slot in range(e.cards_in_hand):
            if g.hand[other, slot] == HIDDEN:
                n, g.hand[other, slot] = take_any(unseen, n, rng)
    for k in range(g.secrets):
        if g.secret[k] == HIDDEN:
            n, g.secret[k] = take_any(unseen, n, rng)
    deck = np.int64(0)
    for i in range(n):
        deck |= np.int64(1) << unseen[i]
    g.deck = deck


@rule
def list_unseen(e, g, unseen):
    """The cards that lie in no place that this record shows."""
    seen = np.int64(0)
    for stack in range(S.POSITIONS):
        card = np.int64(g.top[stack])
        while card >= 0:
            seen |= np.int64(1) << card
            card = np.int64(g.below[card])
    for seat in range(S.PLAYERS):
        for slot in range(e.cards_in_hand):
            if g.hand[seat, slot] >= 0:
                seen |= np.int64(1) << np.int64(g.hand[seat, slot])
    for k in range(g.secrets):
        if g.secret[k] >= 0:
            seen |= np.int64(1) << np.int64(g.secret[k])
    n = np.int64(0)
    for other in range(e.cards):
        if not has_bit(seen, other):
            unseen[n] = other
            n += 1
    return n


@rule
def take_any(cards, n, rng):
    """Take one of the first n cards at random; how many are left, and the card."""
    i = below(rng, n)
    card = cards[i]
    cards[i] = cards[n - 1]
    return n - 1, card
