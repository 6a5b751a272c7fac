"""What a position of Whispers is worth to a seat that can see this much of it."""

import numpy as np

from parlour.engine.bits import count_bits, has_bit
from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN
from whispers import state as S

# How much of the worth is how dear the own secret is; the rest is how few are left.
DEAR = 0.5


@rule
def worth(e, g, seat):
    """A dear secret, and few rivals left."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    if has_bit(g.out, seat):
        return 0.0
    card = np.int64(g.card[np.int64(seat) * S.HAND])
    dear = np.float64(e.kind[card]) / np.float64(e.kinds) if card >= 0 else DEAR
    return DEAR * dear + (1.0 - DEAR) / np.float64(g.seats - count_bits(g.out))
