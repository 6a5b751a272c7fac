"""How fast the vector of each game is: random play, with masks and chosen actions, and with observations as well.

python bench/vector.py [GAME ...] [--rows 4096] [--rounds 5]

The figures are steps (chance included) a second of CPU time of one thread, the best of some rounds, so that other
processes disturb them little; the last column is how much wall time two threads save on random play, which only an
otherwise idle machine can show.
"""

import argparse
import time
from collections.abc import Callable

from parlour.engine import registry
from parlour.research import Vector, vector

RANDOM_STEPS, LOOPS = 50, 10


def rate(play: Callable[[], int], rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second, the best of some rounds."""
    play()
    best = 0.0
    for _ in range(rounds):
        start = clock()
        steps = play()
        best = max(best, steps / (clock() - start))
    return best


def loop(games: Vector, observing: bool) -> int:
    """A random action in every row, chosen from its mask; how many steps were played, chance included."""
    before = int(games.rows["steps"].sum())
    for key in range(LOOPS):
        if observing:
            games.observe()
        games.step(games.sample(key))
    return int(games.rows["steps"].sum()) - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=registry.names(shelf_only=True))
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'game':16}{'random':>10}{'masked':>10}{'observed':>10}  million steps a second{'two threads':>14}")
    for name in options.games:
        one, two = vector(name, options.rows), vector(name, options.rows, threads=2)
        rates = [
            rate(lambda games=one: games.play_randomly(RANDOM_STEPS), options.rounds),
            rate(lambda games=one: loop(games, observing=False), options.rounds),
            rate(lambda games=one: loop(games, observing=True), options.rounds),
        ]
        walls = [
            rate(lambda games=games: games.play_randomly(RANDOM_STEPS), options.rounds, time.perf_counter)
            for games in (one, two)
        ]
        two.close()
        print(f"{name:16}" + "".join(f"{r / 1e6:10.2f}" for r in rates) + f"{'':24}{walls[1] / walls[0]:13.2f}x")


if __name__ == "__main__":
    main()
