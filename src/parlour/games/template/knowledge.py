"""Who knows what in Keepsakes.

Hidden are the drawer, every card in a slot that a seat has not seen, and what the others chose in the waltz
until all have chosen. Public are the slots themselves and all that is kept beside a card: who has seen it,
the seal that it has shown, the kinds that it can still be. At the end everything is turned up.

The three functions must agree. What `hide` leaves, and nothing less, is all that a seat has ever learnt;
what `see` leaves of a move is no more than `hide` will show before or after it; and `imagine` puts back
what `hide` took away, in every way that could have happened.
"""

import numpy as np

from parlour.engine import slots
from parlour.engine.bits import has_bit, pick_bit
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import NONE, OVER
from parlour.engine.slots import FIT_TYPE
from parlour.games.template import moves as M
from parlour.games.template import state as S
from parlour.games.template.hands import count_hand


@rule
def hide(e, g, seat):
    """TG-17 Erase the drawer, the cards that the seat has not seen, and the others' answers."""
    if g.seat == OVER:
        return
    g.deck = 0
    slots.hide_slots(g, seat)
    # Not HIDDEN: who has answered is in `asked`, and a record should not change for it before all have.
    for other in range(S.PLAYERS):
        if other != seat:
            g.answer[other] = NONE


@rule
def see(e, g, m, seat):
    """A dealt card is seen by its seat, the post by nobody, an answer by who gives it; the rest is open.

    The seal of the post needs no words here: it shows in the record after the move.
    """
    kind = kind_of(m)
    if (kind == M.DEAL and g.turn != seat) or kind == M.POST or (kind == M.GIVE and g.seat != seat):
        return make(kind, NONE, NONE, NONE)
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """Put the unseen cards into the hidden slots, in any way that fits what is known; the rest is the drawer.

    Given who saw what, one assignment of cards to slots is one way in which chance can have dealt, so all
    that fit are equally likely. What others chose decides nothing, but for ruling out what they could not
    have tucked away, and that is in `maybe`.
    """
    if g.seat == OVER:
        return
    W = np.empty(1, FIT_TYPE)
    w = W[0]
    slots.fit_slots(g, e.of_kind, slots.unseen_cards(g, e.cards), w)
    for slot in range(S.SLOTS):
        if g.shows[slot] != NONE:
            w.can[slot] &= e.of_seal[g.shows[slot]]
    g.deck = slots.imagine_slots(g, e.of_kind, w, rng)
    for other in range(g.seats):
        if other != seat and has_answered(e, g, other):
            g.answer[other] = any_held_slot(e, g, other, rng)


@rule
def has_answered(e, g, seat):
    """Whether a seat has chosen its card while others still do; asked was every seat that holds one."""
    return g.asked != 0 and not has_bit(g.asked, seat) and count_hand(e, g, seat) > 0


@rule
def any_held_slot(e, g, seat, rng):
    """Any hand slot that holds a card: each could have been chosen."""
    held = np.int64(0)
    for slot in range(e.limit):
        if g.card[np.int64(seat) * S.HAND + slot] != NONE:
            held |= np.int64(1) << slot
    return pick_bit(held, e.limit, rng)
