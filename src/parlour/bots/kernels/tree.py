"""The tree of a search: positions by the hash of what the decider knows, and their moves side by side.

A position is met a few times before it gets room for its moves, the more often the larger the tree has grown: most
are never met again. The list of legal moves is the same whenever the decider knows the same, so a move is known by its
place in that list. Moves that were never tried differ by their heuristics alone, so only the best of them is looked at.
"""

from math import sqrt

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.logarithm import log
from parlour.bots.kernels.room import UNMET
from parlour.engine.jit import copied

# Stand-ins for what a kernel gets when it is specialised.
step = worth = stand_in

# `explore` is in thousandths of the spread.
THOUSAND = 1000.0

# For so many positions with moves, a power of two, a new one has to be met once more.
REVISIT_BITS = 5


@copied
def claim_node(room, key):
    """The slot of a position; a new one is written over any that got no moves."""
    mask = room.slots - 1
    at = np.int64(key >> np.uint64(32)) & mask
    while is_kept(room, room.nodes[at]) and room.nodes[at].key != key:
        at = (at + 1) & mask
    node = room.nodes[at]
    if node.stamp != room.stamp or node.key != key:
        node.key = key
        node.stamp = room.stamp
        node.first = UNMET
        node.visits = UNMET - (room.node_count >> REVISIT_BITS)
    return at


@copied
def is_kept(room, node):
    """Whether a slot holds a position of this search that has moves."""
    return node.stamp == room.stamp and node.first != UNMET


@copied
def meet_again(e, room, node, n, w):
    """Count a visit; False if there were not enough of them, or if there is no room for the position's n moves."""
    node.visits += 1
    if node.visits <= 0:
        return False
    if node.first == UNMET and add_edges(room, node, n):
        look_at_moves(e, room, np.int64(node.first), n, w)
        begin_with_heuristics(room, node, n)
    return node.first != UNMET


@copied
def add_edges(room, node, n):
    """Room for a position's n moves; False if there is none left."""
    first = room.edge_count
    if first + n > len(room.edges) or 2 * room.node_count >= room.slots:
        return False
    node.first = first
    room.edge_count = first + n
    room.node_count += 1
    return True


@copied
def look_at_moves(e, room, first, n, w):
    """The heuristic of every move: what the position right after it is worth."""
    g = room.trial[0]
    seat = np.int64(w.seat)
    for i in range(n):
        room.trial[0] = w
        step(e, g, room.replies[i])
        room.options[first + i].heuristic = worth(e, g, seat)


@copied
def begin_with_heuristics(room, node, n):
    """Nothing is tried yet: the best heuristic is the position's expected value; each move keeps its distance to it.

    Heuristics only compare the moves: what a position is worth and what playing it out gives may lie far apart.
    """
    first = np.int64(node.first)
    for i in range(n):
        room.options[first + i].place = i
    node.tried = 0
    bring_best(room, node, n)
    best = room.options[first].heuristic
    for i in range(first, first + n):
        room.options[i].heuristic -= best
    node.total = best


@copied
def bring_best(room, node, n):
    """Put the move with the best heuristic before the others that were not tried."""
    here = np.int64(node.first) + np.int64(node.tried)
    best = here
    for i in range(here + 1, np.int64(node.first) + n):
        if room.options[i].heuristic > room.options[best].heuristic:
            best = np.int64(i)
    place, heuristic = room.options[best].place, room.options[best].heuristic
    room.options[best] = room.options[here]
    room.options[here].place = place
    room.options[here].heuristic = heuristic


@copied
def select_move(room, node, n, spec, trust):
    """The move with the highest upper confidence bound, by its number among the position's moves."""
    reach = spec.explore / THOUSAND * room.spread * sqrt(log(node.visits + 1.0))
    mean = node.total / node.visits
    first, tried = np.int64(node.first), np.int64(node.tried)
    best = np.int64(0)
    bound = -np.inf
    for i in range(tried):
        edge = room.edges[first + i]
        found = edge.expects + edge.lean * mean + reach * edge.doubt
        if found > bound:
            bound = found
            best = np.int64(i)
    if tried == n or room.options[first + tried].heuristic + mean + reach / sqrt(trust) <= bound:
        return best
    room.edges[first + tried].visits = 0
    room.edges[first + tried].total = 0.0
    node.tried += 1
    if node.tried < n:
        bring_best(room, node, n)
    return tried


@copied
def count_try(room, i, gain, trust):
    """A move was tried once more and gave this; its expected value then, its heuristic counting as `trust` tries."""
    edge = room.edges[i]
    edge.visits += 1
    edge.total += gain
    share = 1.0 / (edge.visits + trust)
    edge.expects = (edge.total + trust * room.options[i].heuristic) * share
    edge.lean = trust * share
    edge.doubt = sqrt(share)


KERNELS = (
    is_kept,
    claim_node,
    add_edges,
    look_at_moves,
    bring_best,
    begin_with_heuristics,
    meet_again,
    select_move,
    count_try,
)
