"""The heuristic value of a position of Perfect Match for a seat that can see this much of it."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import NONE, OVER, WIN
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import hand_end, hand_slot, stage_slot
from parlour.games.perfect_match.choices import is_idle, is_idle_favour
from parlour.games.perfect_match.edition import DIGIT

# How far along a contestant is who needs so many more cards, and how much of that a card leaves that must go first.
AHEAD = (0.8, 0.45, 0.2, 0.06)
SPOILT = 0.3
# The same by how many more cards and how many that must go.
EXPECTED = np.cumprod([[ahead] + [SPOILT] * S.PROFILE for ahead in AHEAD], axis=1)
# A trait in hand that one's profile asks for, a drama, and any other card.
USEFUL = 0.015
PLOT = 0.01
SPARE = 0.002
# An empty hand draws five cards instead of two.
FRESH = 0.02
# What a card in the open gives away, and how much a rival's expected hearts weigh against one's own.
SHOWN = 0.001
RIVALRY = 0.1
# Counts of traits have a digit for each type: all bits of one digit, the lowest bit of each, the highest bit of each.
MASK = (np.int64(1) << np.int64(DIGIT)) - 1
ONES = np.int64(sum(1 << DIGIT * i for i in range(S.TRAITS)))
TOPS = ONES << np.int64(DIGIT - 1)
# A place on the stage as one number: the count of its traits, a digit for its cards, one for those face up, the hearts.
LIE, UP, HEARTS = (np.int64(DIGIT * (S.TRAITS + i)) for i in range(3))
COUNT = (np.int64(1) << LIE) - 1


@rule
def worth(e, g, seat):
    """Hearts towards the goal, plus those expected from the stage and the hand, less those of the strongest rival."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    stage = summary(e, g, 0), summary(e, g, 1), summary(e, g, 2)
    mine = standing(e, g, seat, stage) + hand_worth(e, g, seat)
    best = 0.0
    for other in range(g.seats):
        if other != seat:
            best = max(best, standing(e, g, other, stage))
    return min(0.99, max(0.01, 0.4 + 0.55 * mine - RIVALRY * 0.55 * best))


@rule
def summary(e, g, place):
    """The contestant and cards at a place on the stage as one number, the same for all seats; 0 if nobody is there."""
    contestant = np.int64(g.stage[place])
    if contestant == NONE:
        return np.int64(0)
    hearts = np.int64(e.hearts[ix(contestant)]) - np.int64(g.burden[ix(contestant)])
    seen = max(hearts, np.int64(0)) << HEARTS
    cards, up = g.card, g.up
    for k in range(S.PROFILE):
        slot = ix(stage_slot(place, k))
        card = np.int64(cards[slot])
        if card >= 0:
            seen += np.int64(e.one[ix(card)]) + (np.int64(1) << LIE) + (np.int64(up[slot]) << UP)
    return seen


@rule
def standing(e, g, seat, stage):
    """Hearts of a seat and those it can expect from the stage, as a share of the goal."""
    expected = 0.0
    if g.profile[seat] >= 0:
        wish = np.int64(e.wish[ix(g.profile[seat])])
        expected = expected_at(e, wish, stage[0]) + expected_at(e, wish, stage[1]) + expected_at(e, wish, stage[2])
    return (np.float64(g.points[seat]) + expected) / np.float64(e.goal[g.seats])


@rule
def expected_at(e, wish, seen):
    """The hearts of a contestant, by how close the visible cards come to a wish."""
    fit = count_shared(seen & COUNT, wish)
    wrong = ((seen >> LIE) & MASK) - fit
    return np.float64(seen >> HEARTS) * EXPECTED[ix(e.wants - fit), ix(wrong)] - SHOWN * ((seen >> UP) & MASK)


@rule
def count_shared(some, others):
    """How many traits two counts have in common, all types at once: no digit ever needs its highest bit."""
    fewer = ((((some | TOPS) - others) & TOPS) >> (DIGIT - 1)) * MASK
    shared = (others & fewer) | (some & ~fewer)
    return ((shared * ONES) >> (DIGIT * (S.TRAITS - 1))) & MASK


@rule
def hand_worth(e, g, seat):
    """A hand is worth most by the traits that its profile asks for, each as often as it asks."""
    total = FRESH if g.held[seat] == 0 else 0.0
    wish = np.int64(e.wish[g.profile[seat]]) if g.profile[seat] >= 0 else np.int64(0)
    cards = g.card
    first = hand_slot(seat, np.int64(0))
    for held in range(hand_end(g, seat)):
        card = np.int64(cards[ix(first + held)])
        if card >= 0:
            total += PLOT if card >= e.dramas_from else SPARE
            one = wanted(e, wish, card)
            wish -= one
            total += USEFUL if one != 0 else 0.0
    return total


@rule
def wanted(e, wish, card):
    """A trait that the wish still asks for, as 1 in its digit; 0 for any other card and for none."""
    one = np.int64(e.one[ix(max(card, 0))])
    return one if card >= 0 and wish & (one * MASK) else np.int64(0)


# Moves that come to nothing


@rule
def futile(e, g, m):
    """A date that must fail, or a drama or favour that finds nothing to work on.

    A hand that can be emptied this turn is no matter of one drama: it draws five cards next time.
    """
    kind = kind_of(m)
    if kind == M.DATE:
        return must_fail(e, g, a_of(m))
    if kind == M.FAVOUR:
        return is_idle_favour(e, g, a_of(m))
    if kind != M.DRAMA or g.held[g.turn] <= g.actions:
        return False
    return is_idle(e, g, np.int64(g.card[hand_slot(g.turn, a_of(m))]))


@rule
def must_fail(e, g, place):
    """Whether some known card of a profile is none that the seat on turn still asks for."""
    if g.profile[g.turn] < 0:
        return False
    wish = np.int64(e.wish[g.profile[g.turn]])
    for k in range(S.PROFILE):
        card = np.int64(g.card[stage_slot(place, k)])
        one = wanted(e, wish, card)
        if card >= 0 and one == 0:
            return True
        wish -= one
    return False
