"""Search: information-set Monte Carlo tree search.

Each iteration imagines a world from what the root's seat knows and plays it to the end: by what was learnt
while it knows the positions, then by a playout. A position is known by the hash of a hidden record, so what
cannot be told apart is one position, whatever the world. Chance is played and never learnt about, and neither
is a move without a choice. Every seat hopes for its own worth.
"""

from math import sqrt

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import (
    EDGES,
    FAN,
    NODES,
    NOWHERE,
    PATH,
    PRIOR,
    ROOT,
    SPREAD,
    SQUARES,
    STAMP,
    SUM,
    TRUST,
    WORLDS_PLAYED,
)
from parlour.engine.chance import below
from parlour.engine.record import CHANCE, OVER

# Stand-ins for what a kernel gets when it is specialised.
legal = hide = imagine = worth = step = hash_seen = play_on = stand_in
find_node = add_node = meet_again = add_edges = begin_with_hunches = select_move = count_try = stand_in

# What is taken for granted before any world was played: two of them, at a quarter and at three quarters.
GUESSES, GUESS_SUM, GUESS_SQUARES = 2.0, 1.0, 0.625
NO_SPREAD = 1e-3


def start_search(seat, spec, room, n):
    """Forget everything; `room.seen` holds the root's record, `room.moves` its n moves, `room.values` hunches of them.

    A hunch at the root is greedy's opinion of the move, and counts as if the move had been tried PRIOR times.
    """
    room.counts[STAMP] += 1
    room.counts[NODES] = 0
    room.counts[EDGES] = 0
    room.counts[FAN] = n
    room.tally[WORLDS_PLAYED] = GUESSES
    room.tally[SUM] = GUESS_SUM
    room.tally[SQUARES] = GUESS_SQUARES
    key = hash_seen(room, seat)
    at = find_node(room, key)
    room.counts[ROOT] = at
    add_node(room, at, key)
    add_edges(room, room.nodes[at], n)
    for i in range(n):
        room.edges[i].hunch = room.values[i]
    begin_with_hunches(room, room.nodes[at], n, spec[PRIOR])
    room.nodes[at].visits = 0


def deepen(e, seat, spec, room, iterations):
    """So many more iterations: imagine a world, play it to the end, and remember what every seat got."""
    w = room.world[0]
    for _ in range(iterations):
        measure_spread(room)
        room.world[0] = room.hidden[0]
        imagine(e, w, seat, room.rng)
        depth = walk_tree(e, seat, spec, room, w)
        play_out(e, spec, room, w)
        learn(seat, spec, room, depth)


def measure_spread(room):
    """The standard deviation of what the worlds gave so far."""
    tally = room.tally
    mean = tally[SUM] / tally[WORLDS_PLAYED]
    tally[SPREAD] = max(NO_SPREAD, sqrt(max(0.0, tally[SQUARES] / tally[WORLDS_PLAYED] - mean * mean)))


def learn(seat, spec, room, depth):
    """Count what a world gave, for every decision on the path to the seat that made it."""
    gain = room.gains[seat]
    room.tally[WORLDS_PLAYED] += 1.0
    room.tally[SUM] += gain
    room.tally[SQUARES] += gain * gain
    for i in range(depth):
        gain = room.gains[room.path[i, 2]]
        room.nodes[room.path[i, 0]].total += gain
        trust = spec[PRIOR] if room.path[i, 0] == room.counts[ROOT] else spec[TRUST]
        count_try(room.edges[room.path[i, 1]], gain, trust)


def search_values(room, n):
    """How often each of the root's moves was tried; equal counts are told apart by what they gave."""
    for i in range(n):
        edge = room.edges[i]
        room.values[i] = 0.0
        if edge.visits > 0:
            room.values[i] = edge.visits + edge.total / edge.visits / 2.0


def walk_tree(e, seat, spec, room, w):
    """Play by what was learnt until a position is new; how many decisions are on the path."""
    depth = 0
    at_root = True
    while w.seat != OVER and depth < PATH:
        n = legal(e, w, room.replies)
        if w.seat == CHANCE or n == 1:
            step(e, w, room.replies[below(room.rng, n)])
            continue
        if at_root and w.seat == seat:
            at_root = False
            at = room.counts[ROOT]
        else:
            at = find_position(e, room, w)
        known = at != NOWHERE and meet_again(e, room, room.nodes[at], n, spec, w)
        if not known and not at_root:
            return depth
        i = below(room.rng, n)
        if known:
            i = select_move(room, room.nodes[at], n, spec)
            room.path[depth, 0] = at
            room.path[depth, 1] = room.nodes[at].first + i
            room.path[depth, 2] = w.seat
            depth += 1
        step(e, w, room.replies[i])
    return depth


def find_position(e, room, w):
    """The slot of a position, as whoever decides there knows it; it is added if it is new."""
    room.seen[0] = w
    hide(e, room.seen[0], np.int64(w.seat))
    key = hash_seen(room, np.int64(w.seat))
    at = find_node(room, key)
    if room.nodes[at].stamp == room.counts[STAMP] or add_node(room, at, key):
        return at
    return NOWHERE


def play_out(e, spec, room, w):
    """Play the world on and write what it gives to each seat."""
    play_on(e, room, spec, w)
    for s in range(w.seats):
        room.gains[s] = worth(e, w, np.int64(s))


KERNELS = (start_search, find_position, walk_tree, play_out, measure_spread, learn, deepen, search_values)
