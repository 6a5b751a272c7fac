"""Random play of every game beside Heartcatchers: CPU time of one thread, the best of many short rounds in turn.

python bench/speed.py [GAME ...] [--rounds 25] [--against FOLDER] [--no-rulings]

`--against` names another version of the project, such as a git worktree. It is measured in its own process, the two
taking turns round by round, and a column gives this version's rate as a share of the other's. `--no-rulings` switches
all rulings off, for versions whose defaults differ.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
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
    rulings: int | None = None

    def rate(self) -> tuple[float, float]:
        """Steps a CPU second of one round, and steps a game; every round plays the same games."""
        start = time.thread_time()
        options = {"seats": self.seats, "mode": self.mode, "rulings": self.rulings, "seed": 1}
        steps = self.game.random_games(self.game.base, self.games, **options)["steps"]
        return steps / (time.thread_time() - start), steps / self.games


def tables(name: str) -> list[Table]:
    """A game at every table that it can be played at."""
    game = registry.load(name)
    return [Table(game, mode, seats, games_that_take(SECONDS, game, seats, mode)) for mode, seats in game.variants()]


class Other:
    """Another version of the project, which measures itself in its own process when it is asked to."""

    def __init__(self, folder: Path, rows: list[Table]) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        command = [sys.executable, __file__, "--answer"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.ask([[table.game.name, *table[1:]] for table in rows])

    def ask(self, question: object) -> list[float]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def rate(self, row: int) -> float:
        return self.ask(row)[0]

    def end(self) -> None:
        self.process.communicate()


def answer() -> None:
    """Measure what another process asks for: first all tables, then one row at a time."""
    asked = json.loads(sys.stdin.readline())
    rows = [Table(registry.load(name), *rest) for name, *rest in asked]
    print(json.dumps([table.rate()[0] for table in rows]), flush=True)
    for line in sys.stdin:
        print(json.dumps(rows[json.loads(line)].rate()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.names(shelf_only=True))
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--no-rulings", action="store_true")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        answer()
        return
    rows = [table for name in dict.fromkeys([BESIDE, *options.games]) for table in tables(name)]
    if options.no_rulings:
        rows = [table._replace(rulings=0) for table in rows]
    other = Other(options.against, rows) if options.against else None
    best, theirs = [(0.0, 0.0)] * len(rows), [0.0] * len(rows)
    for _ in range(options.rounds):
        for i, table in enumerate(rows):
            best[i] = max(best[i], table.rate())
            theirs[i] = max(theirs[i], other.rate(i)) if other else 0.0
    print(f"{'game':16}{'mode':14}seats  million steps/s  ratio  steps/game  bytes{'  against' if other else ''}")
    for (game, mode, seats, *_), (rate, length), their in zip(rows, best, theirs, strict=True):
        ratio, size = rate / best[0][0], game.state.dtype.itemsize
        name = game.about.modes[mode].name
        against = f"{rate / their:9.3f}" if other else ""
        print(f"{game.name:16}{name:14}{seats:5}{rate / 1e6:17.1f}{ratio:7.2f}{length:12.0f}{size:7}{against}")
    if other:
        other.end()


if __name__ == "__main__":
    main()
