"""What the moves of ...and then we held hands... are about: the colour that is paid by whose hand, and the node."""

from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, c_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.things import Family, both, starts
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S

HANDS = ("own", "partner")


def paid(story: Any) -> list[str]:
    return [f"{story.emotion(colour).id}-{hand}" for hand in HANDS for colour in range(len(S.COLOURS))]


def nodes(story: Any) -> list[str]:
    last = len(story.colours) - 1
    return [f"node-{node + 1}" if node != last else "heart" for node in range(last + 1)]


def kinds(story: Any) -> list[str]:
    found = [story.card_of(kind) for kind in range(S.KINDS)]
    return [card.id if card else "" for card in found]


THINGS = (
    Family("paid", len(HANDS) * len(S.COLOURS), paid),
    Family("node", S.NODES, nodes),
    Family("card", S.KINDS, kinds),
)
PAID, NODE, CARD, _ = starts(THINGS)
# What nobody at the table would notice: docs/lab/studies.md says what each is.
MARGINS = {"share": 2.0, "plies": 5.0, "choices": 3.0}


@rule
def thing(e, g, m):
    """The colour of the node that is stepped on with the hand that pays it, and the node; or the card that is drawn."""
    kind = kind_of(m)
    if kind == M.DRAW:
        return CARD + a_of(m)
    if kind != M.STEP:
        return NONE
    node = c_of(m)
    colour = np.int64(e.colour[node])
    if colour < 0:
        return NODE + node
    partner = np.int64(0) if a_of(m) == g.seat else np.int64(len(S.COLOURS))
    return both(PAID + partner + colour, NODE + node)
