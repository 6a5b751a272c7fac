"""What a view of Work of Heart asks the rules, in one call: perks that are ready, the reach of a roll, affection."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE, SEATS
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import count_affection
from parlour.games.work_of_heart.movement import reach_of
from parlour.games.work_of_heart.traits import has_perk

# Behind one number for each seat.
REACH, AFFECTION = SEATS, SEATS + 1
ROOM = SEATS + 2
COUNT = len(S.PERKS)


@rule
def summarise(editions, states, out):
    """Write the ready perks of each seat as bits, then the reach as bits, then the sum of the affection roll.

    The arguments are arrays of one record: Numba recognises those in a tenth of the time that it takes for a record.
    """
    e = editions[0]
    g = states[0]
    for seat in range(np.int64(g.seats)):
        out[seat] = 0
        for perk in range(COUNT):
            if has_perk(e, g, seat, perk):
                out[seat] |= np.int64(1) << perk
    out[REACH] = reach_of(e, g) if g.phase == S.MOVE else np.int64(0)
    out[AFFECTION] = count_affection(e, g) if g.face != NONE and g.die != NONE else np.int64(0)
