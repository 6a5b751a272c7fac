"""The moves of Work of Heart: nineteen for players, seven for chance."""

import numpy as np

from parlour.engine.jit import places
from parlour.engine.moves import Arg, Kind, Moves
from parlour.engine.record import SEATS
from parlour.games.work_of_heart import state as S

SPACE_ARG = Arg("place", S.SPACES, "s")
SLOT_ARG = Arg("slot", S.HAND, "h")
TRAIT_ARG = Arg("trait", len(S.TRAITS), "t")
FACE_ARG = Arg("face", S.FACES)
# Tied players draw another bonus card, or share.
TIES = ("draw", "share")
# What somebody does when a step of another's turn comes up.
INTERRUPTS = ("wait", "interrupt")

MOVES = Moves(
    Kind("woo", "WH-12", (Arg("interest", S.INTERESTS, "l"),)),
    Kind("pick", "WH-18", (Arg("bonus", S.BONUSES, "b"),)),
    Kind("go", "WH-48", (SPACE_ARG,)),
    Kind("bump", "WH-50", (SPACE_ARG,)),
    Kind("step", "WH-28", (SPACE_ARG,)),
    Kind("perk", "WH-23", (Arg("perk", len(S.PERKS), "k"),)),
    Kind("play", "WH-63", (SLOT_ARG,)),
    Kind("discard", "WH-61", (SLOT_ARG,)),
    Kind("answer", "WH-66", (Arg("answer", S.ANSWERS, "a"),)),
    # One more than there are traits: the last one stands for none of them.
    Kind("join", "WH-65", (Arg("trait", len(S.TRAITS) + 1, "t"),)),
    Kind("raise", "WH-21", (TRAIT_ARG,)),
    Kind("lower", "WH-R22", (TRAIT_ARG,)),
    Kind("target", "WH-63", (Arg("seat", SEATS, "p"),)),
    Kind("peek", "WH-36", (SPACE_ARG,)),
    Kind("court", "WH-39"),
    Kind("throw", "WH-48"),
    Kind("tie", "WH-72", (Arg("choice", len(TIES)),)),
    Kind("interrupt", "WH-59", (Arg("choice", len(INTERRUPTS)),), quiet=True),
    Kind("pass", "WH-39"),
    Kind("roll", "WH-48", (FACE_ARG,), chance=True),
    Kind("draw", "WH-46", (Arg("card", S.ACTIONS, "c"),), chance=True),
    Kind("event", "WH-45", (Arg("event", S.EVENTS, "e"),), chance=True),
    Kind("face", "WH-41", (FACE_ARG,), chance=True),
    Kind("die", "WH-40", (FACE_ARG,), chance=True),
    Kind("snatch", "WH-63", (SLOT_ARG,), chance=True),
    Kind("reveal", "WH-70", (Arg("bonus", S.BONUSES, "b"),), chance=True),
)
WOO, PICK, GO, BUMP, STEP, PERK = MOVES.codes("woo", "pick", "go", "bump", "step", "perk")
PLAY, DISCARD, ANSWER, JOIN, RAISE, LOWER = MOVES.codes("play", "discard", "answer", "join", "raise", "lower")
TARGET, PEEK, COURT, THROW = MOVES.codes("target", "peek", "court", "throw")
TIE, INTERRUPT, PASS = MOVES.codes("tie", "interrupt", "pass")
ROLL, DRAW, EVENT, FACE, DIE, SNATCH, REVEAL = MOVES.codes("roll", "draw", "event", "face", "die", "snatch", "reveal")

CHANCE_KINDS = (ROLL, DRAW, EVENT, FACE, DIE, SNATCH, REVEAL)
DRAW_ON, SHARE = places(TIES, "draw", "share")
WAIT, CUT_IN = places(INTERRUPTS, "wait", "interrupt")

# Joining a group event without raising anything.
NO_TRAIT = np.int64(len(S.TRAITS))

# A walk to anywhere, a peek under anything, a perk and every card in hand.
MOST = 2 * S.SPACES + S.HAND + 2
