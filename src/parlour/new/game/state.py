"""The table of Blank Game: one card for each seat, and a deck."""

from parlour.engine.jit import places
from parlour.engine.record import HEADER, Names, field, record

# Capacities: how much room there is. How much of it is used is up to the edition.
PLAYERS = 4
CARDS = 16
LIMITS = {"cards": CARDS}

# What is going on. Everybody can see it, so who is asked is never a secret.
STAGES = ("start", "deal", "choose")
START, DEALING, CHOOSING = places(STAGES, *STAGES)

# What the numbers below name, for observations.
SEAT = Names("seat", PLAYERS)
CARD = Names("card", CARDS, "cards")

STATE = record(
    *HEADER,
    field("stage", "i1", (), "all", "phase", "what is going on, by its place in STAGES", Names("stage", len(STAGES))),
    field("turn", "i1", (), "all", "seat", "whose turn it is, or who is dealt to; NONE before the start", SEAT),
    field("deck", "i8", (), "nobody", "bits", "bit c: card c is in the deck", CARD),
    field("traded", "i1", (), "all", "bits", "bit s: seat s has traded its card", SEAT),
    field("hand", "i1", (PLAYERS,), "owner", "card", "the card of each seat", CARD, SEAT),
)
