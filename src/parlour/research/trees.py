"""Whole game trees of editions that are small enough: exact best responses, and counterfactual regret minimisation.

    tree = grow(Table("heartcatchers", edition="tiny-duel"))
    policy, tree_told = solve(tree, 100), exploitability(tree, policy)

An information set is the sequence of what a seat has seen and known, as its decisions are told apart in theory; a
policy is a row of probabilities for each, over its legal moves in their order. For games of two seats in which what one
wins the other loses.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.research import tree_kernels
from parlour.research.table import Table

SEATS = 2
# Growing stops at so many positions.
MOST_NODES = 20_000_000


@dataclass(frozen=True)
class Tree:
    """Every position by its number, parents before children; and what each information set is."""

    table: Table
    nodes: np.ndarray
    # The information set of every position in which a player decides, -1 elsewhere.
    sets: np.ndarray
    # By information set: how many moves it has, whose it is, and one of its positions.
    counts: np.ndarray
    seats: np.ndarray
    examples: np.ndarray
    # The numbers of the positions at each depth.
    levels: tuple[np.ndarray, ...]

    @property
    def uniform(self) -> np.ndarray:
        """The policy that plays at random."""
        allowed = np.arange(self.counts.max())[None, :] < self.counts[:, None]
        return np.asarray(allowed / self.counts[:, None])

    def state_of(self, node: int) -> np.ndarray:
        """A position as a State, played from the beginning."""
        moves = []
        while node:
            moves.append(int(self.nodes["move"][node]))
            node = int(self.nodes["parent"][node])
        g, table = self.table.new(), self.table
        for m in reversed(moves):
            table.game.kernels.play_move(table.edition.record, g, m)
        return g


def grow(table: Table) -> Tree:
    """The whole tree of a table with two seats."""
    if table.seats != SEATS:
        raise ValueError(f"trees are of games for two, not {table.seats}")
    kernel: Any = table.game.specialised(tree_kernels.KERNELS, **vars(table.game.kernels)).grow_tree
    size = 1 << 16
    while True:
        nodes = np.zeros(size, tree_kernels.NODE)
        states = np.zeros(tree_kernels.DEEPEST, table.game.state.dtype)
        hidden = table.game.state.new()
        raw = hidden.view(np.uint8).reshape(-1)
        states[:1] = table.new()
        count = int(kernel(table.edition.record, states, hidden, raw, nodes))
        if count >= 0:
            break
        size *= 4
        if size > MOST_NODES:
            raise ValueError(f"{table.edition.id} has more than {size // 4:,} positions: too many for a tree")
    nodes = nodes[:count]
    deciding = np.flatnonzero(nodes["actor"] >= 0)
    _, first, number = np.unique(nodes["key"][deciding], return_index=True, return_inverse=True)
    sets = np.full(count, -1, np.int64)
    sets[deciding] = number
    examples = deciding[first]
    levels = tuple(np.flatnonzero(nodes["depth"] == d) for d in range(int(nodes["depth"].max()) + 1))
    return Tree(table, nodes, sets, nodes["count"][examples], nodes["actor"][examples], examples, levels)


def reaches(tree: Tree, policy: np.ndarray) -> np.ndarray:
    """By position how likely chance and each seat are to go there: columns for seat 0, seat 1 and chance."""
    found = np.ones((len(tree.nodes), 3))
    parents, actors = tree.nodes["parent"], tree.nodes["actor"]
    for level in tree.levels[1:]:
        up = parents[level]
        found[level] = found[up]
        found[level, actors[up]] *= likelihood(tree, policy, level)
    return found


def likelihood(tree: Tree, policy: np.ndarray, level: np.ndarray) -> np.ndarray:
    """How likely whoever decides before these positions is to go to each."""
    up = tree.nodes["parent"][level]
    of, place = tree.sets[up], tree.nodes["place"][level]
    by_policy = policy[of, np.where(of >= 0, place, 0)]
    return np.asarray(np.where(of >= 0, by_policy, 1.0 / tree.nodes["count"][up]))


def values(tree: Tree, policy: np.ndarray) -> np.ndarray:
    """What every position is worth to seat 0 if both play so."""
    worth = tree.nodes["pay"].astype(float)
    for level in tree.levels[:0:-1]:
        np.add.at(worth, tree.nodes["parent"][level], likelihood(tree, policy, level) * worth[level])
    return worth


def best_response(tree: Tree, policy: np.ndarray, seat: int) -> float:
    """What a seat gets at most against the other's policy, knowing it: exactly."""
    sign = 1.0 if seat == 0 else -1.0
    worth = sign * tree.nodes["pay"].astype(float)
    reach = reaches(tree, policy)
    others = reach[:, 1 - seat] * reach[:, 2]
    parents, actors, places = tree.nodes["parent"], tree.nodes["actor"], tree.nodes["place"]
    for level in tree.levels[:0:-1]:
        up = parents[level]
        mine = actors[up] == seat
        rest = level[~mine]
        np.add.at(worth, parents[rest], likelihood(tree, policy, rest) * worth[rest])
        own = level[mine]
        if len(own):
            of = tree.sets[parents[own]]
            gains = np.zeros(policy.shape)
            np.add.at(gains, (of, places[own]), others[own] * worth[own])
            gains[tree.uniform == 0] = -np.inf
            chosen = gains.argmax(1)[of] == places[own]
            worth[parents[own[chosen]]] = worth[own[chosen]]
    return float(worth[0])


def exploitability(tree: Tree, policy: np.ndarray) -> float:
    """What both seats together would gain by best responses, halved: 0 for an equilibrium; a win is 1, a loss -1."""
    return (best_response(tree, policy, 0) + best_response(tree, policy, 1)) / 2


def solve(tree: Tree, rounds: int) -> np.ndarray:
    """The average policy of so many rounds of CFR+."""
    regrets, total = np.zeros(tree.uniform.shape), np.zeros(tree.uniform.shape)
    up = tree.nodes["parent"]
    mine = np.flatnonzero(tree.sets[up] >= 0)
    mine = mine[mine > 0]
    of, place, who = tree.sets[up[mine]], tree.nodes["place"][mine], tree.nodes["actor"][up[mine]]
    sign = np.where(who == 0, 1.0, -1.0)
    for turn in range(rounds):
        policy = matching(regrets, tree.uniform)
        reach, worth = reaches(tree, policy), values(tree, policy)
        others = reach[up[mine], 1 - who] * reach[up[mine], 2]
        np.add.at(regrets, (of, place), others * sign * (worth[mine] - worth[up[mine]]))
        np.maximum(regrets, 0, out=regrets)
        first = tree.examples
        own = reach[first, tree.seats]
        total += (turn + 1) * own[:, None] * policy
    return matching(total, tree.uniform)


def matching(weights: np.ndarray, otherwise: np.ndarray) -> np.ndarray:
    """Probabilities in proportion to weights; where there are none, something else."""
    sums = weights.sum(1, keepdims=True)
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), otherwise)
