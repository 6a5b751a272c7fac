"""What dramas and contestants do: a small vocabulary of effects, each made of small choices (choices.py)."""

import numpy as np

from parlour.engine import slots
from parlour.engine.jit import inlined
from parlour.engine.record import NONE
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import (
    discard_card,
    discard_from,
    discard_from_hand,
    fetch_discard,
    free_in_profile,
    hand_slot,
    has_room,
    lay_flag,
    lift_flag,
    move_card,
    show_to,
    sort_of,
    stage_slot,
    survey,
    swap_cards,
    take_into_hand,
    turn_up,
)
from parlour.games.perfect_match.choices import can_begin
from parlour.games.perfect_match.ending import score_turn


@inlined
def begin_effect(g, effect, amount):
    """PM-12, PM-18 Start carrying it out; a draw or an encore needs no choice. A hand without room draws nothing."""
    g.effect = effect
    g.picks = 0
    g.half = NONE
    g.left = amount
    if effect == S.DRAW:
        g.due = amount if has_room(g, g.turn, amount) else 0
        g.left = 0
    elif effect == S.ENCORE:
        g.actions += amount
        g.left = 0


@inlined
def is_finished(e, g):
    """An effect is over when it is used up or finds nothing more to work on."""
    if g.half != NONE or g.rival != NONE:
        return False
    return g.left == 0 or not can_begin(e, g, np.int64(g.effect), np.int64(g.left), survey(g))


@inlined
def finish_effect(g):
    """PM-12 The drama is discarded when it has been carried out."""
    if g.shown != NONE:
        discard_card(g, g.shown)
    g.shown = NONE
    g.effect = NONE
    g.left = 0
    g.picks = 0
    g.half = NONE
    g.rival = NONE


@inlined
def spend_use(g):
    """The effect has been used once; the next choice begins anew."""
    g.left -= 1
    g.picks += 1
    g.half = NONE


# Carrying it out


@inlined
def play_card(g, held, place):
    """PM-9 Face down; that it is no drama everybody can tell. PM-R22 Everybody sees whose card it is."""
    slot = hand_slot(g.turn, held)
    slots.narrow(g, slot, S.PLAYABLE)
    g.by[slot] = g.turn
    move_card(g, slot, free_in_profile(g, place))
    g.held[g.turn] -= 1


@inlined
def pick_card(e, g, slot):
    """An effect works on one card of a contestant's profile."""
    effect = g.effect
    if g.half != NONE:
        swap_cards(g, slot, np.int64(g.half))
    elif effect in (S.MOVE, S.SWAP, S.EXCHANGE):
        g.half = slot
        return
    elif effect == S.PEEK:
        show_to(g, slot, g.turn)
    elif effect == S.REVEAL:
        turn_up(e, g, slot)
    elif effect == S.SNIFF:
        sniff_card(e, g, slot)
    elif effect == S.REMOVE:
        discard_from(g, slot)
    else:
        take_into_hand(g, slot, g.turn)
    spend_use(g)


@inlined
def sniff_card(e, g, slot):
    """A red flag steps aside; otherwise everybody learns that it is a trait, but not which."""
    if sort_of(e, np.int64(g.card[slot])) == S.FLAG:
        turn_up(e, g, slot)
    else:
        g.maybe[slot] = S.IS_TRAIT
        g.news += 1


@inlined
def offer_card(g, held):
    """The card in the profile and the one in the hand change places; the new one lies face down. PM-R22 It is yours."""
    slot = hand_slot(g.turn, held)
    chosen = np.int64(g.half)
    slots.narrow(g, slot, S.PLAYABLE)
    swap_cards(g, slot, chosen)
    g.up[slot] = 0
    g.by[slot] = NONE
    g.by[chosen] = g.turn
    show_to(g, slot, g.turn)
    spend_use(g)


@inlined
def point_at(e, g, place):
    """An effect works on a contestant on the stage."""
    if g.effect == S.MOVE:
        move_card(g, np.int64(g.half), free_in_profile(g, place))
    elif g.effect == S.SWEEP:
        sweep_profile(e, g, place)
    elif g.effect == S.BAGGAGE:
        lay_flag(g, lift_flag(g, np.int64(g.half)), np.int64(g.stage[place]))
        score_turn(e, g)
    elif g.half == NONE:
        g.half = place
        return
    else:
        for k in range(e.wants):
            swap_cards(g, stage_slot(place, k), stage_slot(np.int64(g.half), k))
    spend_use(g)


@inlined
def sweep_profile(e, g, place):
    for k in range(e.wants):
        if g.card[stage_slot(place, k)] != NONE:
            discard_from(g, stage_slot(place, k))


@inlined
def name_contestant(e, g, contestant):
    """A red flag of this contestant is discarded, or is about to find somebody else."""
    if g.effect == S.BAGGAGE:
        g.half = contestant
        return
    discard_card(g, lift_flag(g, contestant) + np.int64(e.flags_from))
    spend_use(g)
    score_turn(e, g)


@inlined
def face_rival(g, seat):
    """Look at a rival's hand, or make them discard a card of their choice."""
    if g.effect == S.SPILL:
        g.rival = seat
        return
    for held in range(S.HAND):
        if g.card[hand_slot(seat, held)] != NONE:
            show_to(g, hand_slot(seat, held), g.turn)
    spend_use(g)


@inlined
def spill_card(g, held):
    discard_from_hand(g, g.rival, held)
    g.rival = NONE
    spend_use(g)


@inlined
def grab_card(g, seat, held):
    """A rival's card changes hands; its old owner still knows it."""
    take_into_hand(g, hand_slot(seat, held), g.turn)
    g.held[seat] -= 1
    spend_use(g)


@inlined
def fetch_card(e, g, depth):
    """One card, however deep the effect reaches."""
    fetch_discard(e, g, depth, g.turn)
    g.left = 1
    spend_use(g)
