"""Who knows what in Perfect Match.

Hidden are the main deck, what lies in a slot that the seat has not looked into, and with secret profiles what
the others are looking for. What everybody knows of a hidden card's sort (`maybe`) only ever narrows: anything,
then no drama, then a trait for certain. These nest, so dealing to the narrowest first is exact. Who slipped a card in
(`by`) everybody has seen.
"""

import numpy as np

from parlour.engine.bits import first_free, has_bit, pick_bit
from parlour.engine.chance import below
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.engine.seats import has_ruling
from parlour.engine.slots import hide_slots
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import remove_from_deck
from parlour.games.perfect_match.dates import is_told


@rule
def hide(e, g, seat):
    if g.seat == OVER:
        return
    g.deck[: g.pile] = HIDDEN
    hide_slots(g, seat)
    for other in range(g.seats):
        if other != seat and g.profile[other] != NONE and not is_told(g, other):
            g.profile[other] = HIDDEN


@rule
def see(e, g, m, seat):
    """A drawn card is seen by whoever draws it, a secret profile by its owner; all else is open, by slots."""
    if kind_of(m) == M.DRAW and g.turn != seat:
        return make(M.DRAW, NONE, NONE, NONE)
    if kind_of(m) == M.PROFILE and not has_ruling(g, S.OPEN_PROFILES) and first_free(g.profile) != seat:
        return make(M.PROFILE, NONE, NONE, NONE)
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """Deal the unseen cards to the hidden slots, the narrowest first; what is left is the deck."""
    if g.seat == OVER:
        return
    gather_unseen(e, g)
    deal_to_slots(g, S.IS_TRAIT, np.int64(e.flags_from), rng)
    deal_to_slots(g, S.PLAYABLE, np.int64(e.dramas_from), rng)
    deal_to_slots(g, S.ANYTHING, np.int64(e.cards), rng)
    imagine_profiles(e, g, rng)


@rule
def gather_unseen(e, g):
    """Make a deck of the cards in play that lie in no place that this record shows."""
    shown = np.zeros(S.CARDS, np.int8)
    for slot in range(S.SLOTS):
        if g.card[slot] >= 0:
            shown[g.card[slot]] = 1
    for i in range(g.gone):
        shown[g.discards[i]] = 1
    for k in range(e.dramas_from - e.flags_from):
        if g.above[k] != NONE:
            shown[k + e.flags_from] = 1
    if g.shown != NONE:
        shown[g.shown] = 1
    deck, needs = g.deck, e.needs
    n = np.int64(0)
    for card in range(e.cards):
        deck[n] = card
        n += np.int64(shown[card] == 0) & np.int64(needs[card] <= g.seats)
    deck[n:] = NONE
    g.pile = n


@rule
def deal_to_slots(g, maybe, end, rng):
    """Fill the hidden slots that everybody knows this much of with cards numbered below `end`."""
    deck = g.deck
    fit = 0
    while fit < g.pile and deck[fit] < end:
        fit += 1
    for slot in range(S.SLOTS):
        if g.card[slot] == HIDDEN and g.maybe[slot] == maybe:
            card = np.int64(deck[below(rng, fit)])
            g.card[slot] = card
            remove_from_deck(g, card)
            fit -= 1


@rule
def imagine_profiles(e, g, rng):
    """PM-R2 Any profiles that the dates so far allow, all different: the constraints cross, so try again."""
    secret = np.int64(0)
    for seat in range(g.seats):
        if g.profile[seat] == HIDDEN:
            secret |= np.int64(1) << seat
    while secret != 0:
        for seat in range(g.seats):
            if has_bit(secret, seat):
                g.profile[seat] = pick_bit(np.int64(g.could[seat]), np.int64(e.profiles), rng)
        if are_profiles_distinct(g):
            return


@rule
def are_profiles_distinct(g):
    for seat in range(g.seats):
        for other in range(seat):
            if g.profile[seat] != NONE and g.profile[seat] == g.profile[other]:
                return False
    return True
