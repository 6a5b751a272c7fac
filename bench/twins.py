"""The fast rules against their slow twins: 10,000 random games of every game that has one, move by move.

python bench/twins.py [GAME ...] [--games 10000] [--seed 1]
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

from parlour.engine import registry

TESTS = Path(__file__).parent.parent / "tests"


def with_twins() -> list[str]:
    return [name for name in registry.names() if (TESTS / "games" / name / "naive.py").exists()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=with_twins())
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.path[:0] = [str(TESTS)]
    for name in options.names:
        start = time.process_time()
        moves = importlib.import_module(f"games.{name}.naive").play_twins(options.games, options.seed)
        seconds = time.process_time() - start
        print(f"{name:16} {options.games:,} games, {moves:,} moves compared, no difference ({seconds:.0f} s)")


if __name__ == "__main__":
    main()
