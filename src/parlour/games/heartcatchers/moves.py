"""The moves of Heartcatchers: three for players, three for chance."""

from parlour.engine.jit import enum
from parlour.engine.moves import Arg, Kind, Moves
from parlour.games.heartcatchers.state import CARDS, COLUMNS, HAND, PLAYERS, POSITIONS

HELD = Arg("slot", HAND, "h")
PLACE = Arg("place", POSITIONS, "s")
CARD = Arg("card", CARDS, "c")

MOVES = Moves(
    Kind("catch", "HC-7", (HELD, PLACE)),
    Kind("steal", "HC-9", (HELD, PLACE, Arg("back", POSITIONS, "s"))),
    Kind("secret", "HC-11", (HELD, PLACE)),
    Kind("starts", "HC-R2", (Arg("seat", PLAYERS, "p"),)),
    Kind("lay", "HC-3", (CARD,)),
    Kind("draw", "HC-13", (CARD,)),
)
CATCH, STEAL, SECRET, STARTS, LAY, DRAW = enum(len(MOVES.kinds))

# Every card of a hand as a catch, as each possible steal, and as a Secret anywhere.
MOST = HAND * (COLUMNS + COLUMNS * COLUMNS + POSITIONS)
