"""What a position of Heartcatchers is worth to a seat that can see this much of it."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE, OVER, WIN
from parlour.games.heartcatchers import state as S
from parlour.games.heartcatchers.rules import count_secret

# A lead of this many points is as good as won.
SURE = 16.0


@rule
def worth(e, g, seat):
    """The lead if the game were scored now, Secrets that are not visible counting nothing."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    if g.turn == NONE:
        return 0.5
    mine = stacks_of(e, g, seat)
    lead = np.int64(0)
    for column in range(e.columns):
        for stack in (np.int64(g.at[column]), np.int64(g.at[column + S.COLUMNS])):
            lead += np.int64(g.value[stack]) * sign(mine, stack)
    for k in range(g.secrets):
        if g.secret[k] >= 0:
            lead += count_secret(e, g, np.int64(g.secret[k])) * sign(mine, np.int64(g.under[k]))
    return min(1.0, max(0.0, 0.5 + lead / (2.0 * SURE)))


@rule
def stacks_of(e, g, seat):
    """The stacks on a seat's side once the visible Change-of-Hearts have moved them, one bit each."""
    changes = np.int64(0)
    for k in range(g.secrets):
        if g.secret[k] >= 0 and e.heart[g.secret[k]] == S.CHANGE:
            changes ^= np.int64(1) << np.int64(g.under[k])
    mine = np.int64(0)
    for column in range(e.columns):
        here = np.int64(g.at[seat * S.COLUMNS + column])
        there = np.int64(g.at[(1 - seat) * S.COLUMNS + column])
        swapped = ((changes >> here) ^ (changes >> there)) & 1
        mine |= np.int64(1) << (there if swapped else here)
    return mine


@rule
def sign(stacks, stack):
    return 2 * ((stacks >> stack) & 1) - 1
