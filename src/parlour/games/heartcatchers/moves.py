"""The moves of Heartcatchers: three for players, three for chance."""

from parlour.engine.moves import Arg, Kind, Moves
from parlour.games.heartcatchers import state as S

HELD = Arg("slot", S.HAND, "h")
PLACE = Arg("place", S.POSITIONS, "s")
CARD = Arg("card", S.CARDS, "c")

MOVES = Moves(
    Kind("catch", "HC-7", (HELD, PLACE)),
    Kind("steal", "HC-9", (HELD, PLACE, Arg("back", S.POSITIONS, "s"))),
    Kind("secret", "HC-11", (HELD, PLACE)),
    Kind("starts", "HC-R2", (Arg("seat", S.PLAYERS, "p"),), chance=True),
    Kind("lay", "HC-3", (CARD,), chance=True),
    Kind("draw", "HC-13", (CARD,), chance=True),
)
CATCH, STEAL, SECRET = MOVES.codes("catch", "steal", "secret")
STARTS, LAY, DRAW = MOVES.codes("starts", "lay", "draw")

# Every card of a hand as a catch, as each possible steal, and as a Secret anywhere.
MOST = S.HAND * (S.COLUMNS + S.COLUMNS * S.COLUMNS + S.POSITIONS)
