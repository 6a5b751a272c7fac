"""Rules that a game need not have: what is used while its folder has no file for them."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN


@rule
def worth(e, g, seat):
    """One half until the end, then the result: bots see no difference between moves but what they play out."""
    return np.float64(g.result[seat]) / np.float64(WIN) if g.seat == OVER else np.float64(0.5)


@rule
def futile(e, g, m):
    """No move comes to nothing."""
    return False
