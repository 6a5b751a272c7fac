"""The heuristic value of a position of Labor of Love for a seat."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import OVER, WIN
from parlour.games.labor_of_love.bulbs import count_lines

# A lead of this many points counts as a certain win.
SURE = 60.0
# Weights of expected points, found by letting greedy play itself and keeping what scored more. A space of the track
# ahead is worth SPACE. An emoji of the commonest kind is worth EMOJI for each line ahead, a column of the slowest bulb
# COLUMN.
SPACE, EMOJI, COLUMN = 3.6, 0.9, 0.4
# Worth that much at the start of the track and nothing at its end: any emoji, a column of any bulb, and each
# earlier project that makes the next one of its craft cheaper.
CHEER, STEP, SKILL = 1.1, 3.2, 1.75
# What it costs to take whatever lies on the pile, and what a last spark brings.
BLINDLY, SPARK = 10.0, 2.0


@rule
def worth(e, g, seat):
    """The lead over the best opponent, counting what the rest of the track may bring."""
    if g.seat == OVER:
        return np.float64(g.result[seat]) / np.float64(WIN)
    best = -1000.0
    for other in range(g.seats):
        if other != seat:
            best = max(best, expected_points(e, g, other))
    return min(1.0, max(0.0, 0.5 + (expected_points(e, g, seat) - best) / (2.0 * SURE)))


@rule
def expected_points(e, g, seat):
    """Points scored and points that the seat can expect."""
    if g.board < g.seats:
        return 0.0
    spaces = np.float64(np.int64(e.end) - np.int64(g.place[seat]))
    rest = spaces / np.float64(e.end)
    later = CHEER * count_cheers(e, g, seat) + STEP * count_columns(e, g, seat) + SKILL * count_skill(e, g, seat)
    total = np.float64(g.points[seat]) + SPACE * spaces + rest * later
    return total + expected_from_lines(e, g, seat) + expected_from_turn(e, g, seat)


@rule
def expected_from_lines(e, g, seat):
    """Lines ahead: as far as the slowest bulb is on the way to them, and emojis to show for them."""
    ahead = np.float64(np.int64(e.lines) - count_lines(e, g, seat))
    most = np.int64(0)
    for emoji in range(e.emojis):
        most = max(most, np.int64(g.cheers[seat, emoji]))
    last = np.int64(g.bulb[seat, 0])
    for colour in range(e.colours):
        last = min(last, np.int64(g.bulb[seat, colour]))
    return EMOJI * ahead * np.float64(most) + COLUMN * np.float64(last)


@rule
def expected_from_turn(e, g, seat):
    """Points expected from the rest of the turn that is being played."""
    if g.mover != seat:
        return 0.0
    return SPARK * np.float64(g.bonus) + np.float64(g.owed) * best_reaction(e, g, seat) - BLINDLY * np.float64(g.blind)


@rule
def best_reaction(e, g, seat):
    """The most that a reaction card would score now."""
    best = np.int64(0)
    for emoji in range(e.emojis):
        if g.left[emoji] > 0:
            best = max(best, np.int64(e.reaction[e.copies - g.left[emoji]]) * np.int64(g.cheers[seat, emoji]))
    return np.float64(best)


@rule
def count_cheers(e, g, seat):
    """Emojis on all of the seat's projects."""
    count = np.int64(0)
    for emoji in range(e.emojis):
        count += g.cheers[seat, emoji]
    return np.float64(count)


@rule
def count_columns(e, g, seat):
    """Columns that the seat's bulbs have come along."""
    count = np.int64(0)
    for colour in range(e.colours):
        count += g.bulb[seat, colour]
    return np.float64(count)


@rule
def count_skill(e, g, seat):
    """Earlier projects that make the next one of their craft cheaper."""
    saved = np.int64(0)
    for craft in range(e.crafts):
        saved += min(np.int64(g.made[seat, craft]), np.int64(e.crafts))
    return np.float64(saved)
