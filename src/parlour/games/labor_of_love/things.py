"""What the moves of Labor of Love are about: projects, the pile, reactions and bulbs."""

from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.things import Family, starts
from parlour.games.labor_of_love import moves as M
from parlour.games.labor_of_love import state as S


def projects(workshop: Any) -> list[str]:
    return [card.id for card in workshop.cards]


def piles(workshop: Any) -> list[str]:
    return ["pile"]


def reactions(workshop: Any) -> list[str]:
    return list(workshop.emoji_ids)


def bulbs(workshop: Any) -> list[str]:
    return list(workshop.colours)


THINGS = (
    Family("project", S.CARDS, projects),
    Family("pile", 1, piles),
    Family("reaction", S.EMOJIS, reactions),
    Family("bulb", S.COLOURS, bulbs),
)
PROJECT, PILE, REACTION, BULB, _ = starts(THINGS)
# What nobody at the table would notice: docs/lab/studies.md says what each is.
MARGINS = {"share": 2.0, "score": 1.0, "lead": 1.0, "plies": 4.0, "choices": 2.0, "leads": 1.0}


@rule
def thing(e, g, m):
    """The project that is taken or turned up, the pile, the reaction, or the bulb that moves."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.TAKE:
        return PROJECT + np.int64(g.row[a])
    if kind == M.BLIND:
        return PILE
    if kind == M.REACT:
        return REACTION + a
    if kind == M.GLOW:
        return BULB + a
    if kind == M.DEAL or kind == M.DRAW:
        return PROJECT + a
    return NONE
