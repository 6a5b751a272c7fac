"""The moves of Perfect Match: the actions of a turn, the choices that effects ask for, and what chance does."""

import numpy as np
from numpy import uint64 as ix  # an index that is never negative: saves the look from the end of the array

from parlour.engine.jit import enum, inlined
from parlour.engine.moves import Arg, Kind, Moves, make
from parlour.engine.record import NONE, SEATS
from parlour.games.perfect_match.state import CARDS, CONTESTANTS, HAND, PROFILE, PROFILES, ROOM, STAGE

HELD = Arg("slot", HAND, "h")
PLACE = Arg("place", STAGE, "s")
CARD = Arg("card", PROFILE, "k")
CONTESTANT = Arg("contestant", CONTESTANTS, "c")
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
    Kind("fetch", "PM-R19", (Arg("depth", CARDS, "d"),)),
    Kind("offer", "PM-R13", (HELD,)),
    Kind("stop", "PM-12"),
    Kind("starts", "PM-R16", (SEAT,)),
    Kind("profile", "PM-4", (Arg("profile", PROFILES, "f"),)),
    Kind("enter", "PM-3", (CONTESTANT,)),
    Kind("draw", "PM-6", (Arg("card", CARDS, "m"),)),
)
(
    DO_PLAY,
    DO_REVEAL,
    DO_DRAMA,
    DO_DATE,
    DO_FAVOUR,
    DO_REST,
    DO_DISCARD,
    DO_PICK,
    DO_POINT,
    DO_NAME,
    DO_FACE,
    DO_GRAB,
    DO_FETCH,
    DO_OFFER,
    DO_STOP,
    DO_STARTS,
    DO_PROFILE,
    DO_ENTER,
    DO_DRAW,
) = enum(len(MOVES.kinds))

# Chance may draw any card; a turn offers fewer: every hand card at every place or as a drama, and the rest.
ACTIONS = HAND * (STAGE + 1) + STAGE * (PROFILE + 1) + CONTESTANTS + 1
MOST = max(ROOM, ACTIONS)


@inlined
def list_each(kind, bits, count, out, n):
    """Behind n moves those of one kind, one for each of the first bits that is set."""
    if bits != 0:
        for i in range(np.int64(count)):
            out[ix(n)] = make(kind, i, NONE, NONE)
            n += (bits >> i) & 1
    return n
