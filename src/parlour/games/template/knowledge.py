"""Who knows what in Keepsakes.

Hidden are the drawer, every card in a slot that a seat has not seen, and what the others chose in the waltz
until all have chosen. Public are the slots themselves and all that is kept beside a card: who has seen it,
the seal that it has shown, the kinds that it can still be. At the end everything is turned up.

The three functions must agree. What `hide` leaves, and nothing less, is all that a seat has ever learnt;
what `see` leaves of a move is no more than `hide` will show before or after it; and `imagine` puts back
what `hide` took away, in every way that could have happened.
"""

import numpy as np

from parlour.engine import answers, slots
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import NONE, OVER
from parlour.engine.slots import FIT_TYPE
from parlour.games.template import moves as M
from parlour.games.template import state as S


@rule
def hide(e, g, seat):
    """TG-17 Erase the drawer, the cards that the seat has not seen, and the others' answers."""
    if g.seat == OVER:
        return
    g.deck = 0
    slots.hide_slots(g, seat)
    answers.hide_answers(g, seat)


@rule
def see(e, g, m, seat):
    """A dealt card is seen by its seat, the post by nobody, an answer by who gives it; the rest is open.

    The seal of the post needs no words here: it shows in the record after the move.
    """
    kind = kind_of(m)
    if kind == M.GIVE:
        return answers.see_answer(g, m, seat)
    if (kind == M.DEAL and g.turn != seat) or kind == M.POST:
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
        if answers.is_hidden(g, other):
            answers.imagine_answer(g, other, held_slots(e, g, other), e.limit, rng)


@rule
def held_slots(e, g, seat):
    """The hand slots that hold a card: each could have been chosen."""
    held = np.int64(0)
    for slot in range(e.limit):
        if g.card[np.int64(seat) * S.HAND + slot] != NONE:
            held |= np.int64(1) << slot
    return held
