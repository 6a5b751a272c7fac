"""What a position of Heartcatchers is worth to a seat that can see this much of it."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN
from parlour.games.heartcatchers.rules import count_secret, position_of, side_of
from parlour.games.heartcatchers.state import CHANGE, COLUMNS

# A lead of this many points is as good as won.
SURE = 16.0


@rule
def worth(e, g, seat):
    """The lead if the game were scored now, Secrets that are not visible counting nothing."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    lead = np.int64(g.points[seat]) - np.int64(g.points[1 - seat])
    for column in range(e.columns):
        lead += swing(e, g, seat, column)
    for k in range(g.secrets):
        if g.secret[k] >= 0:
            points = count_secret(e, np.int64(g.secret[k]))
            lead += points if side_of(position_of(g, g.under[k])) == seat else -points
    return min(1.0, max(0.0, 0.5 + lead / (2.0 * SURE)))


@rule
def swing(e, g, seat, column):
    """What the visible Change-of-Hearts of a column would move to the seat's side."""
    mine = np.int64(g.at[seat * COLUMNS + column])
    theirs = np.int64(g.at[(1 - seat) * COLUMNS + column])
    changes = 0
    gain = 2 * (np.int64(g.value[theirs]) - np.int64(g.value[mine]))
    for k in range(g.secrets):
        if g.secret[k] >= 0 and (g.under[k] == mine or g.under[k] == theirs):
            if e.heart[g.secret[k]] == CHANGE:
                changes += 1
            points = count_secret(e, np.int64(g.secret[k]))
            gain += -2 * points if g.under[k] == mine else 2 * points
    return gain if changes % 2 == 1 else 0
