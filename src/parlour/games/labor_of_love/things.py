"""What the moves of Labor of Love are about: projects with their prices, the pile, reactions and bulbs."""

from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.things import Family, both, starts
from parlour.games.labor_of_love import moves as M
from parlour.games.labor_of_love import state as S


def projects(workshop: Any) -> list[str]:
    return [card.id for card in workshop.cards]


def prices(workshop: Any) -> list[str]:
    return [f"{hours}-hours" if hours > 1 else "1-hour" for hours in range(1, HOURS + 1)]


def piles(workshop: Any) -> list[str]:
    return ["pile"]


def reactions(workshop: Any) -> list[str]:
    return list(workshop.emoji_ids)


def bulbs(workshop: Any) -> list[str]:
    return list(workshop.colours)


def crafts(workshop: Any) -> list[str]:
    return [f"{count}-crafts" if count != 1 else "1-craft" for count in range(len(workshop.crafts) + 1)]


def first_crafts(workshop: Any) -> list[str]:
    return [f"{craft}-first" for craft in workshop.craft_ids]


def taken_reactions(workshop: Any) -> list[str]:
    most = len(workshop.numbers.lines)
    return [f"{count}-reactions" if count != 1 else "1-reaction" for count in range(most + 1)]


# The most that a card of an edition may cost.
HOURS = 20
THINGS = (
    Family("project", S.CARDS, projects),
    Family("price", HOURS, prices),
    Family("pile", 1, piles),
    Family("reaction", S.EMOJIS, reactions),
    Family("bulb", S.COLOURS, bulbs),
)
PROJECT, PRICE, PILE, REACTION, BULB, _ = starts(THINGS)
WAYS = (
    Family("crafts", S.CRAFTS + 1, crafts),
    Family("first craft", S.CRAFTS, first_crafts),
    Family("reactions", S.LINES + 1, taken_reactions),
)
STACKS, FIRST, CLAIMED, _ = starts(WAYS)
# What nobody at the table would notice: docs/lab/studies.md says what each is.
MARGINS = {"share": 2.0, "score": 1.0, "lead": 1.0, "plies": 4.0, "choices": 2.0, "leads": 1.0}


@rule
def thing(e, g, m):
    """The project that is taken, with its price, or turned up; the pile, the reaction, or the bulb that moves."""
    kind, a = kind_of(m), a_of(m)
    if kind == M.TAKE:
        card = np.int64(g.row[a])
        return both(PROJECT + card, PRICE + np.int64(e.hours[card]) - 1)
    if kind == M.BLIND:
        return PILE
    if kind == M.REACT:
        return REACTION + a
    if kind == M.GLOW:
        return BULB + a
    if kind == M.DEAL or kind == M.DRAW:
        return PROJECT + a
    return NONE


@rule
def ways(e, g, seat, out):
    """How many crafts a seat has, which one it began with, and how many reaction cards it took."""
    out[0] = STACKS + np.int64(g.stacks[seat])
    out[1] = CLAIMED + np.int64(g.claimed[seat])
    n = 2
    for craft in range(e.crafts):
        if g.spot[seat, craft] == 0:
            out[n] = FIRST + craft
            n += 1
    return n
