"""What a position of Labor of Love is worth to a seat."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE, OVER, WIN
from parlour.games.labor_of_love.bulbs import count_lines

# A lead of this many points is as good as won.
SURE = 60.0
# What a seat can still hope for: points for a space of the track ahead, for an emoji on its projects, for a
# column of the bulb that lags behind, for a skill that makes later projects cheaper.
SPACE, EMOJI, COLUMN, SKILL = 2.2, 0.5, 0.6, 0.4


@rule
def worth(e, g, seat):
    """The lead over the best opponent, counting what the rest of the track may bring."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    best = -1000.0
    for other in range(g.seats):
        if other != seat:
            best = max(best, hope(e, g, other))
    return min(1.0, max(0.0, 0.5 + (hope(e, g, seat) - best) / (2.0 * SURE)))


@rule
def hope(e, g, seat):
    """Points in hand and points that the seat may reasonably expect."""
    if g.place[seat] == NONE or g.bulb[seat, e.colours - 1] == NONE:
        return 0.0
    ahead = np.float64(np.int64(e.end) - np.int64(g.place[seat])) / np.float64(e.end)
    hoped = np.float64(g.points[seat]) + SPACE * np.float64(np.int64(e.end) - np.int64(g.place[seat]))
    hoped += COLUMN * np.float64(count_lag(e, g, seat)) + EMOJI * lines_ahead(e, g, seat) * count_cheers(e, g, seat)
    return hoped + SKILL * ahead * count_skill(e, g, seat)


@rule
def count_lag(e, g, seat):
    """The column of the bulb that is furthest behind, of those that lines still wait for."""
    last = np.int64(g.bulb[seat, 0])
    for colour in range(e.colours):
        last = min(last, np.int64(g.bulb[seat, colour]))
    return last


@rule
def lines_ahead(e, g, seat):
    """How many lines can still bring a reaction."""
    return np.float64(np.int64(e.lines) - count_lines(e, g, seat))


@rule
def count_cheers(e, g, seat):
    """Emojis of the kind that the seat has most of."""
    most = np.int64(0)
    for emoji in range(e.emojis):
        most = max(most, np.int64(g.cheers[seat, emoji]))
    return np.float64(most)


@rule
def count_skill(e, g, seat):
    """Hourglasses that the next project of a craft saves, over all crafts."""
    saved = np.int64(0)
    for craft in range(e.crafts):
        saved += min(np.int64(g.made[seat, craft]), np.int64(e.crafts))
    return np.float64(saved)
