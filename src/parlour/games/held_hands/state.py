"""The table of ...and then we held hands...

This is a game of common knowledge and of silence: whatever one player sees, the other sees too. So the only
secrets are those of the cards: the half that lay covered ever since a card was drawn, and the deck. Both are
secret from both players alike, and from spectators just as much.

A card is known by its two colours and by nothing else, since equal cards cannot be told apart: `card` holds the
kind (left colour * COLOURS + right colour), and deck and discard piles are counts of kinds.

What a covered half can be depends on when its card was drawn: it cannot be one of the cards that lay open on a
discard pile meanwhile, even if they have been shuffled back since. A stretch is the time between two such
shuffles; `since`, `found` and `back` keep, stretch by stretch, what attentive players remember.
"""

from parlour.engine.jit import places
from parlour.engine.record import HEADER, Names, field, record
from parlour.games.held_hands import ABOUT

PLAYERS = 2
HAND = 6
RINGS = 3
STRETCHES = RINGS + 1
NODES = 63
DEGREE = 7
COPIES = 16
AIMS = 24
CARDS = 64
LIMITS = {
    "rings": RINGS,
    "nodes with the Heart": NODES,
    "links of a node": DEGREE,
    "cards": CARDS,
    "copies of a card": COPIES,
    "hand": HAND,
    "objectives": AIMS,
}

COLOURS = ("green", "blue", "red", "black")
GREEN, BLUE, RED, BLACK = places(COLOURS, "green", "blue", "red", "black")
# What NONE becomes as an index among the colours, cut to three bits: an empty slot shows no colour.
NO_COLOUR = 7
LETTERS = ("G", "B", "R", "K")
KINDS = len(COLOURS) * len(COLOURS)

SIDES = ("left", "right")
LEFT, RIGHT = places(SIDES, "left", "right")

PHASES = ("fan", "deal", "reveal", "walk", "look", "refill")
FAN, DEAL, REVEALING = places(PHASES, "fan", "deal", "reveal")
WALK, LOOK, REFILL = places(PHASES, "walk", "look", "refill")

ENDINGS = ("together", "left-behind", "stuck", "no-cards", "off-balance", "last-card", "partner-stuck")
TOGETHER, LEFT_BEHIND = places(ENDINGS, "together", "left-behind")
STUCK, PARTNER_STUCK = places(ENDINGS, "stuck", "partner-stuck")
NO_CARDS, OFF_BALANCE, LAST_CARD = places(ENDINGS, "no-cards", "off-balance", "last-card")

EDGE_IS_LOSS, EMPTY_DECK_IS_LOSS = places(ABOUT.ruling_names, "over-the-edge", "last-card")
EITHER_STUCK, DEAL_FIRST = places(ABOUT.ruling_names, "either-stuck", "deal-first")
(FROM_MEMORY,) = places(ABOUT.ruling_names, "from-memory")

# What the numbers below name, for observations.
SEAT = Names("seat", PLAYERS)
SLOT = Names("slot", HAND, "hand")
COLOUR = Names("colour", len(COLOURS))
SIDE = Names("side", len(SIDES))
KIND = Names("kind", KINDS, parts=((Names("left", len(COLOURS)), Names("right", len(COLOURS))),))
RING = Names("ring", RINGS + 1)
PLAYED = Names("ring", RINGS, "rings")
NODE = Names("node", NODES, "nodes")
CARD = Names("card", CARDS)
AIM = Names("objective", AIMS)
STRETCH = Names("stretch", STRETCHES)

STATE = record(
    *HEADER,
    field("phase", "i1", (), "all", "phase", "what the turn has come to", Names("phase", len(PHASES))),
    field("turn", "i1", (), "all", "seat", "whose turn it is; before the first, who chooses or is dealt to", SEAT),
    field("ring", "i1", (), "all", "place", "the ring being played; past the last one the Heart is open", RING),
    field("goal", "i1", (), "all", "choice", "the colour of the active objective", COLOUR),
    field("giver", "i1", (), "all", "seat", "who turns up the next objective", SEAT),
    field("goals", "i1", (PLAYERS,), "all", "count", "objectives face down in front of each player", AIM, SEAT),
    field(
        "aims",
        "i1",
        (len(COLOURS),),
        "all",
        "count",
        "objectives of each colour that were not yet turned up",
        AIM,
        COLOUR,
    ),
    field("met", "i1", (RINGS,), "all", "count", "objectives met in each ring", AIM, PLAYED),
    field("node", "i1", (PLAYERS,), "all", "place", "where each token stands", NODE, SEAT),
    field("balance", "i1", (PLAYERS,), "all", "number", "each player's Balance", Names("balance"), SEAT),
    field(
        "side", "i1", (PLAYERS,), "all", "choice", "the half of their cards that each player's fan shows", SIDE, SEAT
    ),
    field("walked", "i1", (), "all", "count", "steps taken this turn", Names("step")),
    field("crossed", "i8", (), "all", "bits", "bit n: node n was crossed this turn or is where it began", NODE),
    field(
        "card",
        "i1",
        (PLAYERS, HAND),
        "seen",
        "card",
        "the kind of a hand card; known once both halves were seen",
        KIND,
        SEAT,
        SLOT,
    ),
    field(
        "half",
        "i1",
        (PLAYERS, HAND, len(SIDES)),
        "all",
        "choice",
        "the colour of a half that was ever seen",
        COLOUR,
        SEAT,
        SLOT,
        SIDE,
    ),
    field(
        "since",
        "i1",
        (PLAYERS, HAND),
        "all",
        "count",
        "the stretch in which a hand card was drawn",
        STRETCH,
        SEAT,
        SLOT,
    ),
    field("stock", "i1", (), "all", "count", "cards in the Emotions Deck", CARD),
    field("deck", "i1", (KINDS,), "nobody", "count", "cards of each kind in the Emotions Deck", CARD, KIND),
    field("pile", "i1", (PLAYERS, KINDS), "all", "count", "cards of each kind on each discard pile", CARD, SEAT, KIND),
    field("shuffles", "i1", (), "all", "count", "how often a discard pile was shuffled back: the stretch now", STRETCH),
    field(
        "found",
        "i1",
        (STRETCHES, KINDS),
        "all",
        "count",
        "cards drawn in a stretch whose kind came to light",
        CARD,
        STRETCH,
        KIND,
    ),
    field(
        "back",
        "i1",
        (STRETCHES, KINDS),
        "all",
        "count",
        "cards that were shuffled back to begin a stretch",
        CARD,
        STRETCH,
        KIND,
    ),
    field("ending", "i1", (), "all", "choice", "how it ended; NONE until then", Names("ending", len(ENDINGS))),
)
