"""The moves of Keepsakes: seven for players, five for chance.

The order of the kinds is the order of every legal list. What a move names is a place (a slot, a spot, a
seat), never a card that somebody might not know; only chance names cards, and `see` erases those.
"""

from parlour.engine.moves import Arg, Kind, Moves
from parlour.games.template import state as S

SLOT = Arg("slot", S.HAND, "h")
SPOT = Arg("place", S.MANTEL, "m")
SEAT = Arg("seat", S.PLAYERS, "p")
CARD = Arg("card", S.CARDS, "c")

MOVES = Moves(
    Kind("give", "TG-6", (SLOT,)),
    Kind("peek", "TG-9", (SPOT,)),
    Kind("take", "TG-10", (SPOT,)),
    Kind("filch", "TG-11", (SEAT,)),
    Kind("linger", "TG-16"),
    Kind("tuck", "TG-12", (SLOT,)),
    Kind("allow", "TG-13"),
    Kind("starts", "TG-3", (SEAT,), chance=True),
    Kind("deal", "TG-4", (CARD,), chance=True),
    Kind("post", "TG-7", (CARD,), chance=True),
    Kind("roll", "TG-14", (Arg("face", S.FACES, "d"),), chance=True),
    Kind("grab", "TG-15", (SLOT,), chance=True),
)
GIVE, PEEK, TAKE, FILCH, LINGER = MOVES.codes("give", "peek", "take", "filch", "linger")
TUCK, ALLOW = MOVES.codes("tuck", "allow")
STARTS, DEAL, POST, ROLL, GRAB = MOVES.codes("starts", "deal", "post", "roll", "grab")

# The longest list is chance's, when every card is still in the drawer.
MOST = S.CARDS
