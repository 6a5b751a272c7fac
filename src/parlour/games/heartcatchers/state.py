"""The table of Heartcatchers.

Positions are places on the table: COLUMNS for seat 0, then as many for seat 1, facing each other. Stacks are
numbered by the position where they were dealt and keep that number when they move: `at` says which stack lies
at a position, so a swap moves two numbers and every Secret travels by itself.
"""

import numpy as np

from parlour.engine.jit import places
from parlour.engine.record import HEADER, field, record
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

STATE = record(
    *HEADER,
    field("turn", "i1", (), "all", "seat", "whose action it is or was; NONE while cards are dealt"),
    field("drawer", "i1", (), "all", "seat", "who draws now; NONE if nobody"),
    field("laid", "i1", (), "all", "count", "stacks dealt so far"),
    field("pile", "i1", (), "all", "count", "cards in the draw pile"),
    field("deck", "i8", (), "nobody", "bits", "bit c: card c is in the draw pile"),
    field("hand", "i1", (PLAYERS, HAND), "owner", "card", "cards in hand by slot; a slot keeps its place"),
    field("held", "i1", (PLAYERS,), "all", "count", "cards in hand"),
    field("at", "i1", (POSITIONS,), "all", "place", "which stack lies at a position"),
    field("top", "i1", (POSITIONS,), "all", "card", "the top card of a stack"),
    field("value", "i1", (POSITIONS,), "all", "number", "points for the face-up cards of a stack"),
    field("open", "i4", (), "all", "bits", "bit 4p+s: a card of suit s catches the stack at position p"),
    field("below", "i1", (CARDS,), "all", "card", "the card under a face-up card"),
    field("secrets", "i1", (), "all", "count", "Secrets played so far"),
    field("secret", "i1", (CARDS,), "seen", "card", "the Secrets in the order of play"),
    field("by", "i1", (CARDS,), "all", "seat", "who played that Secret, and so has seen it"),
    field("under", "i1", (CARDS,), "all", "place", "under which stack it lies; NONE once discarded"),
    field("spot", "i1", (CARDS,), "all", "place", "the position where it was hidden"),
    field("when", "i1", (CARDS,), "all", "count", "the turn in which it was hidden, from 1"),
)
