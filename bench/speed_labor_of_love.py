"""Random play of Labor of Love beside Heartcatchers in one run: CPU time of one thread, best of 25 short rounds."""

import time
from typing import Any

from parlour.engine import registry

ROUNDS = 25


def steps_a_second(game: Any, games: int, seats: int) -> float:
    start = time.thread_time()
    steps = game.random_games(game.base, games, seats=seats)["steps"]
    return steps / (time.thread_time() - start)


def main() -> None:
    ours, theirs = registry.load("labor_of_love"), registry.load("heartcatchers")
    tables = [(theirs, 2000, 2), *((ours, 800, seats) for seats in (2, 3, 4))]
    best = [0.0] * len(tables)
    for _ in range(1 + ROUNDS):
        best = [max(b, steps_a_second(*table)) for b, table in zip(best, tables, strict=True)]
    for (game, _, seats), found in zip(tables, best, strict=True):
        print(f"{game.name:14} {seats} seats {found / 1e6:5.1f} million steps a second, ratio {found / best[0]:.2f}")


if __name__ == "__main__":
    main()
