"""The moves of Whispers. Their order is the order of every legal list; only chance names cards."""

from parlour.engine.moves import Arg, Kind, Moves
from whispers import state as S

SLOT = Arg("slot", S.HAND, "h")
SEAT = Arg("seat", S.PLAYERS, "p")

MOVES = Moves(
    Kind("play", "WS-4", (SLOT,)),
    Kind("choose", "WS-4", (SLOT, SEAT)),
    Kind("guess", "WS-5", (SLOT, SEAT, Arg("secret", S.KINDS, "k"))),
    Kind("starts", "WS-2", (SEAT,), chance=True),
    Kind("deal", "WS-3", (Arg("card", S.CARDS, "c"),), chance=True),
)
PLAY, CHOOSE, GUESS, STARTS, DEAL = MOVES.codes("play", "choose", "guess", "starts", "deal")

# The longest list: two rumours, about every kind but one and every other player.
MOST = S.HAND * (S.PLAYERS - 1) * (S.KINDS - 1)
