"""Who knows what in Labor of Love: everybody knows everything.

Cards are taken and dealt face up, so what the pile still holds follows from what has been seen; its order does
not exist before a card is drawn.
"""

import numpy as np

from parlour.engine.jit import rule


@rule
def hide(e, g, seat):
    """Nothing on this table is hidden."""


@rule
def see(e, g, m, seat):
    """Everything happens in the open."""
    return np.int64(m)


@rule
def imagine(e, g, seat, rng):
    """There is only one world that looks like this: the true one."""
