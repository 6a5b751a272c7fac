"""Who knows what in Keepsakes.

Hidden are the drawer, every card in a slot that a seat has not seen, and what the others chose in the waltz
until all have chosen. Public are the slots themselves and all that is kept beside a card: who has seen it,
the seal that it has shown, the kinds that it can still be. At the end everything is turned up.

The three functions must agree. What `hide` leaves, and nothing less, is all that a seat has ever learnt;
what `see` leaves of a move is no more than `hide` will show before or after it; and `imagine` puts back
what `hide` took away, in every way that could have happened.
"""

import numpy as np

from parlour.engine.chance import below
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER
from parlour.games.template.moves import DEAL, GIVE, POST
from parlour.games.template.slots import count_hand, has_seen
from parlour.games.template.state import CARDS, HAND, PLAYERS, SLOTS


@rule
def hide(e, g, seat):
    """TG-17 Erase the drawer, the cards that the seat has not seen, and the others' answers."""
    if g.seat == OVER:
        return
    g.deck = 0
    for slot in range(SLOTS):
        if g.card[slot] != NONE and not has_seen(g, slot, seat):
            g.card[slot] = HIDDEN
    # Not HIDDEN: who has answered is in `asked`, and a record should not change for it before all have.
    for other in range(PLAYERS):
        if other != seat:
            g.answer[other] = NONE


@rule
def see(e, g, m, seat):
    """A dealt card is seen by its seat, the post by nobody, an answer by who gives it; the rest is open.

    The seal of the post needs no words here: it shows in the record after the move.
    """
    kind = kind_of(m)
    if (kind == DEAL and g.turn != seat) or kind == POST or (kind == GIVE and g.seat != seat):
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
    unseen = np.empty(CARDS, np.int64)
    n = list_unseen(e, g, unseen)
    n = fill_narrow_slots(e, g, unseen, n, rng)
    for slot in range(SLOTS):
        if g.card[slot] == HIDDEN:
            i = below(rng, n)
            g.card[slot] = unseen[i]
            n = drop(unseen, n, i)
    deck = np.int64(0)
    for i in range(n):
        deck |= np.int64(1) << unseen[i]
    g.deck = deck
    for other in range(g.seats):
        if other != seat and has_answered(e, g, other):
            g.answer[other] = any_held_slot(e, g, other, rng)


@rule
def list_unseen(e, g, unseen):
    """The cards that lie in no slot that this record shows; how many there are."""
    seen = np.int64(0)
    for slot in range(SLOTS):
        if g.card[slot] >= 0:
            seen |= np.int64(1) << np.int64(g.card[slot])
    n = 0
    for card in range(e.cards):
        if (seen >> card) & 1 == 0:
            unseen[n] = card
            n += 1
    return n


@rule
def fill_narrow_slots(e, g, unseen, n, rng):
    """Fill the slots of which something is known; how many unseen cards are left.

    A seal and a kind cross: neither includes the other, so filling slot after slot would be biased. Instead
    each draws for itself among all that fit, and if two draw the same card all begin again.
    """
    drawn = np.full(SLOTS, NONE, np.int64)
    slot = 0
    while slot < SLOTS:
        if is_narrow(e, g, slot):
            drawn[slot] = any_that_fits(e, g, slot, unseen, n, rng)
            if is_repeated(drawn, slot):
                drawn[:] = NONE
                slot = -1
        slot += 1
    for slot in range(SLOTS):
        if drawn[slot] != NONE:
            g.card[slot] = drawn[slot]
            n = drop(unseen, n, place_of(unseen, drawn[slot]))
    return n


@rule
def is_narrow(e, g, slot):
    """Whether something is known of the hidden card in a slot."""
    anything = (np.int64(1) << np.int64(e.kinds)) - 1
    return g.card[slot] == HIDDEN and (g.shows[slot] != NONE or g.maybe[slot] != anything)


@rule
def any_that_fits(e, g, slot, unseen, n, rng):
    """One of the unseen cards that a slot can hold, each equally likely."""
    fitting = 0
    for i in range(n):
        if fits(e, g, slot, unseen[i]):
            fitting += 1
    left = below(rng, fitting)
    for i in range(n):
        if fits(e, g, slot, unseen[i]):
            if left == 0:
                return unseen[i]
            left -= 1
    return NONE


@rule
def fits(e, g, slot, card):
    """Whether a card has the seal that a slot shows, and one of the kinds that it can still be."""
    if g.shows[slot] != NONE and g.shows[slot] != e.seal[card]:
        return False
    return (np.int64(g.maybe[slot]) >> np.int64(e.kind[card])) & 1 == 1


@rule
def is_repeated(drawn, slot):
    """Whether an earlier slot has drawn the same card."""
    for earlier in range(slot):  # noqa: SIM110  `any` over a generator does not compile
        if drawn[earlier] == drawn[slot]:
            return True
    return False


@rule
def place_of(cards, card):
    i = 0
    while cards[i] != card:
        i += 1
    return i


@rule
def drop(cards, n, i):
    """Take the i-th of the first n cards off a list; how many are left."""
    cards[i] = cards[n - 1]
    return n - 1


@rule
def has_answered(e, g, seat):
    """Whether a seat has chosen its card while others still do; asked was every seat that holds one."""
    return g.asked != 0 and (np.int64(g.asked) >> seat) & 1 == 0 and count_hand(e, g, seat) > 0


@rule
def any_held_slot(e, g, seat, rng):
    """Any hand slot that holds a card: each could have been chosen."""
    held = np.empty(HAND, np.int64)
    n = 0
    for slot in range(e.limit):
        if g.card[np.int64(seat) * HAND + slot] != NONE:
            held[n] = slot
            n += 1
    return held[below(rng, n)]
