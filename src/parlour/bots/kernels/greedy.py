"""Greedy: the best end of its own turn.

In each of a few imagined worlds it searches its own turn best first, by worth, until the turn passes on. The value
of a first move is the highest worth of an end of the turn after it, averaged over the worlds.
"""

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import POOL
from parlour.engine.chance import below

# Stand-ins for what a kernel gets when it is specialised.
legal = imagine = worth = step = answer_for_others = stand_in

# `overlook` is in hundredths. A move that is overlooked comes after every one that is not.
PERCENT = 100
OVERLOOKED = 2.0

# Where in the pool the world lies.
START = np.int64(0)


def greedy_values(e, seat, spec, room, n):
    """Write the value of each of the n moves in `room.moves` into `room.values`."""
    room.values[:n] = 0.0
    for _ in range(spec.worlds):
        add_world(e, seat, room, n)
    average_worlds(spec, room, n, spec.worlds)


def add_world(e, seat, room, n):
    """Imagine one more world and add the value of each move in it to `room.values`."""
    room.ends[:n] = -1.0
    room.ways[:n] = -1.0
    room.pool[START] = room.hidden[0]
    imagine(e, room.pool[START], seat, room.rng)
    answer_for_others(e, room.pool[START], seat, room.rng, room.answers)
    look_through_turn(e, seat, room, n)
    for i in range(n):
        room.values[i] += room.ends[i] if room.ends[i] >= 0.0 else room.ways[i]


def average_worlds(spec, room, n, worlds):
    """Divide by the number of worlds; then some moves are overlooked."""
    for i in range(n):
        room.values[i] /= worlds
        if below(room.rng, PERCENT) < spec.overlook:
            room.values[i] -= OVERLOOKED


def look_through_turn(e, seat, room, n):
    """Expand positions of the turn, best first, until all ended or the pool is full.

    Place START of the pool is the world; the last place is where a move is tried before it is kept.
    """
    kept = START + 1
    for i in range(n):
        kept = try_move(e, seat, room, kept, START, room.moves[i], np.int64(i))
    while kept < POOL - 1:
        at = best_unexplored(room, kept)
        if at == START:
            return
        room.worths[at] = -1.0
        count = legal(e, room.pool[at], room.replies)
        for j in range(count):
            kept = try_move(e, seat, room, kept, at, room.replies[j], room.tags[at])


def try_move(e, seat, room, kept, at, m, first):
    """Play a move from a position of the pool; keep where it leads if the turn goes on there."""
    g = room.pool[POOL - 1]
    room.pool[POOL - 1] = room.pool[at]
    step(e, g, m)
    answer_for_others(e, g, seat, room.rng, room.answers)
    value = worth(e, g, seat)
    if g.seat != seat:
        room.ends[first] = max(room.ends[first], value)
        return kept
    room.ways[first] = max(room.ways[first], value)
    if kept < POOL - 1:
        room.pool[kept] = g
        room.worths[kept] = value
        room.tags[kept] = first
        return kept + 1
    return kept


def best_unexplored(room, kept):
    """The position of the pool with the highest worth that was not expanded; START if there is none."""
    best = START
    value = -1.0
    for i in range(1, kept):
        if room.worths[i] > value:
            best = np.int64(i)
            value = room.worths[i]
    return best


KERNELS = (try_move, best_unexplored, look_through_turn, add_world, average_worlds, greedy_values)
