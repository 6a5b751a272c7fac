"""The table of Keepsakes.

Every card lies in a slot: HAND slots for each seat, then the spots of the mantelpiece, then a tray with a
place for each seat, which is used only while cards change hands in the waltz. What is known of a card is
kept beside it, by slot, and moves with it: `seen`, `shows` and `maybe` are public, only `card` is not.
(Kept by card number instead, they could not be shown to a seat that does not know the card.)
"""

from parlour.engine.answers import answers_field
from parlour.engine.jit import places
from parlour.engine.record import HEADER, TURN, Names, field, record
from parlour.engine.slots import slot_field
from parlour.games.template import ABOUT

# Capacities: how much room there is. How much of it is used is up to the edition.
PLAYERS = 3
HAND = 6
MANTEL = 4
CARDS = 32
KINDS = 4
SEALS = 4
FACES = 6
LIMITS = {"cards": CARDS, "kinds": KINDS, "seals": SEALS, "hand": HAND, "mantel": MANTEL, "faces": FACES}

MANTELPIECE = PLAYERS * HAND
TRAY = MANTELPIECE + MANTEL
SLOTS = TRAY + PLAYERS

# What is going on. Everybody can see it, so who is asked is never a secret.
STAGES = ("start", "deal", "waltz", "post", "deed", "react", "roll", "grab")
START, DEALING, POSTING, ROLLING, GRABBING = places(STAGES, "start", "deal", "post", "roll", "grab")
WALTZ, DEED, REACT = places(STAGES, "waltz", "deed", "react")

RIVALS, TOGETHER = places(ABOUT.mode_names, "rivals", "together")
(SEAL_UP,) = places(ABOUT.ruling_names, "seal-up")

# What the numbers below name, for observations.
SEAT = Names("seat", PLAYERS)
CARD = Names("card", CARDS, "cards")
KIND = Names("kind", KINDS, "kinds")
SEAL = Names("seal", SEALS)
HELD = Names("hand", HAND, "limit")
SLOT = Names("slot", SLOTS, parts=((SEAT, HELD), (Names("spot", MANTEL, "mantel"),), (Names("tray", PLAYERS),)))

STATE = record(
    *HEADER,
    field("stage", "i1", (), "all", "phase", "what is going on, by its place in STAGES", Names("stage", len(STAGES))),
    field("turn", "i1", (), "all", "seat", "whose turn it is, or who is dealt to; NONE before the start", SEAT),
    field("victim", "i1", (), "all", "seat", "from whom the turn's seat filches; NONE if it does not", SEAT),
    field("left", "i1", (), "all", "count", "turns still to be finished", TURN),
    field("pile", "i1", (), "all", "count", "cards in the drawer", CARD),
    field("deck", "i8", (), "nobody", "bits", "bit c: card c is in the drawer", CARD),
    slot_field("card", SLOTS, of=CARD, axis=SLOT),
    slot_field("seen", SLOTS, of=SEAT, axis=SLOT),
    field(
        "shows",
        "i1",
        (SLOTS,),
        "all",
        "choice",
        "the seal that everybody has seen on it; NONE if nobody has",
        SEAL,
        SLOT,
    ),
    slot_field("maybe", SLOTS, of=KIND, axis=SLOT),
    answers_field("polled", SEAT),
    answers_field("answer", SEAT, HELD),
    field(
        "given", "i1", (PLAYERS,), "all", "place", "the hand slot given in the last waltz; NONE if none was", HELD, SEAT
    ),
)
