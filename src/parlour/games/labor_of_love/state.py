"""The workshop of Labor of Love: the track, the row of projects, and a board for every seat.

Everything lies open but the order of the draw pile, and that order does not exist until a card is drawn. Cards
never come back, so `home` alone tells where each of them is. Of the buttons on one space only the top one can
leave, so a button's `level` never changes while it stands still.
"""

import numpy as np

from parlour.engine.jit import places
from parlour.engine.record import HEADER, POINT, SEAT, SEATS, Names, field, record
from parlour.games.labor_of_love import ABOUT

CARDS = 80
CRAFTS = 4
COLOURS = 4
EMOJIS = 5
COPIES = 3
ROW = 4
COLUMNS = 16
LINES = 4
SPACES = 64
SYMBOLS = 6
LIMITS = {
    "cards": CARDS,
    "crafts": CRAFTS,
    "bulbs": COLOURS,
    "emojis": EMOJIS,
    "reaction cards of an emoji": COPIES,
    "row": ROW,
    "columns": COLUMNS,
    "lines": LINES,
    "spaces between the ends": SPACES - 2,
    "symbols of a card": SYMBOLS,
}

# Where a card is, unless a seat has it.
ON_ROW = np.int64(SEATS)
IN_PILE = np.int64(SEATS + 1)

(LONG_CHAINS,) = places(ABOUT.ruling_names, "long-chains")

# What the numbers below name, for observations.
CARD = Names("card", CARDS, "cards")
CRAFT = Names("craft", CRAFTS, "crafts")
COLOUR = Names("colour", COLOURS, "colours")
EMOJI = Names("emoji", EMOJIS, "emojis")
COPY = Names("copy", COPIES, "copies")
PLACE = Names("place", ROW, "row")
LINE = Names("row", COLOURS, "colours")
COLUMN = Names("column", COLUMNS)
SPACE = Names("space", SPACES)
SPOT = Names("spot", CRAFTS, "crafts")
BUTTON = Names("button", SEATS)
HOME = Names("home", SEATS + 2, parts=((SEAT,), (Names("pool", 2),)))
BOARD = Names("board", SEATS + 1, parts=((SEAT,), (Names("done", 1),)))
FLAG = Names("yes", 2)

STATE = record(
    *HEADER,
    field("mover", "i1", (), "all", "seat", "whose turn it is or was; NONE while the table is laid", SEAT),
    field("laid", "i1", (), "all", "count", "buttons stacked at the start so far", BUTTON),
    field("board", "i1", (), "all", "place", "the seat whose board gets its bulbs next; `seats` when all have", BOARD),
    field("hook", "i1", (), "all", "place", "the row of that board that gets the next bulb", LINE),
    field("gap", "i1", (), "all", "place", "the place of the row that is refilled next; NONE if none", PLACE),
    field("blind", "i1", (), "all", "count", "1 while a card is drawn for somebody who chose the pile", FLAG),
    field("bonus", "i1", (), "all", "count", "1 while the mover may still move one bulb for an exact landing", FLAG),
    field("owed", "i1", (), "all", "count", "reaction cards that the mover may take now", EMOJI),
    field("pile", "i1", (), "all", "count", "cards in the draw pile", CARD),
    field(
        "deck",
        "i8",
        (),
        "all",
        "bits",
        "bit c: card c is in the draw pile; 64 cards use the sign bit too",
        Names("card", 64, "cards"),
    ),
    field("deeper", "i8", (), "all", "bits", "bit c: card 64 + c is in the draw pile", Names("later card", CARDS - 64)),
    field("home", "i1", (CARDS,), "all", "place", "where a card is: a seat, ON_ROW or IN_PILE", HOME, CARD),
    field("depth", "i1", (CARDS,), "all", "count", "cards of its stack that a finished project lies on", CARD, CARD),
    field("row", "i1", (ROW,), "all", "card", "the face-up projects by place", CARD, PLACE),
    field("place", "i1", (SEATS,), "all", "place", "the space of a seat's button on the track", SPACE, SEAT),
    field("level", "i1", (SEATS,), "all", "count", "buttons that a seat's button stands on", BUTTON, SEAT),
    field("stacks", "i1", (SEATS,), "all", "count", "crafts that a seat has begun", CRAFT, SEAT),
    field("spot", "i1", (SEATS, CRAFTS), "all", "place", "where on its board a seat stacks a craft", SPOT, SEAT, CRAFT),
    field(
        "made", "i1", (SEATS, CRAFTS), "all", "count", "projects of a craft that a seat has finished", CARD, SEAT, CRAFT
    ),
    field("cheers", "i1", (SEATS, EMOJIS), "all", "count", "emojis on a seat's projects", EMOJI, SEAT, EMOJI),
    field(
        "line_of",
        "i1",
        (SEATS, COLOURS),
        "all",
        "place",
        "the row of its board on which a seat's bulb runs",
        LINE,
        SEAT,
        COLOUR,
    ),
    field(
        "bulb",
        "i1",
        (SEATS, COLOURS),
        "all",
        "place",
        "the column that a seat's bulb has reached",
        COLUMN,
        SEAT,
        COLOUR,
    ),
    field("claimed", "i1", (SEATS,), "all", "count", "reaction lines for which a seat has taken a card", LINE, SEAT),
    field(
        "applause",
        "i1",
        (SEATS, EMOJIS),
        "all",
        "number",
        "points that a seat's reaction cards give for an emoji",
        POINT,
        SEAT,
        EMOJI,
    ),
    field("left", "i1", (EMOJIS,), "all", "count", "reaction cards left in a pile", CARD, EMOJI),
    field(
        "fan",
        "i1",
        (EMOJIS, COPIES),
        "all",
        "seat",
        "who holds a reaction card, best card first; NONE in the pile",
        SEAT,
        EMOJI,
        COPY,
    ),
)
