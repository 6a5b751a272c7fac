"""Search: information-set Monte Carlo tree search.

Each iteration imagines a world from what the root's seat knows and plays it to the end: by what was learnt
while it knows the positions, then by a playout. A position is known by the hash of a hidden record, so what
cannot be told apart is one position, whatever the world. Chance is played and never learnt about, and neither
is a move without a choice. Every seat hopes for its own worth.
"""

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import EDGES, FAN, NODES, NOWHERE, PATH, PRIOR, REPEAT, ROOT, STAMP
from parlour.engine.chance import below
from parlour.engine.record import CHANCE, OVER

# Stand-ins for what a kernel gets when it is specialised.
legal = hide = imagine = worth = step = hash_seen = greedy_values = play_on = play_to_end = stand_in
find_node = add_node = meet_again = add_edges = select_move = count_try = stand_in


def start_search(e, seat, spec, room, n):
    """Forget everything; `room.seen` holds the root's record and `room.moves` its n moves.

    The root begins with greedy's opinion of each move, as if it had been tried PRIOR times.
    """
    room.counts[STAMP] += 1
    room.counts[NODES] = 0
    room.counts[EDGES] = 0
    room.counts[FAN] = n
    key = hash_seen(room, seat)
    at = find_node(room, key)
    room.counts[ROOT] = at
    add_node(room, at, key)
    meet_again(room, room.nodes[at], n)
    add_edges(room, room.nodes[at], n)
    if spec[PRIOR] > 0:
        greedy_values(e, seat, spec, room, n)
        room.nodes[at].tried = n
        for i in range(n):
            room.edges[i].visits = spec[PRIOR] - 1
            room.edges[i].total = room.values[i] * (spec[PRIOR] - 1)
            count_try(room.edges[i], room.values[i])


def deepen(e, seat, spec, room, iterations):
    """So many more iterations: imagine a world, play it to the end, and remember what every seat got."""
    w = room.world[0]
    for _ in range(iterations):
        room.world[0] = room.hidden[0]
        imagine(e, w, seat, room.rng)
        depth = walk_tree(e, seat, spec, room, w)
        play_out(e, spec, room, w)
        for i in range(depth):
            count_try(room.edges[room.path[i, 0]], room.gains[room.path[i, 1]])


def search_values(room, n):
    """How often each of the root's moves was tried; equal counts are told apart by what they gave."""
    for i in range(n):
        edge = room.edges[i]
        room.values[i] = 0.0
        if edge.visits > 0:
            room.values[i] = edge.visits + edge.expects / 2.0


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
        known = at != NOWHERE and meet_again(room, room.nodes[at], n)
        if not known and not at_root:
            return depth
        i = below(room.rng, n)
        if known:
            i = select_move(e, room, room.nodes[at], n, spec, w)
            room.path[depth, 0] = room.nodes[at].first + i
            room.path[depth, 1] = w.seat
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
    """Play the world on and write what it gives to each seat; the random end is played REPEAT times."""
    gains = room.gains
    gains[:] = 0.0
    seats = np.int64(w.seats)
    ended = play_on(e, room, spec, w)
    times = np.int64(1) if ended or w.seat == OVER else spec[REPEAT]
    if times > 1:
        room.leaf[0] = w
    for k in range(times):
        if k > 0:
            room.world[0] = room.leaf[0]
        if not ended:
            play_to_end(e, room, w)
        for s in range(seats):
            gains[s] += worth(e, w, np.int64(s)) / times


KERNELS = (start_search, find_position, walk_tree, play_out, deepen, search_values)
