"""A bot knows what its seat knows, plays by the rules, and repeats itself when asked to."""

import numpy as np
import pytest

from parlour import bots
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, OVER

NAMES = ("random", "greedy", "easy", "search:20it")
GAMES = tuple(registry.names(shelf_only=True))


def start(game: Game, mode: int, seats: int) -> np.ndarray:
    return game.new(game.base, seats, mode, game.about.ruling_bits({}))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game_name", GAMES)
def test_plays_whole_games_and_never_looks_at_the_truth(game_name: str, name: str) -> None:
    """The move is legal, and the same from every world with the same hidden record."""
    game = registry.load(game_name)
    rng = stream(1)
    for mode, seats in game.variants():
        g = start(game, mode, seats)
        bot = bots.make(name, game, seed=3)
        while g["seat"][0] != OVER:
            seat = int(g["seat"][0])
            moves = game.legal(game.base, g)
            if seat == CHANCE:
                m = moves[rng[0] % len(moves)]
                rng[0] += np.uint64(12345)
            else:
                h = game.hide(game.base, g, seat)
                m = bot.choose(game.base, h, moves, seat)
                assert m in moves
                world = game.hide(game.base, game.imagine(game.base, h, seat, rng), seat)
                assert bots.make(name, game, seed=3).choose(game.base, world, moves, seat) == m
            g = game.play(game.base, g, m)


def test_unknown_bot() -> None:
    with pytest.raises(ValueError, match="there is no bot 'genius'"):
        bots.make("genius", registry.load("heartcatchers"), 0)
