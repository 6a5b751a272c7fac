"""Search: information-set Monte Carlo tree search.

Each iteration imagines a world from what the root's seat knows and plays it to the end: by what was learnt
while it knows the moves, then by a playout. A position is known by the hash of a hidden record, so what
cannot be told apart is one position, whatever the world. Chance is played and never learnt about, and neither
is a move without a choice. Every seat hopes for its own worth.
"""

from math import log, sqrt

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import CUT, EXPLORE, FAN, LINES, PATH, PRIOR, SIEVE, STAMP
from parlour.engine.chance import GOLDEN, MIX1, below
from parlour.engine.record import CHANCE, OVER

# Stand-ins for what a kernel gets when it is specialised.
legal = hide = imagine = worth = step = random_move = hash_seen = greedy_values = stand_in

# EXPLORE is in thousandths.
THOUSAND = 1000.0


def start_search(e, seat, spec, room, n):
    """Forget everything; `room.seen` holds the root's record and `room.moves` its n moves.

    The root begins with greedy's opinion of each move, as if it had been tried PRIOR times.
    """
    room.counts[STAMP] += 1
    room.counts[LINES] = 0
    room.counts[FAN] = n
    room.root[0] = hash_seen(room, seat)
    if spec[PRIOR] > 0:
        greedy_values(e, seat, spec, room, n)
        for i in range(n):
            at = find_edge(room, room.root[0], room.moves[i])
            add_edge(room, at, room.root[0], room.moves[i])
            room.edges[at].visits = spec[PRIOR] - 1
            room.edges[at].total = room.values[i] * (spec[PRIOR] - 1)
            count_try(room.edges[at], room.values[i])


def search_more(edition, seat, spec, room, iterations):
    """So many more iterations: imagine a world, play it to the end, and remember what every seat got."""
    e = edition[0]
    w = room.world[0]
    for _ in range(iterations):
        room.world[0] = room.hidden[0]
        imagine(e, w, seat, room.rng)
        depth = walk_tree(e, seat, spec, room, w)
        play_out(e, spec, room, w)
        learn(e, room, w, depth)


def search_values(room, n):
    """How often each of the root's moves was tried; equal counts are told apart by what they gave."""
    for i in range(n):
        edge = room.edges[find_edge(room, room.root[0], room.moves[i])]
        room.values[i] = 0.0
        if edge.stamp == room.counts[STAMP]:
            room.values[i] = edge.visits + edge.expects / 2.0


def walk_tree(e, seat, spec, room, w):
    """Play by what was learnt until a new move has been tried; how many decisions are on the path."""
    depth = 0
    at_root = True
    while w.seat != OVER and depth < PATH:
        if w.seat == CHANCE:
            step(e, w, random_move(e, w, room.rng, room.replies))
            continue
        n = legal(e, w, room.replies)
        if n == 1:
            step(e, w, room.replies[0])
            continue
        if at_root and w.seat == seat:
            at_root = False
            key = room.root[0]
        else:
            room.seen[0] = w
            hide(e, room.seen[0], np.int64(w.seat))
            key = hash_seen(room, np.int64(w.seat))
        i = select_move(room, key, n, spec)
        at = room.slots[i]
        edge = room.edges[at]
        new = edge.stamp != room.counts[STAMP]
        if new:
            if 2 * room.counts[LINES] >= len(room.edges):
                return depth
            add_edge(room, at, key, room.replies[i])
        room.path[depth, 0] = at
        room.path[depth, 1] = w.seat
        depth += 1
        step(e, w, room.replies[i])
        if new:
            return depth
    return depth


def edge_key(key, m):
    """The key of a move from a position: both are well mixed or spread, so one product will do."""
    return (key ^ (np.uint64(m) * GOLDEN)) * MIX1


def find_edge(room, key, m):
    """The slot of a move from a position, or the free slot where it belongs."""
    key = edge_key(key, m)
    mask = len(room.edges) - 1
    at = np.int64(key >> np.uint64(32)) & mask
    while room.edges[at].stamp == room.counts[STAMP] and room.edges[at].key != key:
        at = (at + 1) & mask
    return at


def add_edge(room, at, key, m):
    """A move that is about to be tried for the first time."""
    edge = room.edges[at]
    edge.key = edge_key(key, m)
    edge.stamp = room.counts[STAMP]
    edge.total = 0.0
    edge.visits = 0
    room.counts[LINES] += 1


def select_move(room, key, n, spec):
    """A move that was never tried, if there is one; else the one with the highest upper confidence bound."""
    untried = 0
    pick = 0
    visits = 0
    for i in range(n):
        at = find_edge(room, key, room.replies[i])
        room.slots[i] = at
        if room.edges[at].stamp == room.counts[STAMP]:
            visits += room.edges[at].visits
        else:
            untried += 1
            if below(room.rng, untried) == 0:
                pick = i
    if untried > 0:
        return pick
    reach = spec[EXPLORE] / THOUSAND * sqrt(log(np.float64(visits)))
    bound = -1.0
    for i in range(n):
        edge = room.edges[room.slots[i]]
        if edge.expects + reach * edge.doubt > bound:
            bound = edge.expects + reach * edge.doubt
            pick = i
    return pick


def play_out(e, spec, room, w):
    """Play on without the tree, to the end of the game or for as many decisions as the bot looks ahead."""
    left = spec[CUT]
    while w.seat != OVER:
        if w.seat == CHANCE or spec[SIEVE] < 2:
            m = random_move(e, w, room.rng, room.replies)
        else:
            m = sieved_move(e, room, w, spec[SIEVE])
        if w.seat != CHANCE:
            if left == 0:
                return
            left -= 1
        step(e, w, m)


def sieved_move(e, room, w, tries):
    """The best by worth of a few moves picked at random."""
    n = legal(e, w, room.replies)
    if n == 1:
        return room.replies[0]
    best = room.replies[0]
    hope = -1.0
    for _ in range(tries):
        m = room.replies[below(room.rng, n)]
        room.trial[0] = w
        step(e, room.trial[0], m)
        found = worth(e, room.trial[0], np.int64(w.seat))
        if found > hope:
            best = m
            hope = found
    return best


def learn(e, room, w, depth):
    """Add what the end is worth to every decision of the path, each for the seat that decided."""
    for s in range(w.seats):
        room.gains[s] = worth(e, w, np.int64(s))
    for i in range(depth):
        count_try(room.edges[room.path[i, 0]], room.gains[room.path[i, 1]])


def count_try(edge, gain):
    """A move was tried once more and gave this."""
    edge.visits += 1
    edge.total += gain
    edge.expects = edge.total / edge.visits
    edge.doubt = 1.0 / sqrt(np.float64(edge.visits))


KERNELS = (
    edge_key,
    find_edge,
    add_edge,
    count_try,
    select_move,
    sieved_move,
    play_out,
    learn,
    walk_tree,
    start_search,
    search_more,
    search_values,
)
