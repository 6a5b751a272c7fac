"""The table of Heartcatchers.

Positions are places on the table: COLUMNS for seat 0, then as many for seat 1, facing each other. Stacks are
numbered by the position where they were dealt and keep that number when they move: `at` says which stack lies
at a position, so a swap moves two numbers and every Secret travels by itself.
"""

import numpy as np

from parlour.engine.jit import places
from parlour.engine.record import HEADER, POINT, TURN, Names, field, record
from parlour.games.heartcatchers import ABOUT

PLAYERS = 2
COLUMNS = 3
POSITIONS = PLAYERS * COLUMNS
HAND = 5
CARDS = 32
LIMITS = {"cards": CARDS, "columns": COLUMNS, "hand": HAND}

SUITS = ("blue", "red", "green", "white")
BLUE, RED, GREEN, WHITE = places(SUITS, "blue", "red", "green", "white")
HEARTS = ("blank", "love", "breaker", "change")
BLANK, LOVE, BREAKER, CHANGE = places(HEARTS, "blank", "love", "breaker", "change")

# What catches a stack is a set of suits, one bit each.
STACK_BITS, STACK_MASK = np.int64(len(SUITS)), np.int64((1 << len(SUITS)) - 1)

WHITE_SAFE, WHITE_SCORES = places(ABOUT.ruling_names, "white-safe", "white-scores")

# What the numbers below name, for observations.
SEAT = Names("seat", PLAYERS)
SLOT = Names("slot", HAND, "cards_in_hand")
CARD = Names("card", CARDS, "cards")
SUIT = Names("suit", len(SUITS))
PLACE = Names("place", POSITIONS, parts=((SEAT, Names("column", COLUMNS, "columns")),))
SECRET = Names("secret", CARDS, "cards")
CATCHES = Names("catch", len(SUITS) * POSITIONS, parts=((PLACE, SUIT),))

STATE = record(
    *HEADER,
    field("turn", "i1", (), "all", "seat", "whose action it is or was; NONE while cards are dealt", SEAT),
    field("drawer", "i1", (), "all", "seat", "who draws now; NONE if nobody", SEAT),
    field("laid", "i1", (), "all", "count", "stacks dealt so far", PLACE),
    field("pile", "i1", (), "all", "count", "cards in the draw pile", CARD),
    field("deck", "i8", (), "nobody", "bits", "bit c: card c is in the draw pile", CARD),
    field(
        "hand",
        "i1",
        (PLAYERS, HAND),
        "owner",
        "card",
        "cards in hand by slot; a slot keeps its place",
        CARD,
        SEAT,
        SLOT,
    ),
    field("held", "i1", (PLAYERS,), "all", "count", "cards in hand", CARD, SEAT),
    field("at", "i1", (POSITIONS,), "all", "place", "which stack lies at a position", PLACE, PLACE),
    field("top", "i1", (POSITIONS,), "all", "card", "the top card of a stack", CARD, PLACE),
    field("value", "i1", (POSITIONS,), "all", "number", "points for the face-up cards of a stack", POINT, PLACE),
    field("open", "i4", (), "all", "bits", "bit 4p+s: a card of suit s catches the stack at position p", CATCHES),
    field("below", "i1", (CARDS,), "all", "card", "the card under a face-up card", CARD, CARD),
    field("secrets", "i1", (), "all", "count", "Secrets played so far", CARD),
    field("secret", "i1", (CARDS,), "seen", "card", "the Secrets in the order of play", CARD, SECRET),
    field("by", "i1", (CARDS,), "all", "seat", "who played that Secret, and so has seen it", SEAT, SECRET),
    field("under", "i1", (CARDS,), "all", "place", "under which stack it lies; NONE once discarded", PLACE, SECRET),
    field("spot", "i1", (CARDS,), "all", "place", "the position where it was hidden", PLACE, SECRET),
    field("when", "i1", (CARDS,), "all", "count", "the turn in which it was hidden, from 1", TURN, SECRET),
)
