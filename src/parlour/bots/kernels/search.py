"""Search: information-set Monte Carlo tree search.

Each iteration imagines a world from what the root's seat knows and plays it: by selection while the tree has moves
for its positions (`walk_tree`, `follow`), with expansion of a position that was met often enough (`meet_again`), then
by a playout (`play_out`); what the end is worth to each seat is backpropagated along the path (`learn`). A node is
found by the hash of a hidden record, so positions that a seat cannot tell apart are one node, whatever the world.
Chance and moves without a choice have no nodes. Every seat maximises its own worth.
"""

from math import sqrt

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import PATH
from parlour.engine.chance import below
from parlour.engine.jit import copied
from parlour.engine.record import CHANCE, OVER

# Stand-ins for what a kernel gets when it is specialised.
legal = hide = imagine = worth = futile = step = hash_seen = play_on = pick_best = stand_in
claim_node = meet_again = add_edges = begin_with_heuristics = select_move = count_try = stand_in

# Assumed before any world was played: two of them, at a quarter and at three quarters.
GUESSES, GUESS_SUM, GUESS_SQUARES = 2.0, 1.0, 0.625
NO_SPREAD = 1e-3

# Worlds that are played before the spread is measured again.
SOME = 8


def start_search(seat, spec, room, n):
    """Begin a tree; `room.seen` holds the root's record, `room.moves` its n moves, `room.values` their heuristics.

    A heuristic at the root is greedy's value of the move, and counts as if the move had been tried `prior` times.
    """
    room.stamp += 1
    room.node_count = 0
    room.edge_count = 0
    room.world_count = GUESSES
    room.gain_sum = GUESS_SUM
    room.gain_squares = GUESS_SQUARES
    at = claim_node(room, hash_seen(room, seat))
    room.root = at
    add_edges(room, room.nodes[at], n)
    for i in range(n):
        room.options[i].heuristic = room.values[i]
    begin_with_heuristics(room, room.nodes[at], n)
    room.nodes[at].visits = 0


def deepen(e, seat, spec, room, iterations):
    """So many more iterations: imagine a world, then selection and expansion, playout, and backpropagation."""
    w = room.world[0]
    for i in range(iterations):
        if i % SOME == 0:
            measure_spread(room)
        room.world[0] = room.hidden[0]
        imagine(e, w, seat, room.rng)
        depth, listed = walk_tree(e, seat, spec, room, w)
        play_out(e, spec, room, w, listed)
        learn(seat, spec, room, depth)


@copied
def measure_spread(room):
    """The standard deviation of what the worlds gave so far."""
    mean = room.gain_sum / room.world_count
    room.spread = max(NO_SPREAD, sqrt(max(0.0, room.gain_squares / room.world_count - mean * mean)))


@copied
def learn(seat, spec, room, depth):
    """Backpropagation: count what a world gave, for every decision on the path to the seat that made it."""
    gain = room.gains[seat]
    room.world_count += 1.0
    room.gain_sum += gain
    room.gain_squares += gain * gain
    for i in range(depth):
        gain = room.gains[room.path[i, 2]]
        room.nodes[room.path[i, 0]].total += gain
        count_try(room, room.path[i, 1], gain, trust_at(room, spec, room.path[i, 0]))


@copied
def trust_at(room, spec, at):
    """How many tries a heuristic counts for at a position."""
    return spec.prior if at == room.root else spec.trust


def search_values(room, n):
    """How often each of the root's moves was tried; equal counts are told apart by what they gave."""
    for i in range(n):
        room.values[i] = 0.0
    for i in range(room.nodes[room.root].tried):
        edge = room.edges[i]
        if edge.visits > 0:
            room.values[room.options[i].place] = edge.visits + edge.total / edge.visits / 2.0


def pick_tried(e, spec, room, n):
    """The place of the move that was tried most; one that comes to nothing gives way to another."""
    search_values(room, n)
    best = pick_best(room.values, n, room.rng)
    if futile(e, room.hidden[0], room.moves[best]):
        return find_substitute(e, spec, room, n, best)
    return best


def find_substitute(e, spec, room, n, best):
    """The surest of the moves that come to something; the best one if there are none.

    Their values are not compared with the best one's: what was tried less looks worse than it is.
    """
    found, bound = best, -np.inf
    for i in range(n):
        expected, doubt = weigh_option(spec, room, i)
        place = room.options[i].place
        if expected - doubt > bound and not futile(e, room.hidden[0], room.moves[place]):
            bound = expected - doubt
            found = place
    return found


@copied
def weigh_option(spec, room, i):
    """What one of the root's moves is expected to give, and the standard error of that."""
    root = room.nodes[room.root]
    mean = root.total / root.visits
    if i >= root.tried:
        return room.options[i].heuristic + mean, room.spread / sqrt(spec.prior)
    edge = room.edges[i]
    return edge.expects + edge.lean * mean, room.spread * edge.doubt


@copied
def walk_tree(e, seat, spec, room, w):
    """Selection and expansion: play by what was learnt until a position has no moves in the tree yet.

    Returns how many decisions are on the path, and how many moves of the new position are listed in `room.replies`.
    """
    depth = np.int64(0)
    at_root = True
    while w.seat != OVER and depth < PATH:
        if at_root and w.seat == seat:
            at_root = False
            root = room.root
            room.nodes[root].visits += 1
            step(e, w, room.moves[follow(room, spec, root, room.fan, depth, seat)])
            depth += 1
            continue
        n = legal(e, w, room.replies)
        if w.seat == CHANCE or n == 1:
            step(e, w, room.replies[below(room.rng, n)])
            continue
        at = claim_position(e, room, w)
        if meet_again(e, room, room.nodes[at], n, w):
            step(e, w, room.replies[follow(room, spec, at, n, depth, np.int64(w.seat))])
            depth += 1
        elif at_root:
            step(e, w, room.replies[below(room.rng, n)])
        else:
            return depth, n
    return depth, np.int64(0)


@copied
def follow(room, spec, at, n, depth, seat):
    """Selection: choose one of a known position's n moves and put it on the path; its place in the legal list."""
    i = room.nodes[at].first + select_move(room, room.nodes[at], n, spec, trust_at(room, spec, at))
    room.path[depth, 0] = at
    room.path[depth, 1] = i
    room.path[depth, 2] = seat
    return room.options[i].place


@copied
def claim_position(e, room, w):
    """The slot of a position, as whoever decides there knows it."""
    room.seen[0] = w
    hide(e, room.seen[0], np.int64(w.seat))
    return claim_node(room, hash_seen(room, np.int64(w.seat)))


@copied
def play_out(e, spec, room, w, listed):
    """Playout: play the world on and write what it is worth to each seat."""
    play_on(e, room, spec, w, listed)
    for s in range(w.seats):
        room.gains[s] = worth(e, w, np.int64(s))


KERNELS = (
    start_search,
    trust_at,
    follow,
    claim_position,
    walk_tree,
    play_out,
    measure_spread,
    learn,
    deepen,
    search_values,
    weigh_option,
    find_substitute,
    pick_tried,
)
