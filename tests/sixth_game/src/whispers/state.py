"""The table of Whispers: two slots for each seat, and a tray through which secrets change hands.

A seat keeps its secret in the first of its slots; the second holds what it was dealt this turn.
"""

from parlour.engine.jit import places
from parlour.engine.record import HEADER, Names, field, record
from parlour.engine.slots import slot_field

# Capacities: how much room there is. How much of it is used is up to the edition.
PLAYERS = 4
CARDS = 32
KINDS = 8
HAND = 2
LIMITS = {"cards": CARDS, "kinds": KINDS}

TRAY = PLAYERS * HAND
SLOTS = TRAY + 1

# What is going on. Everybody can see it, so who is asked is never a secret.
STAGES = ("start", "deal", "draw", "choose")
START, DEALING, DRAWING, CHOOSING = places(STAGES, *STAGES)

# What a secret does.
DEEDS = ("guess", "peek", "compare", "shield", "swap", "leave")
GUESS, PEEK, COMPARE, SHIELD, SWAP, LEAVE = places(DEEDS, *DEEDS)

# What the numbers below name, for observations.
SEAT = Names("seat", PLAYERS)
CARD = Names("card", CARDS, "cards")
KIND = Names("kind", KINDS, "kinds")
SLOT = Names("slot", SLOTS, parts=((SEAT, Names("hand", HAND)), (Names("tray", 1),)))

STATE = record(
    *HEADER,
    field("stage", "i1", (), "all", "phase", "what is going on, by its place in STAGES", Names("stage", len(STAGES))),
    field("turn", "i1", (), "all", "seat", "whose turn it is, or who is dealt to; NONE before the start", SEAT),
    field("pile", "i1", (), "all", "count", "secrets still to be dealt", CARD),
    field("out", "i1", (), "all", "bits", "bit s: seat s has left the ball", SEAT),
    field("fans", "i1", (), "all", "bits", "bit s: nobody can choose seat s", SEAT),
    field("deck", "i8", (), "nobody", "bits", "bit c: card c is still to be dealt", CARD),
    field("open", "i8", (), "all", "bits", "bit c: card c lies open", CARD),
    slot_field("card", SLOTS, of=CARD, axis=SLOT),
    slot_field("seen", SLOTS, of=SEAT, axis=SLOT),
    slot_field("maybe", SLOTS, "i2", of=KIND, axis=SLOT),
    slot_field("same", SLOTS, of=SLOT, axis=SLOT),
)
