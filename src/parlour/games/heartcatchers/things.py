"""What the moves of Heartcatchers are about: cards."""

from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.things import Family, starts
from parlour.games.heartcatchers import moves as M
from parlour.games.heartcatchers import state as S


def cards(deck: Any) -> list[str]:
    return [card.id for card in deck.faces]


def hidden(deck: Any) -> list[str]:
    most = len(deck.faces)
    return [f"{count}-secrets" if count != 1 else "1-secret" for count in range(most)]


THINGS = (Family("card", S.CARDS, cards),)
WAYS = (Family("secrets", S.CARDS, hidden), Family("last turn", 1, lambda deck: ["the-last-turn"]))
SECRETS, LAST, _ = starts(WAYS)
# What nobody at the table would notice: docs/lab/studies.md says what each is.
MARGINS = {"share": 2.0, "score": 1.0, "lead": 1.0, "plies": 1.0, "leads": 0.5}


@rule
def thing(e, g, m):
    """The card that is laid, drawn or played."""
    kind = kind_of(m)
    if kind == M.STARTS:
        return NONE
    if kind == M.LAY or kind == M.DRAW:
        return a_of(m)
    return np.int64(g.hand[g.seat, a_of(m)])


@rule
def ways(e, g, seat, out):
    """How many Secrets a seat has hidden, and whether the last turn was its own."""
    hidden = np.int64(0)
    for i in range(g.secrets):
        hidden += g.by[i] == seat
    out[0] = SECRETS + hidden
    if g.turn != seat:
        return np.int64(1)
    out[1] = LAST
    return np.int64(2)
