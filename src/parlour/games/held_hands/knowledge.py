"""Who knows what in ...and then we held hands...: both players the same, and a spectator no less.

Hidden are the deck and the halves that nobody has seen. A card with one seen half can be any kind with that
colour there; how likely each one is depends on what came out of the deck since the card did. The weight of a
guess is the number of ways in which chance could have drawn just so. For one kind, whose deck held `start[j]`
cards when stretch j began (cards that are still covered counting as in the deck), that is the product over the
stretches of start * (start - 1) * ..., one factor for every card of the kind drawn in that stretch.
"""

import numpy as np

from parlour.engine.chance import below
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of, make
from parlour.engine.record import HIDDEN, NONE, OVER, field, record
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S

# How finely a stream's number is cut where a weight decides.
GRAIN = np.int64(1 << 31)

GUESS = record(
    field("start", "i8", (S.STRETCHES, S.KINDS), "nobody", "count", "the deck when a stretch began"),
    field("guessed", "i8", (S.STRETCHES, S.KINDS), "nobody", "count", "covered cards of a stretch in this guess"),
    field("before", "i8", (len(S.SIDES), len(S.COLOURS)), "nobody", "count", "cards guessed so far by side and colour"),
    field("bare", "f8", (S.STRETCHES, S.KINDS), "nobody", "number", "what a kind weighs before anything is guessed"),
    field(
        "most", "f8", (S.STRETCHES, len(S.SIDES), len(S.COLOURS)), "nobody", "number", "the most that its kinds weigh"
    ),
    field(
        "least", "f8", (S.STRETCHES, len(S.SIDES), len(S.COLOURS)), "nobody", "number", "the least that one card weighs"
    ),
    field("weight", "f8", (len(S.COLOURS),), "nobody", "number", "what each kind weighs for the card that is guessed"),
)
GUESS_TYPE = GUESS.dtype


@rule
def hide(e, g, seat):
    """A card is known once both of its halves were seen; the deck never is."""
    if g.seat == OVER:
        return
    g.deck[:] = HIDDEN
    for other in range(S.PLAYERS):
        for slot in range(e.hand):
            if is_covered(g, other, slot):
                g.card[other, slot] = HIDDEN


@rule
def see(e, g, m, seat):
    """Of a drawn card only the fan tells, afterwards; equal objectives cannot be told apart."""
    if kind_of(m) == M.DRAW:
        return make(M.DRAW, NONE, NONE, NONE)
    if kind_of(m) == M.REVEAL:
        return make(M.REVEAL, a_of(m), NONE, NONE)
    return np.int64(m)


@rule
def is_covered(g, seat, slot):
    """Whether a card lies here of which only one half was ever seen."""
    if g.card[seat, slot] == NONE:
        return False
    return g.half[seat, slot, S.LEFT] == NONE or g.half[seat, slot, S.RIGHT] == NONE


@rule
def imagine(e, g, seat, rng):
    """Guess the covered cards until a guess is accepted; what remains is the deck."""
    if g.seat == OVER:
        return
    W = np.empty(1, GUESS_TYPE)
    w = W[0]
    note_starts(e, g, w)
    while not guess_cards(e, g, w, rng):
        pass
    fill_deck(e, g)


@rule
def note_starts(e, g, w):
    """The deck at the start of each stretch, and what each kind weighs while nothing is guessed."""
    w.guessed[:, :] = 0
    for kind in range(S.KINDS):
        w.start[0, kind] = e.copies[kind]
        for j in range(1, g.shuffles + 1):
            w.start[j, kind] = w.start[j - 1, kind] - g.found[j - 1, kind] + g.back[j, kind]
        for j in range(g.shuffles + 1):
            w.bare[j, kind] = weigh(g, w, np.int64(j), np.int64(kind))
    for j in range(g.shuffles + 1):
        for side in (S.LEFT, S.RIGHT):
            for colour in range(len(S.COLOURS)):
                note_bounds(g, w, np.int64(j), side, np.int64(colour))


@rule
def note_bounds(g, w, j, side, colour):
    """The most that the kinds with a colour on this side can weigh, and the least that one card of them does."""
    most = 0.0
    least = 1.0
    for other in range(len(S.COLOURS)):
        kind = kind_with(colour, other, side)
        bare = w.bare[j, kind]
        if bare > 0.0:
            most += bare
            least = min(least, bare / (w.start[j, kind] - g.found[j, kind]))
    w.most[j, side, colour] = most
    w.least[j, side, colour] = least


@rule
def guess_cards(e, g, w, rng):
    """One guess: cards seen on the left first, then those seen on the right, the oldest first.

    Each card is drawn by its weight after those before it, and the whole guess is accepted as often as the
    weights of its choices reached the most that they could have been; so a guess comes as often as it weighs.
    """
    w.guessed[:, :] = 0
    w.before[:, :] = 0
    for side in (S.LEFT, S.RIGHT):
        for j in range(g.shuffles + 1):
            for seat in range(S.PLAYERS):
                for slot in range(e.hand):
                    if g.since[seat, slot] == j and g.half[seat, slot, side] != NONE and is_covered(g, seat, slot):
                        colour = np.int64(g.half[seat, slot, side])
                        found = guess_card(g, w, rng, np.int64(j), side, colour)
                        if found == NONE:
                            return False
                        g.card[seat, slot] = found
    return True


@rule
def guess_card(g, w, rng, j, side, colour):
    """Draw a card of stretch j with this colour by weight; NONE if the guess is to be given up.

    Each card guessed before for the same colour and side took at least the least that a card weighs from the
    most that they can weigh; the cards guessed for the other side may have taken none of it.
    """
    total = 0.0
    for other in range(len(S.COLOURS)):
        w.weight[other] = weigh(g, w, j, kind_with(colour, other, side))
        total += w.weight[other]
    most = w.most[j, side, colour] - w.before[side, colour] * w.least[j, side, colour]
    if below(rng, GRAIN) * most >= total * GRAIN:
        return NONE
    at = below(rng, GRAIN) * total / GRAIN
    found = NONE
    for other in range(len(S.COLOURS)):
        if w.weight[other] > 0.0:
            found = kind_with(colour, other, side)
            if at < w.weight[other]:
                break
            at -= w.weight[other]
    w.guessed[j, found] += 1
    w.before[side, colour] += 1
    return found


@rule
def kind_with(colour, other, side):
    """The kind that has one colour on the given side and the other on the other."""
    return colour * len(S.COLOURS) + other if side == S.LEFT else other * len(S.COLOURS) + colour


@rule
def weigh(g, w, j, kind):
    """By how much one more covered card of this kind, drawn in stretch j, multiplies the weight of a guess."""
    covered = np.int64(0)
    for i in range(j):
        covered += w.guessed[i, kind]
    weight = np.float64(max(w.start[j, kind] - covered - g.found[j, kind] - w.guessed[j, kind], 0))
    covered += w.guessed[j, kind]
    for i in range(j + 1, g.shuffles + 1):
        deck = w.start[i, kind] - covered
        left = deck - g.found[i, kind] - w.guessed[i, kind]
        if left <= 0:
            return 0.0
        weight *= left / deck
        covered += w.guessed[i, kind]
    return weight


@rule
def fill_deck(e, g):
    """Every card that lies nowhere else is in the deck."""
    for kind in range(S.KINDS):
        g.deck[kind] = e.copies[kind]
        for seat in range(S.PLAYERS):
            g.deck[kind] -= g.pile[seat, kind]
    for seat in range(S.PLAYERS):
        for slot in range(e.hand):
            if g.card[seat, slot] != NONE:
                g.deck[g.card[seat, slot]] -= 1
