"""Playouts: how a world is played on when the tree knows no more.

Every decision takes the best by worth of a few moves picked at random (the sieve). After so many decisions the
position is judged by its worth.
"""

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.engine.chance import below
from parlour.engine.jit import copied
from parlour.engine.record import CHANCE, OVER

# Stand-ins for what a kernel gets when it is specialised.
legal = worth = step = stand_in


@copied
def sieved(e, room, n, spec, w):
    """The place of the best by worth of a few of the n moves in `room.replies`, picked at random; of all if few."""
    i = below(room.rng, n)
    if spec.sieve < 2:
        return i
    g = room.trial[0]
    seat = np.int64(w.seat)
    few = min(n, spec.sieve)
    best = i
    best_worth = -1.0
    for _ in range(few):
        room.trial[0] = w
        step(e, g, room.replies[i])
        found = worth(e, g, seat)
        if found > best_worth:
            best = i
            best_worth = found
        i = (i + 1) % n if few == n else below(room.rng, n)
    return best


@copied
def play_on(e, room, spec, w, listed):
    """Play to the end of the game, or for as many decisions as the bot looks ahead; without end if `cut` is negative.

    So many moves of the first decision are listed already.
    """
    if spec.sieve < 2 and spec.cut < 0:
        play_randomly(e, room, w, listed)
        return
    left = spec.cut
    n = listed
    while w.seat != OVER and left != 0:
        if n == 0:
            n = legal(e, w, room.replies)
        if w.seat == CHANCE:
            step(e, w, room.replies[below(room.rng, n)])
        else:
            i = np.int64(0)
            if n > 1:
                i = sieved(e, room, n, spec, w)
                left -= 1
            step(e, w, room.replies[i])
        n = np.int64(0)


@copied
def play_randomly(e, room, w, listed):
    """Play to the end of the game by chance alone."""
    if listed > 0:
        step(e, w, room.replies[below(room.rng, listed)])
    while w.seat != OVER:
        step(e, w, room.replies[below(room.rng, legal(e, w, room.replies))])


KERNELS = (sieved, play_randomly, play_on)
