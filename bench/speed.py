"""Random play of every game beside Heartcatchers: CPU time of one thread, the best of many short rounds in turn.

python bench/speed.py [GAME ...] [--rounds 25]
"""

import argparse
import time
from typing import NamedTuple

from parlour.bench import games_that_take
from parlour.engine import registry
from parlour.engine.game import Game

BESIDE = "heartcatchers"
# Short, so that some of the rounds are not disturbed by other processes.
SECONDS = 0.03


class Table(NamedTuple):
    game: Game
    mode: int
    seats: int
    games: int

    def rate(self) -> tuple[float, float]:
        """Steps a CPU second of one round, and steps a game; every round plays the same games."""
        start = time.thread_time()
        steps = self.game.random_games(self.game.base, self.games, seats=self.seats, mode=self.mode, seed=1)["steps"]
        return steps / (time.thread_time() - start), steps / self.games


def tables(name: str) -> list[Table]:
    """A game at every table that it can be played at."""
    game = registry.load(name)
    return [Table(game, mode, seats, games_that_take(SECONDS, game, seats, mode)) for mode, seats in game.variants()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.names(shelf_only=True))
    parser.add_argument("--rounds", type=int, default=25)
    options = parser.parse_args()
    rows = [table for name in dict.fromkeys([BESIDE, *options.games]) for table in tables(name)]
    best = [(0.0, 0.0)] * len(rows)
    for _ in range(options.rounds):
        best = [max(found, table.rate()) for found, table in zip(best, rows, strict=True)]
    print(f"{'game':16}{'mode':14}seats  million steps/s  ratio  steps/game  bytes")
    for (game, mode, seats, _), (rate, length) in zip(rows, best, strict=True):
        ratio, size = rate / best[0][0], game.state.dtype.itemsize
        name = game.about.modes[mode].name
        print(f"{game.name:16}{name:14}{seats:5}{rate / 1e6:17.1f}{ratio:7.2f}{length:12.0f}{size:7}")


if __name__ == "__main__":
    main()
