"""Previews held against worlds at length: every kind of move of every game, many positions.

    python bench/previews.py [--of-a-kind N] [--worlds N] [--games N] [GAME ...]

The test does the same with two moves of each kind (tests/foreseen.py).
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import foreseen  # noqa: E402
from parlour.engine import registry  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of-a-kind", type=int, default=30, help="how many moves of each kind")
    parser.add_argument("--worlds", type=int, default=50, help="in how many worlds each is played")
    parser.add_argument("--games", type=int, default=400, help="how many games are searched for them")
    parser.add_argument("game", nargs="*", default=registry.names(shelf_only=True))
    wish = parser.parse_args()
    for name in wish.game:
        begin, found = time.perf_counter(), foreseen.Foreseen(name, wish.worlds, wish.of_a_kind)
        seed = 0
        while seed < wish.games and (found.missing or not seed):
            found.play(seed)
            seed += 1
        rare = ", ".join(f"{kind} {found.tested[kind]}" for kind in sorted(found.missing))
        took = time.perf_counter() - begin
        print(
            f"{name}: {found.tested.total()} moves in {seed} games, {took:.0f} s" + (f"; rare: {rare}" if rare else "")
        )


if __name__ == "__main__":
    main()
