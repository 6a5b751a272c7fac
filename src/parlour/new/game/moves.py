"""The moves of Blank Game. Their order is the order of every legal list; only chance names cards."""

from parlour.engine.moves import Arg, Kind, Moves
from parlour.new.game import state as S

MOVES = Moves(
    Kind("keep", "BLK-4"),
    Kind("trade", "BLK-4"),
    Kind("starts", "BLK-2", (Arg("seat", S.PLAYERS, "p"),), chance=True),
    Kind("deal", "BLK-3", (Arg("card", S.CARDS, "c"),), chance=True),
)
KEEP, TRADE, STARTS, DEAL = MOVES.codes("keep", "trade", "starts", "deal")

# The longest list is chance's, when every card is still in the deck.
MOST = S.CARDS
