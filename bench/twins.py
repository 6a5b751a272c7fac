"""The fast rules against their slow twins: 10,000 random games of every game, move by move."""

import importlib
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"
GAMES = 10_000


def main() -> int:
    sys.path[:0] = [str(TESTS)]
    from parlour.engine import registry

    for name in registry.names():
        start = time.process_time()
        moves = importlib.import_module(f"naive.{name}").play_twins(GAMES, 1)
        seconds = time.process_time() - start
        print(f"{name:16} {GAMES:,} games, {moves:,} moves compared, no difference ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
