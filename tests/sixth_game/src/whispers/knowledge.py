"""Who knows what in Whispers.

Hidden are the deck and every secret in a slot that a seat has not seen. Public is what is kept beside a secret: who has
seen it, which kinds it can be after rumours and duels, and which ones were equal in a duel. At the end all are shown.
"""

import numpy as np

from parlour.engine import slots
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import NONE, OVER
from parlour.engine.slots import FIT_TYPE
from whispers import moves as M


@rule
def hide(e, g, seat):
    """Erase the deck and the secrets that the seat has not seen."""
    if g.seat == OVER:
        return
    g.deck = 0
    slots.hide_slots(g, seat)


@rule
def see(e, g, m, seat):
    """A dealt secret is seen by whom it is dealt to."""
    if kind_of(m) == M.DEAL and g.turn != seat:
        return make(M.DEAL, NONE, NONE, NONE)
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """Deal the unseen secrets to the hidden slots in any way that fits what is known; the rest is the deck."""
    if g.seat == OVER:
        return
    W = np.empty(1, FIT_TYPE)
    w = W[0]
    slots.fit_slots(g, e.of_kind, slots.unseen_cards(g, e.cards) & ~np.int64(g.open), w)
    slots.fit_same(g, e.of_kind, w)
    g.deck = slots.imagine_slots(g, e.of_kind, w, rng)
