"""The tree of a search: positions by the hash of what the decider knows, and their moves side by side.

A position is met once before it gets room for its moves: most are never met again. The list of legal moves is
the same whenever the decider knows the same, so a move is known by its place in that list.
"""

from math import log, sqrt

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import EDGES, EXPLORE, MOST_EDGES, NODES, SLOTS, SPREAD, STAMP, TRUST, UNMET

# Stand-ins for what a kernel gets when it is specialised.
step = worth = stand_in

# EXPLORE is in thousandths of the spread.
THOUSAND = 1000.0


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
    room.counts[NODES] += 1
    return True


def meet_again(e, room, node, n, spec, w):
    """Count a visit; False if it is the first, or if there is no room for the position's n moves."""
    node.visits += 1
    if node.visits <= 0:
        return False
    if node.first == UNMET and add_edges(room, node, n):
        look_at_moves(e, room, np.int64(node.first), n, w)
        begin_with_hunches(room, node, n, spec[TRUST])
    return node.first != UNMET


def add_edges(room, node, n):
    """Room for a position's n moves; False if there is none left."""
    first = room.counts[EDGES]
    if first + n > MOST_EDGES:
        return False
    node.first = first
    room.counts[EDGES] = first + n
    return True


def look_at_moves(e, room, first, n, w):
    """A first opinion of every move: what the position right after it is worth."""
    g = room.trial[0]
    seat = np.int64(w.seat)
    for i in range(n):
        room.trial[0] = w
        step(e, g, room.replies[i])
        room.edges[first + i].hunch = worth(e, g, seat)


def begin_with_hunches(room, node, n, trust):
    """Nothing is tried yet: the best opinion is what the position promises, and a hunch is what a move lacks of it.

    Hunches only compare the moves: what a position is worth and what playing it out gives may lie far apart.
    """
    first = np.int64(node.first)
    best = room.edges[first].hunch
    for i in range(first, first + n):
        best = max(best, room.edges[i].hunch)
    for i in range(first, first + n):
        room.edges[i].hunch -= best
        room.edges[i].visits = 0
        room.edges[i].total = 0.0
        weigh(room.edges[i], trust)
    node.total = best


def select_move(room, node, n, spec):
    """The place of the move with the highest upper confidence bound."""
    reach = spec[EXPLORE] / THOUSAND * room.tally[SPREAD] * sqrt(log(node.visits + 1.0))
    mean = node.total / node.visits
    first = np.int64(node.first)
    best = np.int64(0)
    bound = bound_of(room.edges[first], mean, reach)
    for i in range(1, n):
        found = bound_of(room.edges[first + i], mean, reach)
        if found > bound:
            bound = found
            best = np.int64(i)
    return best


def bound_of(edge, mean, reach):
    return edge.expects + edge.lean * mean + reach * edge.doubt


def count_try(edge, gain, trust):
    """A move was tried once more and gave this."""
    edge.visits += 1
    edge.total += gain
    weigh(edge, trust)


def weigh(edge, trust):
    """What a move promises: its tries, and its hunch as if that were TRUST tries more."""
    share = 1.0 / (edge.visits + trust)
    edge.expects = (edge.total + trust * edge.hunch) * share
    edge.lean = trust * share
    edge.doubt = sqrt(share)


KERNELS = (
    weigh,
    find_node,
    add_node,
    add_edges,
    look_at_moves,
    begin_with_hunches,
    meet_again,
    bound_of,
    select_move,
    count_try,
)
