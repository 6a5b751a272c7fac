"""The compiled part of `parlour.research.trees`: every position of a game, one after the other."""

from typing import Any

import numpy as np

from parlour.engine.chance import mixed
from parlour.engine.record import OVER, WIN


def stand_in(*_: Any) -> Any:
    """Stands where a specialised kernel has the rules of its game."""


step = legal = hide = see = stand_in
MOST = 1

# No game of a tree has more plies.
DEEPEST = 200

NODE = np.dtype(
    (
        np.record,
        [
            ("parent", "i4"),
            ("move", "i4"),
            ("place", "i2"),  # of that move among those of the parent
            ("count", "i2"),  # how many moves there are
            ("depth", "i2"),
            ("actor", "i1"),  # a seat, -1 for chance, -2 if it is over
            ("key", "u8"),  # tells apart what whoever decides has seen
            ("pay", "f4"),  # at the end what seat 0 gets, from -1 to 1
        ],
    )
)


def known(raw, key):
    """A hash of a hidden record, put to what was seen before it."""
    for k in range(len(raw)):
        key = mixed(key ^ np.uint64(raw[k])) + np.uint64(k)
    return key


def note_node(g, node, n, keys):
    """Write down what a position is."""
    node.count = n
    node.actor = g.seat
    if g.seat >= 0:
        node.key = mixed(keys[np.int64(g.seat)] + np.uint64(g.seat))
    if g.seat == OVER:
        node.pay = (np.float64(g.result[0]) - np.float64(g.result[1])) / WIN


def grow_tree(E, states, hidden, raw, nodes):
    """Write every position that can follow `states[0]`; how many there are, or -1 if there is no room for them."""
    e = E[0]
    moves = np.empty((len(states), MOST), np.int64)
    counts = np.zeros(len(states), np.int64)
    nexts = np.zeros(len(states), np.int64)
    numbers = np.zeros(len(states), np.int64)
    keys = np.zeros((len(states), 2), np.uint64)
    counts[0] = legal(e, states[0], moves[0])
    note_node(states[0], nodes[0], counts[0], keys[0])
    total = 1
    at = 0
    while at >= 0:
        if nexts[at] == counts[at]:
            at -= 1
            continue
        if total == len(nodes):
            return -1
        m = moves[at, nexts[at]]
        for s in range(2):
            keys[at + 1, s] = mixed(keys[at, s] ^ np.uint64(see(e, states[at], m, np.int64(s))))
        states[at + 1] = states[at]
        step(e, states[at + 1], m)
        for s in range(2):
            hidden[0] = states[at + 1]
            hide(e, hidden[0], np.int64(s))
            keys[at + 1, s] = known(raw, keys[at + 1, s])
        nodes[total].parent = numbers[at]
        nodes[total].move = m
        nodes[total].place = nexts[at]
        nodes[total].depth = at + 1
        nexts[at] += 1
        at += 1
        counts[at] = 0 if states[at].seat == OVER else legal(e, states[at], moves[at])
        nexts[at] = 0
        numbers[at] = total
        note_node(states[at], nodes[total], counts[at], keys[at])
        total += 1
    return total


KERNELS = (known, note_node, grow_tree)
