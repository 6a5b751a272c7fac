"""The moves of Labor of Love: four for players, five for chance."""

from parlour.engine.moves import Arg, Kind, Moves
from parlour.engine.record import SEATS
from parlour.games.labor_of_love import state as S

COLOUR = Arg("colour", S.COLOURS, "b")
SEAT = Arg("seat", SEATS, "p")
CARD = Arg("card", S.CARDS, "c")

MOVES = Moves(
    Kind("take", "LL-9", (Arg("slot", S.ROW, "r"),)),
    Kind("blind", "LL-9", ()),
    Kind("react", "LL-20", (Arg("emoji", S.EMOJIS, "e"),)),
    Kind("glow", "LL-22", (COLOUR,)),
    Kind("starts", "LL-4", (SEAT,), chance=True),
    Kind("under", "LL-4", (SEAT,), chance=True),
    Kind("hang", "LL-7", (COLOUR,), chance=True),
    Kind("deal", "LL-5", (CARD,), chance=True),
    Kind("draw", "LL-R16", (CARD,), chance=True),
)
TAKE, BLIND, REACT, GLOW = MOVES.codes("take", "blind", "react", "glow")
STARTS, UNDER, HANG, DEAL, DRAW = MOVES.codes("starts", "under", "hang", "deal", "draw")

# Chance may have the whole pile to draw from; nobody else ever has as many moves.
MOST = S.CARDS
