"""The table of Perfect Match.

A card of the main deck that has been drawn lies in a slot: first HAND slots for each seat, then from ON_STAGE on
PROFILE slots for each place on the stage. Who has seen the card in a slot, which sorts it can be and who slipped it
into a profile are known to everybody and travel with it from slot to slot. Main deck cards are numbered traits first,
then red flags, then dramas, so a card's number says its sort.
"""

import numpy as np

from parlour.engine.jit import places
from parlour.engine.record import HEADER, SEAT, SEATS, Names, field, record
from parlour.engine.slots import slot_field
from parlour.games.perfect_match import ABOUT

HAND = 16
STAGE = 3
PROFILE = 3
ON_STAGE = SEATS * HAND
SLOTS = ON_STAGE + STAGE * PROFILE
# As many as one byte can number: two bytes a card cost a search an eighth of its speed.
CARDS = 127
FLAGS = 25
TRAITS = 8
PROFILES = 30
CONTESTANTS = 30
# How much of each an edition may have.
LIMITS = {
    "cards": CARDS,
    "traits": TRAITS,
    "flags": FLAGS,
    "profiles": PROFILES,
    "contestants": CONTESTANTS,
    "hand": HAND,
}

# The deck has cells to spare, so that loops over it may run in whole lanes: to stop at the last card takes longer.
LANES = 16
ROOM = (CARDS + LANES - 1) // LANES * LANES

SORTS = ("trait", "flag", "drama")
TRAIT, FLAG, DRAMA = places(SORTS, "trait", "flag", "drama")

# Bits of `maybe`, by sort.
IS_TRAIT, IS_FLAG, IS_DRAMA = (np.int64(1) << sort for sort in (TRAIT, FLAG, DRAMA))
PLAYABLE, ANYTHING = IS_TRAIT | IS_FLAG, IS_TRAIT | IS_FLAG | IS_DRAMA

OPEN_PROFILES, FROM_MEMORY = places(ABOUT.ruling_names, "open-profiles", "from-memory")

# What cards and contestants can do.
EFFECTS = (
    "peek", "reveal", "sniff", "remove", "return", "exchange", "move", "swap", "sweep", "trade", "steal", "spy",
    "spill", "clear", "baggage", "plant", "draw", "rummage", "encore",
)  # fmt: skip
PEEK, REVEAL, SNIFF, REMOVE = places(EFFECTS, "peek", "reveal", "sniff", "remove")
RETURN, EXCHANGE, MOVE, SWAP = places(EFFECTS, "return", "exchange", "move", "swap")
SWEEP, TRADE, STEAL, SPY, SPILL = places(EFFECTS, "sweep", "trade", "steal", "spy", "spill")
CLEAR, BAGGAGE, PLANT = places(EFFECTS, "clear", "baggage", "plant")
DRAW, RUMMAGE, ENCORE = places(EFFECTS, "draw", "rummage", "encore")

# Effects by what they choose first, as bits: a card in a profile, a contestant on stage, a rival, a red flag.
ON_CARD, ON_PLACE, ON_RIVAL, ON_FLAG = (
    np.int64(sum(1 << int(effect) for effect in group))
    for group in (
        (PEEK, REVEAL, SNIFF, REMOVE, RETURN, EXCHANGE, MOVE, SWAP),
        (SWEEP, TRADE),
        (STEAL, SPY, SPILL),
        (CLEAR, BAGGAGE),
    )
)

# What the numbers below name, for observations.
CARD = Names("card", CARDS, "cards")
SORT = Names("sort", len(SORTS))
PROFILE_CARD = Names("profile", PROFILES, "profiles")
CONTESTANT = Names("contestant", CONTESTANTS, "contestants")
PLACE = Names("place", STAGE, "places")
HELD = Names("hand", HAND)
SLOT = Names("slot", SLOTS, parts=((SEAT, HELD), (PLACE, Names("part", PROFILE, "wants"))))
HALF = Names("half", SLOTS)
RED_FLAG = Names("flag", FLAGS, alike=True)
DEPTH = Names("depth", ROOM + 1, alike=True)
PILED = Names("depth", CARDS, alike=True)
EFFECT = Names("effect", len(EFFECTS))

STATE = record(
    *HEADER,
    field("turn", "i1", (), "all", "seat", "whose turn it is; NONE while the table is laid", SEAT),
    field("actions", "i1", (), "all", "count", "actions that are left in this turn", Names("action")),
    field("due", "i1", (), "all", "count", "cards still to be drawn now", CARD),
    field("pile", "i1", (), "all", "count", "cards in the main deck", CARD),
    field("deck", "i1", (ROOM + 1,), "nobody", "card", "the cards in the main deck, ascending", CARD, DEPTH),
    field("waiting", "i4", (), "all", "bits", "bit c: contestant c is in the contestant deck", CONTESTANT),
    field("stage", "i1", (STAGE,), "all", "card", "the contestant at a place on the stage", CONTESTANT, PLACE),
    field("owner", "i1", (CONTESTANTS,), "all", "seat", "who has wooed a contestant", SEAT, CONTESTANT),
    field("wooed", "i1", (SEATS,), "all", "count", "how many contestants a seat has wooed", CONTESTANT, SEAT),
    field(
        "burden", "i1", (CONTESTANTS,), "all", "count", "how many red flags lie above a contestant", CARD, CONTESTANT
    ),
    field("profile", "i1", (SEATS,), "seen", "card", "a seat's own profile", PROFILE_CARD, SEAT),
    field(
        "could",
        "i4",
        (SEATS,),
        "all",
        "bits",
        "bit p: after all dates so far this seat could have profile p",
        PROFILE_CARD,
        SEAT,
    ),
    field("held", "i1", (SEATS,), "all", "count", "cards in hand", CARD, SEAT),
    slot_field("card", SLOTS, of=CARD, axis=SLOT),
    slot_field("seen", SLOTS, of=SEAT, axis=SLOT),
    slot_field("maybe", SLOTS, of=SORT, axis=SLOT),
    field(
        "up", "i1", (SLOTS,), "all", "choice", "1 if it lies face up in a contestant's profile", Names("yes", 2), SLOT
    ),
    field(
        "by",
        "i1",
        (SLOTS,),
        "all",
        "seat",
        "who slipped the card into a contestant's profile; NONE in a hand",
        SEAT,
        SLOT,
    ),
    field("above", "i1", (FLAGS,), "all", "card", "the contestant above whom a red flag lies", CONTESTANT, RED_FLAG),
    field("gone", "i1", (), "all", "count", "cards in the discard pile", CARD),
    field("discards", "i1", (CARDS,), "all", "card", "the discard pile, the last one on top", CARD, PILED),
    field("shown", "i1", (), "all", "card", "the drama that is being carried out", CARD),
    field("effect", "i1", (), "all", "choice", "the effect that is being carried out", EFFECT),
    field("left", "i1", (), "all", "count", "how often it may still be used", EFFECT),
    field("picks", "i1", (), "all", "count", "how often it has been used", EFFECT),
    field("half", "i1", (), "all", "place", "the first half of a choice: a slot, a place or a contestant", HALF),
    field("rival", "i1", (), "all", "seat", "who has to discard because of it", SEAT),
)
