"""The tree of a search: positions by the hash of what the decider knows, and their moves side by side.

A position is met once before it gets room for its moves: most are never met again. The list of legal moves is
the same whenever the decider knows the same, so a move is known by its place in that list.
"""

from math import log, sqrt

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import EDGES, EXPLORE, MOST_EDGES, NODES, SLOTS, STAMP, UNMET, WIDEN

# Stand-ins for what a kernel gets when it is specialised.
sieved = stand_in

# EXPLORE is in thousandths, WIDEN in hundredths.
THOUSAND, HUNDRED = 1000.0, 100.0


def find_node(room, key):
    """The slot of a position, or the free slot where it belongs."""
    mask = room.counts[SLOTS] - 1
    at = np.int64(key >> np.uint64(32)) & mask
    while room.nodes[at].stamp == room.counts[STAMP] and room.nodes[at].key != key:
        at = (at + 1) & mask
    return at


def add_node(room, at, key):
    """A position that was never met goes into a free slot; False if there is no room left."""
    if 2 * room.counts[NODES] >= room.counts[SLOTS]:
        return False
    node = room.nodes[at]
    node.key = key
    node.stamp = room.counts[STAMP]
    node.first = UNMET
    node.visits = UNMET
    node.tried = 0
    room.counts[NODES] += 1
    return True


def meet_again(room, node, n):
    """Count a visit; False if it is the first, or if there is no room for the position's n moves."""
    node.visits += 1
    return node.visits > 0 and (node.first != UNMET or add_edges(room, node, n))


def add_edges(room, node, n):
    """Room for a position's n moves; False if there is none left."""
    first = room.counts[EDGES]
    if first + n > MOST_EDGES:
        return False
    for i in range(first, first + n):
        room.edges[i].visits = 0
        room.edges[i].total = 0.0
    node.first = first
    room.counts[EDGES] = first + n
    return True


def select_move(e, room, node, n, spec, w):
    """The place of a move: a new one while few were tried for so many visits, else the highest upper bound.

    A new move is the sieve's choice, so that what a position gives is never the average of follies.
    """
    if node.tried < n and HUNDRED * node.tried <= spec[WIDEN] * sqrt(np.float64(node.visits)):
        i = sieved(e, room, n, spec, w)
        if room.edges[node.first + i].visits == 0:
            node.tried += 1
        return i
    return highest_bound(room, np.int64(node.first), n, spec[EXPLORE] / THOUSAND * sqrt(log(node.visits + 1.0)))


def highest_bound(room, first, n, reach):
    """Of the moves that were tried, the one with the highest upper confidence bound."""
    best = np.int64(0)
    bound = -1.0
    for i in range(n):
        edge = room.edges[first + i]
        if edge.visits > 0 and edge.expects + reach * edge.doubt > bound:
            bound = edge.expects + reach * edge.doubt
            best = np.int64(i)
    return best


def count_try(edge, gain):
    """A move was tried once more and gave this."""
    edge.visits += 1
    edge.total += gain
    edge.expects = edge.total / edge.visits
    edge.doubt = 1.0 / sqrt(np.float64(edge.visits))


KERNELS = (find_node, add_node, add_edges, meet_again, highest_bound, select_move, count_try)
