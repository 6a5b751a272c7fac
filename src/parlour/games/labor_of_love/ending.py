"""The scoring of Labor of Love."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.engine.seats import share_win


@rule
def count_points(e, g, seat):
    """LL-23 Bulbs, projects and reactions; during the game the points are kept as they are earned."""
    return count_bulbs(e, g, seat) + count_projects(e, g, seat) + count_reactions(e, g, seat)


@rule
def count_bulbs(e, g, seat):
    """LL-23 What the space of each bulb says, once it hangs."""
    points = np.int64(0)
    for colour in range(e.colours):
        if g.line_of[seat, colour] != NONE:
            points += e.value[g.line_of[seat, colour], g.bulb[seat, colour]]
    return points


@rule
def count_projects(e, g, seat):
    """LL-11 Projects of your first craft count one each, of the second two, and so on."""
    points = np.int64(0)
    for craft in range(e.crafts):
        points += count_stack(e, g, seat, craft)
    return points


@rule
def count_stack(e, g, seat, craft):
    """LL-11 One stack: its projects times what its spot is worth."""
    if g.spot[seat, craft] == NONE:
        return np.int64(0)
    return np.int64(g.made[seat, craft]) * np.int64(e.passion[g.spot[seat, craft]])


@rule
def count_reactions(e, g, seat):
    """LL-24 Every reaction card: its number for each of its emojis. LL-R10 Two of a kind both count."""
    points = np.int64(0)
    for emoji in range(e.emojis):
        for copy in range(e.copies):
            if g.fan[emoji, copy] == seat:
                points += np.int64(e.reaction[copy]) * np.int64(g.cheers[seat, emoji])
    return points


@rule
def score_game(e, g):
    """LL-25 Most points win; of several, the one whose button is highest on the final stack."""
    best = np.int64(0)
    for seat in range(g.seats):
        g.points[seat] = count_points(e, g, seat)
    for seat in range(g.seats):
        ahead = np.int64(g.points[seat]) - np.int64(g.points[best])
        if ahead > 0 or (ahead == 0 and g.level[seat] > g.level[best]):
            best = np.int64(seat)
    share_win(g, np.int64(1) << best)
