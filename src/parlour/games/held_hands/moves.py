"""The moves of ...and then we held hands...: four for players, three for chance."""

from parlour.engine.jit import enum
from parlour.engine.moves import Arg, Kind, Moves
from parlour.games.held_hands.state import AIMS, COLOURS, COPIES, DEGREE, HAND, KINDS, NODES, PLAYERS

SEAT = Arg("seat", PLAYERS, "p")

# Equal cards cannot be told apart; the copy only says that each of those in the deck is as likely to come.
MOVES = Moves(
    Kind("step", "HH-9", (Arg("hand", PLAYERS, "p"), Arg("slot", HAND, "h"), Arg("place", NODES, "n"))),
    Kind("stop", "HH-9"),
    Kind("left", "HH-16"),
    Kind("right", "HH-16"),
    Kind("starts", "HH-R17", (SEAT,)),
    Kind("draw", "HH-15", (Arg("card", KINDS, "k"), Arg("copy", COPIES, "x"))),
    Kind("reveal", "HH-8", (Arg("colour", len(COLOURS), "o"), Arg("copy", AIMS, "x"))),
)
STEP, STOP, SHOW_LEFT, SHOW_RIGHT, STARTS, DRAW, REVEAL = enum(len(MOVES.kinds))

# Every card of both hands to every neighbour, and the stop; chance never has as many, nor writes as far.
MOST = PLAYERS * HAND * DEGREE + 1
