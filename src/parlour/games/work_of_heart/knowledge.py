"""Who knows what in Work of Heart.

Hidden are action cards in other hands unless they were seen, the order of the future, other seats' bonus picks
(WH-R15: a later picker knows which cards were gone, not who took which), and answers to a group event until all
are in (WH-R28). At the end everything is turned up.
"""

import numpy as np

from parlour.engine.chance import below
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER, SEATS
from parlour.games.work_of_heart.moves import M_DRAW, M_JOIN, M_PICK, NO_TRAIT
from parlour.games.work_of_heart.state import ACTIONS, BONUSES, HAND, MAIN
from parlour.games.work_of_heart.traits import seat_after


@rule
def hide(e, g, seat):
    if g.seat == OVER:
        return
    g.deck = 0
    for other in range(np.int64(g.seats)):
        for slot in range(HAND):
            if g.hand[other, slot] != NONE and not has_seen(g, seat, other, slot):
                g.hand[other, slot] = HIDDEN
        if other != seat:
            if g.pick[other] != NONE:
                g.pick[other] = HIDDEN
            if g.gone[other] != NONE:
                g.gone[other] = HIDDEN
            # Also where there is no answer yet: that somebody has chosen must not show.
            if g.asked != 0:
                g.answer[other] = HIDDEN


@rule
def has_seen(g, seat, owner, slot):
    return seat >= 0 and (np.int64(g.seen[owner, slot]) >> max(np.int64(0), np.int64(seat))) & 1 == 1


@rule
def see(e, g, m, seat):
    """Draws, bonus picks and answers to a group event are seen only by the seat that makes them."""
    kind = kind_of(m)
    if kind == M_DRAW and g.drawer != seat:
        return make(kind, NONE, NONE, NONE)
    if kind in (M_PICK, M_JOIN) and g.seat != seat:
        return make(kind, NONE, NONE, NONE)
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """Each world as likely as chance made it; what others chose weighs nothing."""
    if g.seat == OVER:
        return
    imagine_hands(e, g, rng)
    imagine_picks(e, g, rng)
    for other in range(np.int64(g.seats)):
        if g.answer[other] == HIDDEN:
            waiting = (np.int64(g.asked) >> other) & 1 == 1
            g.answer[other] = NONE if waiting else imagined_answer(e, g, other, rng)


# Hands


@rule
def imagine_hands(e, g, rng):
    """Hidden slots get unseen cards among those that the slot can hold; the rest is the deck.

    A slot that was filled before the last shuffle holds none of the cards that were shuffled then, one
    filled after it holds only those: the sets are the same or disjoint, so slots can be filled in turn.
    """
    unseen = unseen_cards(e, g)
    for other in range(np.int64(g.seats)):
        for slot in range(HAND):
            if g.hand[other, slot] == HIDDEN:
                card = any_of(unseen & np.int64(g.maybe[other, slot]), ACTIONS, rng)
                g.hand[other, slot] = card
                unseen ^= np.int64(1) << card
    g.deck = unseen


@rule
def unseen_cards(e, g):
    unseen = ((np.int64(1) << np.int64(e.actions)) - 1) & ~np.int64(g.thrown)
    for seat in range(np.int64(g.seats)):
        for slot in range(HAND):
            if g.hand[seat, slot] >= 0:
                unseen &= ~(np.int64(1) << np.int64(g.hand[seat, slot]))
    return unseen


@rule
def any_of(bits, most, rng):
    """One of the numbers in a set, each equally likely."""
    count = 0
    for i in range(most):
        count += (bits >> i) & 1
    k = below(rng, count)
    for i in range(most):
        if (bits >> i) & 1:
            if k == 0:
                return np.int64(i)
            k -= 1
    return NONE


# Bonus picks


@rule
def imagine_picks(e, g, rng):
    """In the order of picking: those before a seat that knows its `gone` shared that set out somehow.

    Picks after it, or all picks for a spectator, may be any cards that are left; but cards turned up at the
    end have been picked by somebody.
    """
    order = np.empty(SEATS, np.int64)
    list_order(g, order)
    knower = np.int64(NONE)
    for i in range(np.int64(g.seats)):
        if g.gone[order[i]] >= 0:
            knower = np.int64(i)
    free = (np.int64(1) << np.int64(e.bonuses)) - 1
    if knower != NONE:
        share_out(g, order, knower, np.int64(g.gone[order[knower]]), rng)
        free &= ~np.int64(g.gone[order[knower]])
        if g.pick[order[knower]] >= 0:
            free &= ~(np.int64(1) << np.int64(g.pick[order[knower]]))
    fill_later(g, order, free, rng)
    for i in range(np.int64(g.seats)):
        if g.gone[order[i]] == HIDDEN:
            g.gone[order[i]] = gone_before(g, order, i)


@rule
def list_order(g, order):
    seat = np.int64(g.first)
    for i in range(np.int64(g.seats)):
        order[i] = seat
        seat = seat_after(g, seat)


@rule
def share_out(g, order, count, cards, rng):
    """The cards that were gone, to those who picked before, in any order."""
    for i in range(count):
        card = any_of(cards, BONUSES, rng)
        g.pick[order[i]] = card
        cards ^= np.int64(1) << card


@rule
def fill_later(g, order, free, rng):
    """Cards that were turned up go to random hidden picks, any others to the rest."""
    hidden = np.int64(0)
    for i in range(np.int64(g.seats)):
        if g.pick[order[i]] == HIDDEN:
            hidden |= np.int64(1) << order[i]
    forced = free & np.int64(g.shown)
    free &= ~forced
    for card in range(BONUSES):
        if (forced >> card) & 1:
            seat = any_of(hidden, SEATS, rng)
            g.pick[seat] = card
            hidden ^= np.int64(1) << seat
    for seat in range(np.int64(g.seats)):
        if (hidden >> seat) & 1:
            card = any_of(free, BONUSES, rng)
            g.pick[seat] = card
            free ^= np.int64(1) << card


@rule
def gone_before(g, order, count):
    gone = np.int64(0)
    for i in range(count):
        gone |= np.int64(1) << np.int64(g.pick[order[i]])
    return gone


# Group events


@rule
def imagined_answer(e, g, seat, rng):
    """Anything that the seat could have answered."""
    options = np.int64(1) << NO_TRAIT
    for trait in range(MAIN):
        if (np.int64(e.offers[g.card]) >> trait) & 1 and g.level[seat, trait] < e.cap:
            options |= np.int64(1) << trait
    return any_of(options, NO_TRAIT + 1, rng)
