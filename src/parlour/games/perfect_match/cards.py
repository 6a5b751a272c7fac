"""Handling the cards of Perfect Match: slots, hands, profiles, the decks and the discard pile."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine import slots
from parlour.engine.bits import all_bits
from parlour.engine.jit import inlined
from parlour.engine.record import NONE
from parlour.games.perfect_match import state as S


@inlined
def hand_slot(seat, held):
    return np.int64(seat) * S.HAND + held


@inlined
def stage_slot(place, k):
    return S.ON_STAGE + np.int64(place) * S.PROFILE + k


@inlined
def place_of(slot):
    """The place on the stage that a profile slot belongs to."""
    return (slot - S.ON_STAGE) // S.PROFILE


@inlined
def sort_of(e, card):
    """PM-2 Traits, red flags and dramas come from one deck; their numbers tell them apart."""
    if card < e.flags_from:
        return S.TRAIT
    if card < e.dramas_from:
        return S.FLAG
    return S.DRAMA


@inlined
def is_face_down(g, slot):
    return g.card[slot] != NONE and g.up[slot] == 0


# Slots


@inlined
def empty_slot(g, slot):
    g.card[slot] = NONE
    g.seen[slot] = 0
    g.maybe[slot] = 0
    g.up[slot] = 0
    g.by[slot] = NONE


@inlined
def move_card(g, source, target):
    """PM-R19 A card takes along what is known of it. PM-R22 Also who slipped it in."""
    g.card[target] = g.card[source]
    g.seen[target] = g.seen[source]
    g.maybe[target] = g.maybe[source]
    g.up[target] = g.up[source]
    g.by[target] = g.by[source]
    empty_slot(g, source)


@inlined
def swap_cards(g, slot, other):
    g.card[slot], g.card[other] = g.card[other], g.card[slot]
    for cells in (g.seen, g.maybe, g.up, g.by):
        cells[slot], cells[other] = cells[other], cells[slot]


@inlined
def show_to(g, slot, seat):
    """A seat looks at a card and will remember it."""
    slots.show(g, slot, seat)
    g.news += 1


# Hands


@inlined
def free_in_hand(g, seat):
    """The first free slot of a hand, without a branch: nobody can guess which it is."""
    cards = g.card
    first = hand_slot(seat, np.int64(0))
    free = first
    for back in range(S.HAND):
        slot = first + (S.HAND - 1 - back)
        free = slot if cards[ix(slot)] == NONE else free
    return free


@inlined
def hand_end(g, seat):
    """How many slots of a hand reach to its last card."""
    cards = g.card
    first = hand_slot(seat, np.int64(0))
    end = np.int64(0)
    for held in range(S.HAND):
        end = np.int64(held + 1) if cards[ix(first + held)] != NONE else end
    return end


@inlined
def has_room(g, seat, more):
    """Whether a hand can grow; nothing but the size of the table forbids it."""
    return np.int64(g.held[seat]) + more <= S.HAND


@inlined
def take_into_hand(g, slot, seat):
    """A card from the table or from another hand, into the first free slot."""
    target = free_in_hand(g, seat)
    move_card(g, slot, target)
    g.up[target] = 0
    g.by[target] = NONE
    g.held[seat] += 1
    show_to(g, target, seat)


@inlined
def draw_card(e, g, card):
    """PM-6 From the main deck; only the seat that draws it has seen it."""
    remove_from_deck(g, card)
    slot = free_in_hand(g, g.turn)
    slots.put(g, card, slot, S.ANYTHING)
    slots.show(g, slot, g.turn)
    g.held[g.turn] += 1
    g.due -= 1


@inlined
def remove_from_deck(g, card):
    """The deck stays ascending, so that chance's list needs no sorting."""
    deck = g.deck
    # Narrow on purpose, both read before one is written, and to the end: so many cards move at a time.
    gone = np.int8(card)
    for k in range(S.ROOM):
        here, after = deck[k], deck[k + 1]
        deck[k] = here if here < gone else after
    g.pile -= 1


# Profiles of contestants


@inlined
def count_cards(e, g, place):
    """Face up or down together."""
    cards = g.card
    count = np.int64(0)
    for k in range(S.PROFILE):
        count += np.int64(cards[ix(stage_slot(place, k))] != NONE)
    return count


@inlined
def has_space(e, g, place):
    """PM-9 A profile holds three cards at most."""
    return count_cards(e, g, place) < e.wants


@inlined
def survey(g):
    """A summary of the profiles, as bits by slot from ON_STAGE on: cards, and among them those face down."""
    card, up = g.card, g.up
    cards = down = np.int64(0)
    for i in range(S.STAGE * S.PROFILE):
        there = np.int64(card[S.ON_STAGE + i] != NONE)
        cards |= there << i
        down |= (there & ~np.int64(up[S.ON_STAGE + i])) << i
    return cards, down


@inlined
def unseen_by(g, down, seat):
    """Which of these cards a seat has not seen."""
    found = np.int64(0)
    for i in range(S.STAGE * S.PROFILE):
        found |= np.int64(not slots.has_seen(g, S.ON_STAGE + i, seat)) << i
    return found & down


@inlined
def doubtful(g, down):
    """Which of these cards may be red flags for all that everybody knows."""
    found = np.int64(0)
    for i in range(S.STAGE * S.PROFILE):
        found |= np.int64(np.int64(g.maybe[S.ON_STAGE + i]) & S.IS_FLAG != 0) << i
    return found & down


@inlined
def row_of(e, place):
    """The bits of a place's slots."""
    return all_bits(e.wants) << (np.int64(place) * S.PROFILE)


@inlined
def places_with_space(e, cards):
    """The places where a card can be added, as bits."""
    places = np.int64(0)
    for place in range(e.places):
        if cards & row_of(e, place) != row_of(e, place):
            places |= np.int64(1) << place
    return places


@inlined
def places_with_cards(e, cards):
    """The places where a card lies, as bits."""
    places = np.int64(0)
    for place in range(e.places):
        if cards & row_of(e, place):
            places |= np.int64(1) << place
    return places


@inlined
def free_in_profile(g, place):
    """The first free slot of a contestant's profile."""
    k = 0
    while g.card[stage_slot(place, k)] != NONE:
        k += 1
    return stage_slot(place, k)


@inlined
def turn_up(e, g, slot):
    """PM-10 For everybody to see. PM-11 A red flag steps aside, above its contestant."""
    card = np.int64(g.card[slot])
    g.news += 1
    if sort_of(e, card) == S.FLAG:
        lay_flag(g, card - np.int64(e.flags_from), np.int64(g.stage[place_of(slot)]))
        empty_slot(g, slot)
        return
    g.up[slot] = 1
    slots.show_everybody(g, slot)
    g.maybe[slot] = np.int64(1) << sort_of(e, card)


# Discards and red flags


@inlined
def discard_card(g, card):
    """PM-R19 The discard pile lies face up."""
    g.discards[g.gone] = card
    g.gone += 1
    g.news += 1


@inlined
def discard_from(g, slot):
    discard_card(g, g.card[slot])
    empty_slot(g, slot)


@inlined
def discard_from_hand(g, seat, held):
    discard_from(g, hand_slot(seat, held))
    g.held[seat] -= 1


@inlined
def fetch_discard(e, g, depth, seat):
    """PM-R19 A discard that goes into a hand is known to everybody."""
    last = np.int64(g.gone) - 1
    card = np.int64(g.discards[last - depth])
    for k in range(last - depth, last):
        g.discards[k] = g.discards[k + 1]
    g.discards[last] = NONE
    g.gone = last
    slot = free_in_hand(g, seat)
    slots.put(g, card, slot, np.int64(1) << sort_of(e, card))
    slots.show_everybody(g, slot)
    g.held[seat] += 1


@inlined
def lay_flag(g, flag, contestant):
    """Red flags are numbered from the first one on."""
    g.above[flag] = contestant
    g.burden[contestant] += 1


@inlined
def lift_flag(g, contestant):
    """Take away a red flag from above a contestant; its number."""
    flag = first_flag(g, contestant)
    g.above[flag] = NONE
    g.burden[contestant] -= 1
    return flag


@inlined
def first_flag(g, contestant):
    """One of the red flags above a contestant; which one makes no difference."""
    flag = 0
    while g.above[flag] != contestant:
        flag += 1
    return flag
