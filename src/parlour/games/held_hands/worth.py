"""What a position of ...and then we held hands... is worth: progress counts, since hardly anybody arrives."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN


@rule
def worth(e, g, seat):
    """Objectives met, for the time being."""
    if g.seat == OVER and g.result[seat] == WIN:
        return 1.0
    return np.float64(g.points[seat]) / 50.0
