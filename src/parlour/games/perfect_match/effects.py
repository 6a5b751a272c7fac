"""What dramas and contestants do: a small vocabulary of effects, each made of small choices.

Whether an effect can begin, and how many choices it asks for, rests on what everybody can see. Where a choice
needs a card of a certain sort from the hand, `stop` is always possible too, so nobody learns from the question
what the hand holds.
"""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.perfect_match.cards import (
    count_cards,
    desk_slot,
    discard_card,
    discard_from,
    discard_from_hand,
    fetch_discard,
    free_in_profile,
    hand_slot,
    has_room,
    has_space,
    is_seen_by,
    lay_flag,
    lift_flag,
    move_card,
    place_of,
    places_with_cards,
    places_with_space,
    show_to,
    sort_of,
    swap_cards,
    take_into_hand,
    turn_up,
)
from parlour.games.perfect_match.dates import score_turn
from parlour.games.perfect_match.moves import (
    DO_DISCARD,
    DO_FACE,
    DO_FETCH,
    DO_GRAB,
    DO_NAME,
    DO_OFFER,
    DO_PICK,
    DO_PLAY,
    DO_POINT,
    DO_STOP,
)
from parlour.games.perfect_match.state import (
    BAGGAGE,
    CLEAR,
    DRAW,
    ENCORE,
    EXCHANGE,
    FLAG,
    HAND,
    IS_FLAG,
    IS_TRAIT,
    MOVE,
    PEEK,
    PLANT,
    PLAYABLE,
    REMOVE,
    RETURN,
    REVEAL,
    RUMMAGE,
    SNIFF,
    SPILL,
    SPY,
    STEAL,
    SWAP,
    SWEEP,
    TRADE,
)


@rule
def can_begin(e, g, effect, amount):
    """PM-12, PM-18 An effect needs something to work on."""
    if effect <= EXCHANGE:
        return has_any_pick(e, g, effect)
    if effect <= SWAP:
        return has_way(e, g, effect)
    if effect <= TRADE:
        return count_places(e, g, effect) > 0
    if effect <= SPILL:
        return count_rivals(g, effect) > 0
    if effect <= BAGGAGE:
        return count_names(e, g, effect) > 0
    if effect == PLANT:
        return places_with_space(e, g) != 0
    if effect == DRAW:
        return has_room(g, g.turn, amount)
    if effect == RUMMAGE:
        return g.gone > 0 and has_room(g, g.turn, np.int64(1))
    return True


@rule
def begin_effect(g, effect, amount):
    """PM-12, PM-18 Start carrying it out; a draw or an encore needs no choice."""
    g.effect = effect
    g.picks = 0
    g.half = NONE
    g.left = amount
    if effect == DRAW:
        g.due = amount
        g.left = 0
    elif effect == ENCORE:
        g.actions += amount
        g.left = 0


@rule
def is_finished(e, g):
    """An effect is over when it is used up or finds nothing more to work on."""
    if g.half != NONE or g.rival != NONE:
        return False
    return g.left == 0 or not can_begin(e, g, np.int64(g.effect), np.int64(g.left))


@rule
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


@rule
def count_use(g):
    g.left -= 1
    g.picks += 1
    g.half = NONE


# What an effect may choose


@rule
def may_pick(e, g, effect, slot):
    """Which cards of contestants' profiles an effect can work on."""
    if g.card[slot] == NONE:
        return False
    if effect == PEEK:
        return g.up[slot] == 0 and not is_seen_by(g, slot, g.turn)
    if effect == REVEAL:
        return g.up[slot] == 0
    if effect == SNIFF:
        return g.up[slot] == 0 and np.int64(g.maybe[slot]) & IS_FLAG != 0
    if effect == RETURN:
        return has_room(g, g.turn, np.int64(1))
    if effect in (MOVE, SWAP):
        targets = places_with_space(e, g) if effect == MOVE else places_with_cards(e, g)
        return targets & ~(np.int64(1) << place_of(slot)) != 0
    return True


@rule
def may_point(e, g, effect, place):
    """Which contestants on the stage an effect can work on."""
    if effect == MOVE:
        return place != place_of(np.int64(g.half)) and has_space(e, g, place)
    if effect == TRADE:
        if g.half != NONE:
            return place != g.half
        return e.places > 1 and count_cards(e, g, place) > 0
    if effect == SWEEP:
        return count_cards(e, g, place) > 0
    return effect == BAGGAGE


@rule
def may_name(g, effect, contestant):
    """Whose red flags an effect can work on: your own contestants', and to clear one also the stage's."""
    if g.burden[contestant] == 0:
        return False
    if g.owner[contestant] == g.turn:
        return True
    return effect == CLEAR and g.owner[contestant] == NONE


@rule
def may_face(g, effect, seat):
    """Which rivals an effect can work on."""
    if seat == g.turn or g.held[seat] == 0:
        return False
    if effect == SPY:
        return has_unseen_card(g, seat)
    if effect == STEAL:
        return has_room(g, g.turn, np.int64(1))
    return True


@rule
def has_way(e, g, effect):
    """Whether a card can move or be swapped: from one place with cards to another that can take part."""
    cards = places_with_cards(e, g)
    targets = places_with_space(e, g) if effect == MOVE else cards
    way = False
    for place in range(e.places):
        here = np.int64(1) << place
        way |= cards & here != 0 and targets & ~here != 0
    return way


@rule
def has_unseen_card(g, seat):
    for held in range(HAND):
        slot = hand_slot(seat, held)
        if g.card[slot] != NONE and not is_seen_by(g, slot, g.turn):
            return True
    return False


@rule
def has_any_pick(e, g, effect):
    for place in range(e.places):
        for k in range(e.wants):
            if may_pick(e, g, effect, desk_slot(place, k)):
                return True
    return False


@rule
def count_places(e, g, effect):
    count = 0
    for place in range(e.places):
        count += may_point(e, g, effect, place)
    return count


@rule
def count_names(e, g, effect):
    count = 0
    for contestant in range(e.contestants):
        count += may_name(g, effect, contestant)
    return count


@rule
def count_rivals(g, effect):
    count = 0
    for seat in range(g.seats):
        count += may_face(g, effect, seat)
    return count


# Listing the choices


@rule
def list_choices(e, g, out):
    """The next choice of the effect that is being carried out."""
    effect = np.int64(g.effect)
    if effect == PLANT:
        return list_stop(out, list_plays(e, g, out, 0))
    if effect == RUMMAGE:
        return list_discards(g, out)
    if effect == STEAL:
        return list_grabs(g, out)
    if effect == SPILL and g.rival != NONE:
        return list_hand(g, out)
    if effect in (SPILL, SPY):
        return list_rivals(g, out)
    if effect == EXCHANGE and g.half != NONE:
        return list_stop(out, list_offers(e, g, out))
    if effect in (CLEAR, BAGGAGE) and g.half == NONE:
        return list_names(e, g, out)
    if effect in (SWEEP, TRADE, BAGGAGE) or (effect == MOVE and g.half != NONE):
        return list_places(e, g, out)
    return list_picks(e, g, out)


@rule
def list_stop(out, n):
    out[n] = make(DO_STOP, NONE, NONE, NONE)
    return n + 1


@rule
def list_picks(e, g, out):
    """Cards in profiles; after the first use it is also allowed to stop."""
    n = 0
    for place in range(e.places):
        if g.half == NONE or place != place_of(np.int64(g.half)):
            for k in range(e.wants):
                if may_pick(e, g, np.int64(g.effect), desk_slot(place, k)):
                    out[n] = make(DO_PICK, place, k, NONE)
                    n += 1
    return list_stop(out, n) if g.picks > 0 else n


@rule
def list_places(e, g, out):
    n = 0
    for place in range(e.places):
        if may_point(e, g, np.int64(g.effect), place):
            out[n] = make(DO_POINT, place, NONE, NONE)
            n += 1
    return n


@rule
def list_names(e, g, out):
    n = 0
    for contestant in range(e.contestants):
        if may_name(g, np.int64(g.effect), contestant):
            out[n] = make(DO_NAME, contestant, NONE, NONE)
            n += 1
    return n


@rule
def list_rivals(g, out):
    n = 0
    for seat in range(g.seats):
        if may_face(g, np.int64(g.effect), seat):
            out[n] = make(DO_FACE, seat, NONE, NONE)
            n += 1
    return n


@rule
def list_grabs(g, out):
    """Any slot of any rival's hand, as it is held: from the back."""
    n = 0
    for seat in range(g.seats):
        if may_face(g, STEAL, seat):
            for held in range(HAND):
                if g.card[hand_slot(seat, held)] != NONE:
                    out[n] = make(DO_GRAB, seat, held, NONE)
                    n += 1
    return n


@rule
def list_hand(g, out):
    """Any card of the hand of whoever has to discard."""
    n = 0
    for held in range(HAND):
        if g.card[hand_slot(g.seat, held)] != NONE:
            out[n] = make(DO_DISCARD, held, NONE, NONE)
            n += 1
    return n


@rule
def list_discards(g, out):
    """The topmost discards, as many as the effect reaches."""
    n = min(np.int64(g.gone), np.int64(g.left))
    for depth in range(n):
        out[depth] = make(DO_FETCH, depth, NONE, NONE)
    return n


@rule
def list_plays(e, g, out, n):
    """PM-9 A trait or red flag from the hand at a place with space. PM-R13 Never a drama."""
    spaces = places_with_space(e, g)
    if spaces == 0:
        return n
    for held in range(HAND):
        card = np.int64(g.card[hand_slot(g.seat, held)])
        if NONE < card < e.dramas_from:
            for place in range(e.places):
                if (spaces >> place) & 1:
                    out[n] = make(DO_PLAY, held, place, NONE)
                    n += 1
    return n


@rule
def list_offers(e, g, out):
    """PM-R13 Only what can lie in a profile."""
    n = 0
    for held in range(HAND):
        card = np.int64(g.card[hand_slot(g.seat, held)])
        if NONE < card < e.dramas_from:
            out[n] = make(DO_OFFER, held, NONE, NONE)
            n += 1
    return n


# Carrying it out


@rule
def play_card(g, held, place):
    """PM-9 Face down; that it is no drama everybody can tell."""
    slot = hand_slot(g.turn, held)
    g.maybe[slot] = np.int64(g.maybe[slot]) & PLAYABLE
    move_card(g, slot, free_in_profile(g, place))
    g.held[g.turn] -= 1


@rule
def pick_card(e, g, slot):
    """An effect works on one card of a contestant's profile."""
    effect = g.effect
    if g.half != NONE:
        swap_cards(g, slot, np.int64(g.half))
    elif effect in (MOVE, SWAP, EXCHANGE):
        g.half = slot
        return
    elif effect == PEEK:
        show_to(g, slot, g.turn)
    elif effect == REVEAL:
        turn_up(e, g, slot)
    elif effect == SNIFF:
        sniff_card(e, g, slot)
    elif effect == REMOVE:
        discard_from(g, slot)
    else:
        take_into_hand(g, slot, g.turn)
    count_use(g)


@rule
def sniff_card(e, g, slot):
    """A red flag steps aside; otherwise everybody learns that it is a trait, but not which."""
    if sort_of(e, np.int64(g.card[slot])) == FLAG:
        turn_up(e, g, slot)
    else:
        g.maybe[slot] = IS_TRAIT
        g.news += 1


@rule
def offer_card(g, held):
    """The card in the profile and the one in the hand change places; the new one lies face down."""
    slot = hand_slot(g.turn, held)
    desk = np.int64(g.half)
    g.maybe[slot] = np.int64(g.maybe[slot]) & PLAYABLE
    swap_cards(g, slot, desk)
    g.up[slot] = 0
    show_to(g, slot, g.turn)
    count_use(g)


@rule
def point_at(e, g, place):
    """An effect works on a contestant on the stage."""
    if g.effect == MOVE:
        move_card(g, np.int64(g.half), free_in_profile(g, place))
    elif g.effect == SWEEP:
        sweep_profile(e, g, place)
    elif g.effect == BAGGAGE:
        lay_flag(g, lift_flag(g, np.int64(g.half)), np.int64(g.stage[place]))
        score_turn(e, g)
    elif g.half == NONE:
        g.half = place
        return
    else:
        for k in range(e.wants):
            swap_cards(g, desk_slot(place, k), desk_slot(np.int64(g.half), k))
    count_use(g)


@rule
def sweep_profile(e, g, place):
    for k in range(e.wants):
        if g.card[desk_slot(place, k)] != NONE:
            discard_from(g, desk_slot(place, k))


@rule
def name_contestant(e, g, contestant):
    """A red flag of this contestant is discarded, or is about to find somebody else."""
    if g.effect == BAGGAGE:
        g.half = contestant
        return
    discard_card(g, lift_flag(g, contestant) + np.int64(e.flags_from))
    count_use(g)
    score_turn(e, g)


@rule
def face_rival(g, seat):
    """Look at a rival's hand, or make them discard a card of their choice."""
    if g.effect == SPILL:
        g.rival = seat
        return
    for held in range(HAND):
        if g.card[hand_slot(seat, held)] != NONE:
            show_to(g, hand_slot(seat, held), g.turn)
    count_use(g)


@rule
def spill_card(g, held):
    discard_from_hand(g, g.rival, held)
    g.rival = NONE
    count_use(g)


@rule
def grab_card(g, seat, held):
    """A rival's card changes hands; its old owner still knows it."""
    take_into_hand(g, hand_slot(seat, held), g.turn)
    g.held[seat] -= 1
    count_use(g)


@rule
def fetch_card(e, g, depth):
    """One card, however deep the effect reaches."""
    fetch_discard(e, g, depth, g.turn)
    g.left = 1
    count_use(g)
