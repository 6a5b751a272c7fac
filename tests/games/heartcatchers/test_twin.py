"""The rules against a slow and obvious twin: whole games, and counts of lines of play."""

import random

import pytest

from games.heartcatchers.naive import Table, count_lines, play_twins
from parlour.engine import registry

MOST = 10_000_000


def test_twins_play_the_same_games():
    assert play_twins(500, seed=1) == 500 * 35 - 333


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("plies", "depth"), [(0, 2), (12, 2), (13, 3), (20, 3), (29, 3), (32, 5)])
def test_lines_of_play(seed, plies, depth):
    game = registry.load("heartcatchers")
    twin, g = Table(0, seed % 2 == 0, True), game.new(game.base, 2, 0, 2 + (seed % 2 == 0), 0)
    pick = random.Random(seed)
    for _ in range(plies):
        text = pick.choice(twin.moves())
        twin.play(text)
        g = game.play(game.base, g, game.moves.parse(text))
    assert game.kernels.count_lines(game.base.record, g, depth, MOST) == count_lines(twin, depth)
