"""The moves of Work of Heart: sixteen for players, seven for chance."""

import numpy as np

from parlour.engine.jit import enum
from parlour.engine.moves import Arg, Kind, Moves
from parlour.engine.record import SEATS
from parlour.games.work_of_heart.state import (
    ACTIONS,
    ANSWERS,
    BONUSES,
    EVENTS,
    FACES,
    HAND,
    INTERESTS,
    PERKS,
    SPACES,
    TRAITS,
)

SPACE = Arg("place", SPACES, "s")
SLOT = Arg("slot", HAND, "h")
TRAIT = Arg("trait", len(TRAITS), "t")
FACE = Arg("face", FACES)

MOVES = Moves(
    Kind("woo", "WH-12", (Arg("interest", INTERESTS, "l"),)),
    Kind("pick", "WH-18", (Arg("bonus", BONUSES, "b"),)),
    Kind("go", "WH-48", (SPACE,)),
    Kind("bump", "WH-50", (SPACE,)),
    Kind("step", "WH-28", (SPACE,)),
    Kind("perk", "WH-23", (Arg("perk", len(PERKS), "k"),)),
    Kind("play", "WH-63", (SLOT,)),
    Kind("discard", "WH-61", (SLOT,)),
    Kind("answer", "WH-66", (Arg("answer", ANSWERS, "a"),)),
    # One more than there are traits: the last one stands for none of them.
    Kind("join", "WH-65", (Arg("trait", len(TRAITS) + 1, "t"),)),
    Kind("raise", "WH-21", (TRAIT,)),
    Kind("lower", "WH-R22", (TRAIT,)),
    Kind("target", "WH-63", (Arg("seat", SEATS, "p"),)),
    Kind("peek", "WH-36", (SPACE,)),
    Kind("court", "WH-39"),
    Kind("pass", "WH-39"),
    Kind("roll", "WH-48", (FACE,)),
    Kind("draw", "WH-46", (Arg("card", ACTIONS, "c"),)),
    Kind("event", "WH-45", (Arg("event", EVENTS, "e"),)),
    Kind("face", "WH-41", (FACE,)),
    Kind("die", "WH-40", (FACE,)),
    Kind("snatch", "WH-63", (SLOT,)),
    Kind("reveal", "WH-70", (Arg("bonus", BONUSES, "b"),)),
)
(M_WOO, M_PICK, M_GO, M_BUMP, M_STEP, M_PERK, M_PLAY, M_DISCARD, M_ANSWER, M_JOIN, M_RAISE, M_LOWER, M_TARGET,
 M_PEEK, M_COURT, M_PASS, M_ROLL, M_DRAW, M_EVENT, M_FACE, M_DIE, M_SNATCH, M_REVEAL) = enum(
    len(MOVES.kinds)
)  # fmt: skip

# Joining a group event without raising anything.
NO_TRAIT = np.int64(len(TRAITS))

# A walk to anywhere, a peek under anything, a perk and every card in hand.
MOST = 2 * SPACES + HAND + 2
