"""Hands, mantelpiece and drawer: where the cards of Keepsakes lie. Clause ids are those of README.md."""

import numpy as np

from parlour.engine import slots
from parlour.engine.bits import all_bits, first_free
from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.games.template import state as S


@rule
def free_slot(e, g, seat):
    """TG-5 The first hand slot of a seat with room for a card, or NONE."""
    start = np.int64(seat) * S.HAND
    free = first_free(g.card[start : start + e.limit])
    return NONE if free == NONE else start + free


@rule
def free_spot(e, g):
    """TG-7 The first spot of the mantelpiece with room for a card, or NONE."""
    free = first_free(g.card[S.MANTELPIECE : S.MANTELPIECE + e.mantel])
    return NONE if free == NONE else S.MANTELPIECE + free


@rule
def count_hand(e, g, seat):
    """TG-5 How many cards a seat holds."""
    held = 0
    for slot in range(e.limit):
        if g.card[np.int64(seat) * S.HAND + slot] != NONE:
            held += 1
    return held


@rule
def draw_card(e, g, card, slot):
    """A card comes from the drawer into a slot; nobody has seen anything of it yet."""
    g.deck ^= np.int64(1) << card
    g.pile -= 1
    slots.put(g, card, slot, all_bits(e.kinds))


@rule
def move_card(g, origin, to):
    """TG-18 A card changes its slot, and everything that is known of it goes along, its seal too."""
    slots.move(g, origin, to)
    g.shows[to], g.shows[origin] = g.shows[origin], NONE
