"""Hidden cards in slots: who has seen what, which kinds a card can still be, and every world that fits.

A card lies in a slot; what is known of it is kept beside it, by slot, and moves with it. `card` alone is secret: who
has seen it, the kinds that it can be for all that everybody knows, and which cards are known to be equal are public.
A game puts the fields that it needs into its State (`slot_field`) and calls these functions with it:

    card   what lies in the slot; NONE if nothing does.
    seen   bit s: seat s has seen it; bit WATCHERS: so has everybody who only watches.
    maybe  bit k: it can be of kind k. NONE, which is every bit, in an empty slot.
    same   cards with the same number are of the same kind; NONE if nothing is known. For games that call `join`.

A set of cards is an integer with one bit for each card, so a game whose cards are to be imagined here has at most 64.

A game with more cards, or one whose empty slots look different, clears, moves and imagines its cards itself and uses
the fields, `put`, `show`, `narrow` and `hide_slots`. Nothing of this fits hands that are kept by seat, a table where
only whoever holds or hid a card has seen it, or cards that are only counted by kind.
"""

from typing import Any

import numpy as np

from parlour.engine.bits import WORD, all_bits, count_bits, has_bit, pick_bit
from parlour.engine.jit import inlined, rule
from parlour.engine.record import HIDDEN, NONE, SEATS, Field, Names, field, record

# The bit of `seen` for spectators, and the bits of everybody.
WATCHERS = np.int64(SEATS)
EVERYBODY = (np.int64(1) << (WATCHERS + 1)) - 1

FIELDS = {
    "card": ("seen", "card", "what lies in a slot"),
    "seen": ("all", "bits", "bit s: seat s has seen the card in this slot; the last bit: so have spectators"),
    "maybe": ("all", "bits", "bit k: for all that everybody knows, it can be of kind k"),
    "same": ("all", "choice", "cards in slots with the same number are of the same kind; NONE if nothing is known"),
}

MAX_SLOTS = 127
# After so many failed tries there is no deal that fits what is known.
TRIES = 1 << 20

FIT = record(
    field("unseen", "i8", (), "nobody", "bits", "bit c: card c lies in no place that the hidden record shows"),
    field("left", "i8", (), "nobody", "bits", "bit c: card c is not dealt yet in this try"),
    field("can", "i8", (MAX_SLOTS,), "nobody", "bits", "the unseen cards that a hidden slot can hold"),
    field("group", "i1", (MAX_SLOTS,), "nobody", "choice", "hidden slots with the same number hold the same kind"),
    field("order", "i1", (MAX_SLOTS,), "nobody", "place", "the hidden slots, those that can hold fewest cards first"),
    field("whole", "i1", (MAX_SLOTS,), "nobody", "choice", "1 if a slot draws from all that it can hold, else 0"),
)
FIT_TYPE = FIT.dtype


def slot_field(name: str, slots: int, type: Any = "i1", of: Names | None = None, axis: Names | None = None) -> Field:
    """One of the fields that the functions here work on, for so many slots."""
    who, kind, about = FIELDS[name]
    return field(name, type, (slots,), who, kind, about, of, *([axis] if axis else []))


# Asking


@inlined
def has_seen(g, slot, seat):
    """Whether a seat, or PUBLIC, knows what lies in a slot."""
    return has_bit(g.seen[slot], seat if seat >= 0 else WATCHERS)


@inlined
def unseen_cards(g, cards):
    """The set of the cards numbered below `cards` that lie in no slot that this record shows."""
    shown = np.int64(0)
    for slot in range(len(g.card)):
        if g.card[slot] >= 0:
            shown |= np.int64(1) << np.int64(g.card[slot])
    return all_bits(cards) & ~shown


# Changing


@inlined
def clear_slots(g):
    """Nothing lies anywhere."""
    g.card[:] = NONE
    g.seen[:] = 0
    g.maybe[:] = NONE


@inlined
def put(g, card, slot, kinds):
    """A card that nobody has seen comes into an empty slot; it can be of any of these kinds."""
    g.card[slot] = card
    g.seen[slot] = 0
    g.maybe[slot] = kinds


@inlined
def show(g, slot, seat):
    """A seat sees what lies in a slot, and will know it wherever it goes."""
    g.seen[slot] = np.int64(g.seen[slot]) | (np.int64(1) << np.int64(seat))


@inlined
def show_everybody(g, slot):
    """All seats and all spectators see what lies in a slot."""
    g.seen[slot] = EVERYBODY


@inlined
def narrow(g, slot, kinds):
    """Everybody learns that what lies in a slot is of one of these kinds."""
    g.maybe[slot] = np.int64(g.maybe[slot]) & kinds


@inlined
def move(g, source, target):
    """A card goes to an empty slot, and what is known of it goes along."""
    g.card[target], g.card[source] = g.card[source], NONE
    g.seen[target], g.seen[source] = g.seen[source], 0
    g.maybe[target], g.maybe[source] = g.maybe[source], NONE


@rule
def join(g, slot, other):
    """Everybody learns that two cards are of the same kind; so are those that were known to equal either."""
    number, old = np.int64(g.same[slot]), np.int64(g.same[other])
    if number == NONE:
        number = old if old != NONE else free_number(g)
    g.same[slot] = number
    g.same[other] = number
    kinds = np.int64(g.maybe[slot]) & np.int64(g.maybe[other])
    for i in range(len(g.same)):
        if old != NONE and g.same[i] == old:
            g.same[i] = number
        if g.same[i] == number:
            g.maybe[i] = kinds


@rule
def free_number(g):
    """The lowest number that stands for no cards known to be equal."""
    number = np.int64(0)
    for _ in range(len(g.same)):
        for i in range(len(g.same)):
            if g.same[i] == number:
                number += 1
                break
    return number


@rule
def narrow_same(g, slot, kinds):
    """`narrow`, for a card and all that are known to be equal to it."""
    number = np.int64(g.same[slot])
    narrow(g, slot, kinds)
    for i in range(len(g.same)):
        if number != NONE and g.same[i] == number:
            g.maybe[i] = g.maybe[slot]


@rule
def move_same(g, source, target):
    """`move`, for a State with `same`."""
    move(g, source, target)
    g.same[target], g.same[source] = g.same[source], NONE


@rule
def part(g, slot):
    """A card is about to leave the slots; of two that were equal the other stays alone.

    If everybody sees it leave, `narrow_same` to its kind comes first.
    """
    number = np.int64(g.same[slot])
    g.same[slot] = NONE
    alone, count = NONE, 0
    for i in range(len(g.same)):
        if number != NONE and g.same[i] == number:
            alone = np.int64(i)
            count += 1
    if count == 1:
        g.same[alone] = NONE


# Hiding and imagining


@inlined
def hide_slots(g, seat):
    """Erase the cards that a seat, or PUBLIC, has not seen."""
    for slot in range(len(g.card)):
        if g.card[slot] != NONE and not has_seen(g, slot, seat):
            g.card[slot] = HIDDEN


@inlined
def fit_slots(g, of_kind, unseen, w):
    """Note in `w` which of the unseen cards each hidden slot can hold; `of_kind[k]` is the set of the cards of kind k.

    A game that knows more of a slot takes further cards out of `w.can[slot]` before it calls `imagine_slots`.
    """
    w.unseen = unseen
    for slot in range(len(g.card)):
        w.group[slot] = NONE
        w.can[slot] = unseen & cards_of(of_kind, np.int64(g.maybe[slot])) if g.card[slot] == HIDDEN else np.int64(0)


@inlined
def cards_of(of_kind, kinds):
    """The set of the cards that are of one of these kinds."""
    cards = np.int64(0)
    for kind in range(len(of_kind)):
        if has_bit(kinds, kind):
            cards |= np.int64(of_kind[kind])
    return cards


@rule
def fit_same(g, of_kind, w):
    """Note in `w` which hidden cards are equal; comes after `fit_slots`, for a State with `same`."""
    for slot in range(len(g.card)):
        if g.card[slot] == HIDDEN and g.same[slot] != NONE:
            w.group[slot] = g.same[slot]
            for other in range(len(g.card)):
                if g.same[other] == g.same[slot] and g.card[other] >= 0:
                    # The seat knows an equal card, so it knows the kind: nothing is left to compare.
                    w.can[slot] &= cards_of(of_kind, kinds_of(of_kind, np.int64(g.card[other])))
                    w.group[slot] = NONE


@inlined
def kinds_of(of_kind, card):
    """The set of the kinds that a card is of."""
    kinds = np.int64(0)
    for kind in range(len(of_kind)):
        if has_bit(of_kind[kind], card):
            kinds |= np.int64(1) << kind
    return kinds


@rule
def imagine_slots(g, of_kind, w, rng):
    """Deal unseen cards to the hidden slots in one of all ways that fit, each equally likely; the cards left over.

    Slots are filled in the order of how many cards they can hold. Where these sets nest or have nothing in common, as
    many cards are left for a slot whatever the earlier ones got, so it gets any that is left. A slot whose set crosses
    an earlier one, or that is known to equal another, draws from its whole set instead, and if that cannot be all
    begins again: then every way comes with the same chance.

    What the record says must be possible. If no deal fits, slots stay hidden, and conformance says so.
    """
    n = order_slots(g, w)
    for _ in range(TRIES):
        if deal_slots(g, of_kind, w, n, rng):
            return np.int64(w.left)
    for i in range(n):
        g.card[w.order[i]] = HIDDEN
    return np.int64(w.unseen)


@rule
def order_slots(g, w):
    """Sort the hidden slots by how many cards they can hold, and find those that draw from all of them; how many."""
    n = np.int64(0)
    for slot in range(len(g.card)):
        if g.card[slot] == HIDDEN:
            count = count_bits(w.can[slot])
            place = n
            while place > 0 and count_bits(w.can[w.order[place - 1]]) > count:
                w.order[place] = w.order[place - 1]
                place -= 1
            w.order[place] = slot
            n += 1
    for i in range(n):
        w.whole[w.order[i]] = w.group[w.order[i]] != NONE or crosses_earlier(w, i)
    return n


@rule
def crosses_earlier(w, i):
    """Whether an earlier slot can hold both cards that this one can hold and cards that it cannot."""
    can = np.int64(w.can[w.order[i]])
    for j in range(i):
        earlier = np.int64(w.can[w.order[j]])
        if can & earlier != 0 and earlier & ~can != 0:
            return True
    return False


@rule
def deal_slots(g, of_kind, w, n, rng):
    """One try to deal; False if two slots drew the same card, or two that should be equal did not."""
    w.left = w.unseen
    for i in range(n):
        slot = np.int64(w.order[i])
        left = np.int64(w.left)
        can = np.int64(w.can[slot]) if w.whole[slot] else np.int64(w.can[slot]) & left
        card = pick_bit(can, WORD, rng)
        if card == NONE or not has_bit(left, card):
            return False
        g.card[slot] = card
        w.left = left ^ (np.int64(1) << card)
        if not equals_group(g, of_kind, w, i):
            return False
    return True


@rule
def equals_group(g, of_kind, w, i):
    """Whether the i-th slot got a card of the same kind as the slots before it that it is known to equal."""
    slot = w.order[i]
    for j in range(i):
        other = w.order[j]
        if w.group[slot] != NONE and w.group[other] == w.group[slot]:
            return kinds_of(of_kind, g.card[slot]) & kinds_of(of_kind, g.card[other]) != 0
    return True
