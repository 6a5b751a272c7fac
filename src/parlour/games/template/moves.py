"""The moves of Keepsakes: seven for players, five for chance.

The order of the kinds is the order of every legal list. What a move names is a place (a slot, a spot, a
seat), never a card that somebody might not know; only chance names cards, and `see` erases those.
"""

from parlour.engine.jit import enum
from parlour.engine.moves import Arg, Kind, Moves
from parlour.games.template.state import CARDS, FACES, HAND, MANTEL, PLAYERS

SLOT = Arg("slot", HAND, "h")
SPOT = Arg("place", MANTEL, "m")
SEAT = Arg("seat", PLAYERS, "p")
CARD = Arg("card", CARDS, "c")

MOVES = Moves(
    Kind("give", "TG-6", (SLOT,)),
    Kind("peek", "TG-9", (SPOT,)),
    Kind("take", "TG-10", (SPOT,)),
    Kind("filch", "TG-11", (SEAT,)),
    Kind("linger", "TG-16"),
    Kind("tuck", "TG-12", (SLOT,)),
    Kind("allow", "TG-13"),
    Kind("starts", "TG-3", (SEAT,)),
    Kind("deal", "TG-4", (CARD,)),
    Kind("post", "TG-7", (CARD,)),
    Kind("roll", "TG-14", (Arg("face", FACES, "d"),)),
    Kind("grab", "TG-15", (SLOT,)),
)
GIVE, PEEK, TAKE, FILCH, LINGER, TUCK, ALLOW, STARTS, DEAL, POST, ROLL, GRAB = enum(len(MOVES.kinds))

# The longest list is chance's, when every card is still in the drawer.
MOST = CARDS
