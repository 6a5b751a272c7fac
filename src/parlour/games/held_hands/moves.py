"""The moves of ...and then we held hands...: four for players, three for chance."""

from parlour.engine.moves import Arg, Kind, Moves
from parlour.games.held_hands import state as S

SEAT = Arg("seat", S.PLAYERS, "p")

# Equal cards cannot be told apart; the copy only says that each of those in the deck is as likely to come.
MOVES = Moves(
    Kind("step", "HH-9", (Arg("hand", S.PLAYERS, "p"), Arg("slot", S.HAND, "h"), Arg("place", S.NODES, "n"))),
    Kind("stop", "HH-9"),
    Kind("left", "HH-16"),
    Kind("right", "HH-16"),
    Kind("starts", "HH-R17", (SEAT,), chance=True),
    Kind("draw", "HH-15", (Arg("card", S.KINDS, "k"), Arg("copy", S.COPIES, "x")), chance=True),
    Kind("reveal", "HH-8", (Arg("colour", len(S.COLOURS), "o"), Arg("copy", S.AIMS, "x")), chance=True),
)
STEP, STOP, SHOW_LEFT, SHOW_RIGHT = MOVES.codes("step", "stop", "left", "right")
STARTS, DRAW, REVEAL = MOVES.codes("starts", "draw", "reveal")

# Every card of both hands to every neighbour, and the stop; chance never has as many, nor writes as far.
MOST = S.PLAYERS * S.HAND * S.DEGREE + 1
