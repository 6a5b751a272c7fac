"""What the moves of Perfect Match are about: hand cards by their sort, contestants, and what is discarded."""

from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.things import Family, both, starts
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.edition import DIGIT


def copies(cards: Any) -> list[str]:
    return [card.id for card in cards for _ in range(card.copies[-1])]


def traits(show: Any) -> list[str]:
    return copies(show.traits)


def flags(show: Any) -> list[str]:
    return copies(show.flags)


def dramas(show: Any) -> list[str]:
    return copies(show.dramas)


def contestants(show: Any) -> list[str]:
    return [contestant.id for contestant in show.contestants]


def discards(show: Any) -> list[str]:
    return [card.id for card in show.faces]


def profiles(show: Any) -> list[str]:
    return [profile.id for profile in show.profiles]


def sorts(show: Any) -> list[str]:
    return ["a-trait-twice", "different-traits"]


def wooed(show: Any) -> list[str]:
    return [f"{count}-wooed" for count in range(WOOED)]


# More contestants of a seat count as so many.
WOOED = 8
MASK = (np.int64(1) << np.int64(DIGIT)) - 1
THINGS = (
    Family("trait", S.CARDS, traits),
    Family("flag", S.FLAGS, flags),
    Family("drama", S.CARDS, dramas),
    Family("contestant", S.CONTESTANTS, contestants),
    Family("discard", S.CARDS, discards),
)
TRAIT, FLAG, DRAMA, CONTESTANT, DISCARD, _ = starts(THINGS)
WAYS = (Family("profile", S.PROFILES, profiles), Family("sort of profile", 2, sorts), Family("wooed", WOOED, wooed))
PROFILE, SORT, HAS_WOOED, _ = starts(WAYS)
# What nobody at the table would notice: docs/lab/studies.md says what each is.
MARGINS = {"share": 2.0, "score": 0.5, "lead": 0.5, "plies": 5.0, "choices": 3.0}


@rule
def card_thing(e, card):
    """The thing that a card of the main deck is."""
    if card < 0:
        return NONE
    if card >= e.dramas_from:
        return DRAMA + card - np.int64(e.dramas_from)
    if card >= e.flags_from:
        return FLAG + card - np.int64(e.flags_from)
    return TRAIT + card


@rule
def held_thing(e, g, slot):
    """The thing that the card in a slot of the hand is."""
    return card_thing(e, np.int64(g.card[np.int64(g.seat) * S.HAND + slot]))


@rule
def stage_thing(g, place):
    """The contestant at a place on the stage."""
    who = np.int64(g.stage[place])
    return NONE if who < 0 else CONTESTANT + who


@rule
def thing(e, g, m):
    """The card that is slipped in, used, offered, fetched or drawn; the contestant who is asked; or the discard."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.PLAY:
        return both(held_thing(e, g, a), stage_thing(g, b_of(m)))
    if kind == M.DRAMA or kind == M.OFFER:
        return held_thing(e, g, a)
    if kind == M.DATE:
        return stage_thing(g, a)
    if kind == M.FAVOUR or kind == M.ENTER:
        return CONTESTANT + a
    if kind == M.DISCARD:
        return DISCARD + np.int64(g.card[np.int64(g.seat) * S.HAND + a])
    if kind == M.FETCH:
        return card_thing(e, np.int64(g.discards[np.int64(g.gone) - 1 - a]))
    if kind == M.DRAW:
        return card_thing(e, a)
    return NONE


@rule
def asks_twice(e, profile):
    """Whether a profile asks for a trait more than once; a wish has a DIGIT for each trait."""
    wish = np.int64(e.wish[profile])
    while wish > 0:
        if wish & MASK > 1:
            return True
        wish >>= np.int64(DIGIT)
    return False


@rule
def ways(e, g, seat, out):
    """A seat's profile and which sort it is, and how many contestants it has wooed."""
    profile = np.int64(g.profile[seat])
    out[0] = PROFILE + profile
    out[1] = SORT + (np.int64(0) if asks_twice(e, profile) else np.int64(1))
    wooed = np.int64(g.wooed[seat])
    out[2] = HAS_WOOED + (wooed if wooed < WOOED else np.int64(WOOED - 1))
    return np.int64(3)
