"""Who knows what in Work of Heart.

Hidden are action cards in other hands unless they were seen, the order of the future, other seats' bonus picks
(WH-R15: a later picker knows which cards were gone, not who took which), and answers of seats that are asked together
until all are in (WH-R28, WH-59, WH-72). At the end everything is turned up.
"""

import numpy as np

from parlour.engine.answers import hide_answers, imagine_answer, is_hidden
from parlour.engine.bits import all_bits, has_bit, pick_bit
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER, SEATS
from parlour.engine.seats import seat_after
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S


@rule
def hide(e, g, seat):
    if g.seat == OVER:
        return
    g.deck = 0
    for other in range(np.int64(g.seats)):
        for slot in range(S.HAND):
            if g.hand[other, slot] != NONE and not has_seen(g, seat, other, slot):
                g.hand[other, slot] = HIDDEN
        if other != seat:
            if g.pick[other] != NONE:
                g.pick[other] = HIDDEN
            if g.gone[other] != NONE:
                g.gone[other] = HIDDEN
    hide_answers(g, seat)


@rule
def has_seen(g, seat, owner, slot):
    return seat >= 0 and has_bit(g.seen[owner, slot], max(np.int64(0), np.int64(seat)))


@rule
def see(e, g, m, seat):
    """Draws, bonus picks and answers of several seats at once are seen only by the seat that makes them."""
    kind = kind_of(m)
    if kind == M.DRAW and g.drawer != seat:
        return make(kind, NONE, NONE, NONE)
    if kind in (M.PICK, M.JOIN, M.TIE, M.INTERRUPT) and g.seat != seat:
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
        if is_hidden(g, other):
            imagine_answer(g, other, possible_answers(e, g, other), M.NO_TRAIT + 1, rng)


# Hands


@rule
def imagine_hands(e, g, rng):
    """Hidden slots get unseen cards among those that the slot can hold; the rest is the deck.

    A slot that was filled before the last shuffle holds none of the cards that were shuffled then, one
    filled after it holds only those: the sets are the same or disjoint, so slots can be filled in turn.
    """
    unseen = unseen_cards(e, g)
    for other in range(np.int64(g.seats)):
        for slot in range(S.HAND):
            if g.hand[other, slot] == HIDDEN:
                card = pick_bit(unseen & np.int64(g.maybe[other, slot]), S.ACTIONS, rng)
                g.hand[other, slot] = card
                unseen ^= np.int64(1) << card
    g.deck = unseen


@rule
def unseen_cards(e, g):
    unseen = all_bits(e.actions) & ~np.int64(g.thrown)
    for seat in range(np.int64(g.seats)):
        for slot in range(S.HAND):
            if g.hand[seat, slot] >= 0:
                unseen &= ~(np.int64(1) << np.int64(g.hand[seat, slot]))
    return unseen


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
    free = all_bits(e.bonuses)
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
        card = pick_bit(cards, S.BONUSES, rng)
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
    for card in range(S.BONUSES):
        if has_bit(forced, card):
            seat = pick_bit(hidden, SEATS, rng)
            g.pick[seat] = card
            hidden ^= np.int64(1) << seat
    for seat in range(np.int64(g.seats)):
        if has_bit(hidden, seat):
            card = pick_bit(free, S.BONUSES, rng)
            g.pick[seat] = card
            free ^= np.int64(1) << card


@rule
def gone_before(g, order, count):
    gone = np.int64(0)
    for i in range(count):
        gone |= np.int64(1) << np.int64(g.pick[order[i]])
    return gone


# Answers


@rule
def possible_answers(e, g, seat):
    """The set of what the seat could have answered: one of two words, or a trait."""
    if g.phase != S.GROUP:
        return all_bits(2)
    options = np.int64(1) << M.NO_TRAIT
    for trait in range(S.MAIN):
        if has_bit(e.offers[g.card], trait) and g.level[seat, trait] < e.cap:
            options |= np.int64(1) << trait
    return options
