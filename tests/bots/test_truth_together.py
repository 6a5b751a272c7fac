"""Search against exact values: ...and then we held hands... with one ring, from some decisions of a game on.

Both players know the same, so the exact value of a move comes from every world that fits, every draw, and the best
move at every later decision. What chance could have brought is counted from the very first card on.
"""

from collections import defaultdict

import numpy as np
import pytest

from parlour import bots
from parlour.engine import registry
from parlour.engine.chance import below, stream
from parlour.engine.record import CHANCE, OVER

GAME = registry.load("held_hands")
EDITION = GAME.edition("tiny")
# Fans before the deal: with it after, every card of the tiny edition is known.
RULINGS = GAME.about.ruling_bits({"deal-first": False, "either-stuck": False})
Worlds = list[tuple[np.ndarray, float]]


def ends_of_chance(worlds: Worlds) -> tuple[list[Worlds], Worlds]:
    """The positions in which somebody has a choice, those that look the same together; and the ends."""
    groups: dict[bytes, Worlds] = defaultdict(list)
    ends, left = [], list(worlds)
    while left:
        g, weight = left.pop()
        if g["seat"][0] == OVER:
            ends.append((g, weight))
            continue
        moves = GAME.legal(EDITION, g)
        if g["seat"][0] == CHANCE or len(moves) == 1:
            left += [(GAME.play(EDITION, g, m), weight / len(moves)) for m in moves]
        else:
            groups[GAME.hide(EDITION, g, int(g["seat"][0])).tobytes()].append((g, weight))
    return list(groups.values()), ends


def value(worlds: Worlds) -> float:
    """What the worlds are worth if every decision is the best one."""
    groups, ends = ends_of_chance(worlds)
    total = sum(weight * GAME.worth(EDITION, g, 0) for g, weight in ends)
    return total + sum(max(exact(group).values()) for group in groups)


def played(worlds: Worlds, m: int) -> Worlds:
    return [(GAME.play(EDITION, g, m), weight) for g, weight in worlds]


def exact(worlds: Worlds) -> dict[int, float]:
    """The value of every move in these worlds, as a sum over their weights."""
    return {m: value(played(worlds, m)) for m in GAME.legal(EDITION, worlds[0][0])}


def position(decisions: int, seed: int) -> Worlds:
    """What fits a position of a random game after so many decisions, the weights adding up to 1."""
    rng = stream(seed)
    worlds = [(GAME.new(EDITION, 2, 0, RULINGS, 0), 1.0)]
    while True:
        groups, _ = ends_of_chance(worlds)
        if not groups:
            return position(decisions, seed + 1000)
        found = groups[below(rng, len(groups))]
        if decisions == 0:
            whole = sum(weight for _, weight in found)
            return [(g, weight / whole) for g, weight in found]
        moves = GAME.legal(EDITION, found[0][0])
        worlds = played(found, moves[below(rng, len(moves))])
        decisions -= 1


@pytest.mark.parametrize("decisions", [2, 5])
@pytest.mark.parametrize("seed", range(3))
def test_search_finds_the_exact_value(decisions: int, seed: int) -> None:
    worlds = position(decisions, seed)
    g, _ = worlds[0]
    seat = int(g["seat"][0])
    truth = exact(worlds)
    bot = bots.make("search:4000it", GAME, seed)
    searched = bot.search(EDITION, GAME.hide(EDITION, g, seat), seat)
    chosen = searched.move
    assert truth[chosen] == pytest.approx(max(truth.values()), abs=0.02)
    found = {m: worth for m, worth, _ in searched.tried}
    assert found[chosen] == pytest.approx(truth[chosen], abs=0.06)
