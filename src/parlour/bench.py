"""How fast the games are, in CPU time: steps, copies and starting, the best of some rounds; compiling, once."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from parlour.engine import registry
from parlour.engine.game import Game

# Long enough that the clock's resolution and the call from Python do not matter.
SECONDS = 0.4
COPIES = 256

# Run in a fresh process: CPU seconds from its start to the end of the work.
COMPILE = "import sys, time; from parlour import load; load(sys.argv[1]).compile(); print(time.process_time())"
START = (
    "import sys, time; from parlour import Match; m = Match.deal(sys.argv[1], seed=1); m.play(m.moves()[0]);"
    "print(time.process_time())"
)

Report = Callable[[str, str], None]


def measure_all(names: list[str], rounds: int, report: Report) -> dict[str, dict[str, Any]]:
    """The figures of several games; `report(game, what)` is told what is being measured."""
    return {name: measure(name, rounds, report) for name in names}


def measure(name: str, rounds: int, report: Report) -> dict[str, Any]:
    """The figures of one game: its first mode at its smallest table, on one core."""
    game = registry.load(name)
    mode, seats = next(game.variants())
    report(name, "steps")
    steps, games = best_rate(game, seats, mode, rounds)
    report(name, "copies")
    copy = min(copy_rounds(game, rounds))
    report(name, "compiling")
    with tempfile.TemporaryDirectory() as cache:
        # Once: it takes long, and a second time would hardly differ.
        compiling = process_seconds(COMPILE, name, cache)
        report(name, "starting")
        starting = [process_seconds(START, name, cache) for _ in range(rounds + 1)][1:]
    return {
        "game": name,
        "mode": game.about.modes[mode].name,
        "seats": seats,
        "steps_per_second": round(steps),
        "games_per_second": round(games),
        "state_bytes": game.state.dtype.itemsize,
        "copy_ns": round(copy, 2),
        "compile_s": round(compiling, 2),
        "start_s": round(min(starting), 3),
    }


def best_rate(game: Game, seats: int, mode: int, rounds: int) -> tuple[float, float]:
    """Steps and games a CPU second, random play; every round plays the same games."""
    count = games_that_take(SECONDS, game, seats, mode)
    best = 0.0
    for _ in range(rounds):
        start = time.process_time()
        played = game.random_games(game.base, count, seats=seats, mode=mode, seed=1)
        best = max(best, 1 / (time.process_time() - start))
    return played["steps"] * best, count * best


def games_that_take(seconds: float, game: Game, seats: int, mode: int) -> int:
    """How many games fill a round; the first call, which loads the compiled rules, does not count."""
    game.random_games(game.base, 1, seats=seats, mode=mode)
    count = 1
    while True:
        start = time.process_time()
        game.random_games(game.base, count, seats=seats, mode=mode, seed=1)
        spent = time.process_time() - start
        if spent > seconds / 8:
            return max(1, int(count * seconds / spent))
        count *= 4


def copy_rounds(game: Game, rounds: int) -> Iterator[float]:
    """Nanoseconds of one copy of a State, out of a batch that stays in the processor's cache."""
    states = game.state.new(COPIES)
    copies = states.copy()
    game.kernels.copy_batch(states, copies)
    times = max(1, int(20_000_000 / states.nbytes))
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(times):
            game.kernels.copy_batch(states, copies)
        yield (time.process_time() - start) / (times * COPIES) * 1e9
    assert np.array_equal(states, copies)


def process_seconds(code: str, name: str, cache: str) -> float:
    """CPU seconds that a fresh process needs, with this cache of compiled rules."""
    environment = {**os.environ, "PARLOUR_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", code, name], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)
