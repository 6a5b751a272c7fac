"""A bot may be made in one thread and asked in others: the answer depends on what it is asked and on nothing else."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from parlour.bots import LEVELS, Bot
from parlour.bots.spec import read_spec
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, OVER

TABLES = 4
DECISIONS = 6
# By the clock, but with so much time that the number of iterations decides and the answer can be repeated.
HARD = replace(LEVELS["hard"], iterations=100, milliseconds=60_000)
REPEATABLE = [read_spec("random"), LEVELS["easy"], read_spec("greedy"), LEVELS["medium"], HARD]

Question = tuple[np.ndarray, list[int], int]


def questions(game: Game, table: int) -> Iterator[Question]:
    """Real decisions of one random game: hidden record, legal moves, seat."""
    mode, seats = next(game.variants())
    g, rng = game.new(game.base, seats, mode, game.about.ruling_bits({})), stream(8, table)
    while g["seat"][0] != OVER:
        seat, moves = int(g["seat"][0]), game.legal(game.base, g)
        if seat != CHANCE and len(moves) > 1:
            yield game.hide(game.base, g, seat), moves, seat
        game.kernels.random_walk(game.base.record, g, rng, 1)


def asked(game: Game) -> list[tuple[int, Question]]:
    """The first decisions of several tables, in turns, as a server is asked."""
    tables = [list(questions(game, t))[:DECISIONS] for t in range(TABLES)]
    return [(t, question) for turn in zip(*tables, strict=True) for t, question in enumerate(turn)]


@pytest.mark.parametrize("game_name", ["heartcatchers", "held_hands"])
@pytest.mark.parametrize("spec", REPEATABLE, ids=lambda spec: spec.name)
def test_a_bot_answers_the_same_in_every_thread(game_name: str, spec: object) -> None:
    game = registry.load(game_name)
    wanted = asked(game)
    alone = [Bot(spec, game, t).choose(game.base, *question) for t, question in wanted]
    seated = [Bot(spec, game, t) for t in range(TABLES)]
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as pool:
            found = [pool.submit(seated[t].choose, game.base, *question) for t, question in wanted]
            assert [f.result() for f in found] == alone


@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_of_every_level_is_legal(level: str) -> None:
    game = registry.load("heartcatchers")
    spec = replace(LEVELS[level], milliseconds=5) if LEVELS[level].milliseconds else LEVELS[level]
    wanted = asked(game)
    seated = [Bot(spec, game, t) for t in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        found = [pool.submit(seated[t].choose, game.base, *question) for t, question in wanted]
        assert [f.result() in moves for f, (_, (_, moves, _)) in zip(found, wanted, strict=True)] == [True] * len(
            wanted
        )


def test_one_bot_may_be_asked_by_several_threads_at_once() -> None:
    game = registry.load("heartcatchers")
    wanted = asked(game)
    bot = Bot(HARD, game, 1)
    alone = [bot.choose(game.base, *question) for _, question in wanted]
    with ThreadPoolExecutor(TABLES) as pool:
        found = list(pool.map(lambda question: bot.choose(game.base, *question[1]), wanted))
    assert found == alone
