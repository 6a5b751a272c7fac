"""The moves of Perfect Match: the actions of a turn, the choices that effects ask for, and what chance does."""

from parlour.engine.moves import Arg, Kind, Moves
from parlour.engine.record import SEATS
from parlour.games.perfect_match import state as S

HELD = Arg("slot", S.HAND, "h")
PLACE = Arg("place", S.STAGE, "s")
CARD = Arg("card", S.PROFILE, "k")
CONTESTANT = Arg("contestant", S.CONTESTANTS, "c")
SEAT = Arg("seat", SEATS, "p")

MOVES = Moves(
    Kind("play", "PM-9", (HELD, PLACE)),
    Kind("reveal", "PM-10", (PLACE, CARD)),
    Kind("drama", "PM-12", (HELD,)),
    Kind("date", "PM-13", (PLACE,)),
    Kind("favour", "PM-18", (CONTESTANT,)),
    Kind("rest", "PM-7"),
    Kind("discard", "PM-8", (HELD,)),
    Kind("pick", "PM-12", (PLACE, CARD)),
    Kind("point", "PM-12", (PLACE,)),
    Kind("name", "PM-12", (CONTESTANT,)),
    Kind("face", "PM-12", (SEAT,)),
    Kind("grab", "PM-12", (SEAT, HELD)),
    Kind("fetch", "PM-R19", (Arg("depth", S.CARDS, "d"),)),
    Kind("offer", "PM-R13", (HELD,)),
    Kind("stop", "PM-12"),
    Kind("starts", "PM-R16", (SEAT,), chance=True),
    Kind("profile", "PM-4", (Arg("profile", S.PROFILES, "f"),), chance=True),
    Kind("enter", "PM-3", (CONTESTANT,), chance=True),
    Kind("draw", "PM-6", (Arg("card", S.CARDS, "m"),), chance=True),
)
PLAY, REVEAL, DRAMA, DATE, FAVOUR, REST = MOVES.codes("play", "reveal", "drama", "date", "favour", "rest")
DISCARD, PICK, POINT, NAME, FACE = MOVES.codes("discard", "pick", "point", "name", "face")
GRAB, FETCH, OFFER, STOP = MOVES.codes("grab", "fetch", "offer", "stop")
STARTS, PROFILE, ENTER, DRAW = MOVES.codes("starts", "profile", "enter", "draw")

# Chance may draw any card; a turn offers fewer: every hand card at every place or as a drama, and the rest.
ACTIONS = S.HAND * (S.STAGE + 1) + S.STAGE * (S.PROFILE + 1) + S.CONTESTANTS + 1
MOST = max(S.ROOM, ACTIONS)
