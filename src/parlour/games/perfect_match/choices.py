"""What effects may choose: whether one can begin, and the list of its next choice.

Whether an effect can begin, and how many choices it asks for, rests on what everybody can see. Where a choice
needs a card of a certain sort from the hand, `stop` is always possible too, so nobody learns from the question
what the hand holds.
"""

import numpy as np

from parlour.engine.asking import askable
from parlour.engine.bits import has_bit
from parlour.engine.jit import inlined
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.engine.slots import has_seen
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import (
    count_cards,
    doubtful,
    hand_slot,
    has_room,
    has_space,
    place_of,
    places_with_cards,
    places_with_space,
    row_of,
    survey,
    unseen_by,
)


@inlined
def can_begin(e, g, effect, amount, surveyed):
    """PM-12, PM-18 Whether an effect finds something to work on; `surveyed` is what `survey` found in the profiles."""
    if has_bit(S.ON_CARD, effect):
        return pickable(e, g, effect, surveyed) != 0
    if has_bit(S.ON_PLACE, effect):
        return surveyed[0] != 0 and (effect == S.SWEEP or e.places > 1)
    if has_bit(S.ON_RIVAL, effect):
        return count_rivals(g, effect) > 0
    if has_bit(S.ON_FLAG, effect):
        return count_names(e, g, effect) > 0
    if effect == S.PLANT:
        return places_with_space(e, surveyed[0]) != 0
    if effect == S.DRAW:
        return has_room(g, g.turn, amount)
    if effect == S.RUMMAGE:
        return g.gone > 0 and has_room(g, g.turn, np.int64(1))
    return True


@askable(S.CARDS)
@inlined
def is_idle(e, g, card):
    """PM-12 Whether a drama would find nothing to work on if whoever's turn it is played it now."""
    if card < e.dramas_from or g.turn == NONE:
        return False
    return not can_begin(e, g, np.int64(e.effect[card]), np.int64(e.amount[card]), survey(g))


@askable(S.CONTESTANTS)
@inlined
def is_idle_favour(e, g, contestant):
    """PM-18 Whether the action of a contestant would find nothing to work on if whoever's turn it is used it now."""
    if g.turn == NONE:
        return False
    return not can_begin(e, g, np.int64(e.favour[contestant]), np.int64(e.favours[contestant]), survey(g))


@inlined
def pickable(e, g, effect, surveyed):
    """The cards of contestants' profiles that an effect can work on, as bits."""
    cards, down = surveyed
    if effect == S.PEEK:
        return unseen_by(g, down, g.turn)
    if effect == S.REVEAL:
        return down
    if effect == S.SNIFF:
        return doubtful(g, down)
    if effect == S.RETURN and not has_room(g, g.turn, np.int64(1)):
        return np.int64(0)
    if effect in (S.MOVE, S.SWAP):
        return movable(e, cards, places_with_space(e, cards) if effect == S.MOVE else places_with_cards(e, cards))
    return cards


@inlined
def movable(e, cards, targets):
    """The cards for which there is a target at another place."""
    found = np.int64(0)
    for place in range(e.places):
        if targets & ~(np.int64(1) << place):
            found |= cards & row_of(e, place)
    return found


@inlined
def may_point(e, g, effect, place):
    """Which contestants on the stage an effect can work on."""
    if effect == S.MOVE:
        return place != place_of(np.int64(g.half)) and has_space(e, g, place)
    if effect == S.TRADE:
        if g.half != NONE:
            return place != g.half
        return e.places > 1 and count_cards(e, g, place) > 0
    if effect == S.SWEEP:
        return count_cards(e, g, place) > 0
    return effect == S.BAGGAGE


@inlined
def may_name(g, effect, contestant):
    """Whose red flags an effect can work on: your own contestants', and to clear one also the stage's."""
    if g.burden[contestant] == 0:
        return False
    if g.owner[contestant] == g.turn:
        return True
    return effect == S.CLEAR and g.owner[contestant] == NONE


@inlined
def may_face(g, effect, seat):
    """Which rivals an effect can work on."""
    if seat == g.turn or g.held[seat] == 0:
        return False
    if effect == S.SPY:
        return has_unseen_card(g, seat)
    if effect == S.STEAL:
        return has_room(g, g.turn, np.int64(1))
    return True


@inlined
def has_unseen_card(g, seat):
    for held in range(S.HAND):
        slot = hand_slot(seat, held)
        if g.card[slot] != NONE and not has_seen(g, slot, g.turn):
            return True
    return False


@inlined
def count_names(e, g, effect):
    count = 0
    for contestant in range(e.contestants):
        count += may_name(g, effect, contestant)
    return count


@inlined
def count_rivals(g, effect):
    count = 0
    for seat in range(g.seats):
        count += may_face(g, effect, seat)
    return count


# Listing the choices


@inlined
def list_choices(e, g, out):
    """The next choice of the effect that is being carried out."""
    effect = np.int64(g.effect)
    if effect == S.RUMMAGE:
        return list_fetches(g, out)
    if effect == S.STEAL:
        return list_grabs(g, out)
    if effect in (S.SPILL, S.SPY):
        return list_rivals(g, out)
    if effect == S.EXCHANGE and g.half != NONE:
        return list_stop(out, list_offers(e, g, out))
    if effect in (S.CLEAR, S.BAGGAGE) and g.half == NONE:
        return list_names(e, g, out)
    if effect in (S.SWEEP, S.TRADE, S.BAGGAGE) or (effect == S.MOVE and g.half != NONE):
        return list_places(e, g, out)
    return list_picks(e, g, out)


@inlined
def list_stop(out, n):
    out[n] = make(M.STOP, NONE, NONE, NONE)
    return n + 1


@inlined
def list_picks(e, g, out):
    """Cards in profiles, the second one at another place; after the first use it is also allowed to stop."""
    picks = pickable(e, g, np.int64(g.effect), survey(g))
    if g.half != NONE:
        picks &= ~row_of(e, place_of(np.int64(g.half)))
    n = 0
    for place in range(S.STAGE):
        for k in range(S.PROFILE):
            out[n] = make(M.PICK, place, k, NONE)
            n += (picks >> (place * S.PROFILE + k)) & 1
    return list_stop(out, n) if g.picks > 0 else n


@inlined
def list_places(e, g, out):
    n = 0
    for place in range(e.places):
        if may_point(e, g, np.int64(g.effect), place):
            out[n] = make(M.POINT, place, NONE, NONE)
            n += 1
    return n


@inlined
def list_names(e, g, out):
    n = 0
    for contestant in range(e.contestants):
        if may_name(g, np.int64(g.effect), contestant):
            out[n] = make(M.NAME, contestant, NONE, NONE)
            n += 1
    return n


@inlined
def list_rivals(g, out):
    n = 0
    for seat in range(g.seats):
        if may_face(g, np.int64(g.effect), seat):
            out[n] = make(M.FACE, seat, NONE, NONE)
            n += 1
    return n


@inlined
def list_grabs(g, out):
    """Any slot of any rival's hand, as it is held: from the back."""
    n = 0
    for seat in range(g.seats):
        if may_face(g, S.STEAL, seat):
            for held in range(S.HAND):
                if g.card[hand_slot(seat, held)] != NONE:
                    out[n] = make(M.GRAB, seat, held, NONE)
                    n += 1
    return n


@inlined
def list_fetches(g, out):
    """The topmost discards, as many as the effect reaches."""
    n = min(np.int64(g.gone), np.int64(g.left))
    for depth in range(n):
        out[depth] = make(M.FETCH, depth, NONE, NONE)
    return n


@inlined
def list_offers(e, g, out):
    """PM-R13 Only what can lie in a profile."""
    n = 0
    for held in range(S.HAND):
        card = np.int64(g.card[hand_slot(g.seat, held)])
        if NONE < card < e.dramas_from:
            out[n] = make(M.OFFER, held, NONE, NONE)
            n += 1
    return n
