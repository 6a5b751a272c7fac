"""What a position of Blank Game is worth to a seat that can see this much of it."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN


@rule
def worth(e, g, seat):
    """The share of the cards that the own one beats or equals; one half without a card."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    if g.hand[seat] < 0:
        return 0.5
    beaten = 0
    for card in range(e.cards):
        if e.worth[card] <= e.worth[g.hand[seat]]:
            beaten += 1
    return beaten / np.float64(e.cards)
