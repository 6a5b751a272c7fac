"""Slots: where the cards of Keepsakes lie, and what moves with them. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.games.template.state import HAND, MANTELPIECE


@rule
def free_slot(e, g, seat):
    """TG-5 The first hand slot of a seat with room for a card, or NONE."""
    for slot in range(np.int64(seat) * HAND, np.int64(seat) * HAND + e.limit):
        if g.card[slot] == NONE:
            return np.int64(slot)
    return NONE


@rule
def free_spot(e, g):
    """TG-7 The first spot of the mantelpiece with room for a card, or NONE."""
    for slot in range(MANTELPIECE, MANTELPIECE + e.mantel):
        if g.card[slot] == NONE:
            return np.int64(slot)
    return NONE


@rule
def count_hand(e, g, seat):
    held = 0
    for slot in range(e.limit):
        if g.card[np.int64(seat) * HAND + slot] != NONE:
            held += 1
    return held


@rule
def has_seen(g, slot, seat):
    """Whether a seat knows what lies in a slot; a spectator never does."""
    return seat >= 0 and (np.int64(g.seen[slot]) >> seat) & 1 == 1


@rule
def show_card(g, slot, seat):
    """A seat sees what lies in a slot, and will know it wherever it goes."""
    g.seen[slot] |= np.int64(1) << np.int64(seat)


@rule
def draw_card(e, g, card, slot):
    """A card comes from the drawer into a slot; nobody has seen anything of it yet."""
    g.deck ^= np.int64(1) << card
    g.pile -= 1
    g.card[slot] = card
    g.maybe[slot] = (np.int64(1) << np.int64(e.kinds)) - 1


@rule
def move_card(g, origin, to):
    """TG-18 A card changes its slot, and everything that is known of it goes along."""
    g.card[to], g.card[origin] = g.card[origin], NONE
    g.seen[to], g.seen[origin] = g.seen[origin], 0
    g.shows[to], g.shows[origin] = g.shows[origin], NONE
    g.maybe[to], g.maybe[origin] = g.maybe[origin], NONE
