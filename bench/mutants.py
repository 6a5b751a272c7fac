"""A thousand editions a game, changed at random, played bounds-checked by random and greedy bots.

    python bench/mutants.py [GAME ...] [--count 1000]

Prints for each game how many were refused, how many games ended, and what did not. Takes an hour and more on one core.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "tests" / "editions" / "mutants.py"
GAMES = ("heartcatchers", "held_hands", "labor_of_love", "perfect_match", "work_of_heart")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    failed = False
    for game in wish.games:
        began = time.monotonic()
        command = [sys.executable, str(SCRIPT), game, str(wish.count), str(wish.seed), "random", "greedy"]
        done = subprocess.run(command, env={**os.environ, "NUMBA_BOUNDSCHECK": "1"}, stdout=subprocess.PIPE, check=True)
        found = json.loads(done.stdout)
        failed = failed or bool(found["faults"])
        told = f"{found['good']} good, {found['refused']} refused, {found['ended']} ended ({found['plies']:,} plies)"
        print(f"{game}: {told}, {len(found['unended'])} went on, {time.monotonic() - began:.0f} s", flush=True)
        for fault in found["faults"]:
            print(*fault, sep="\n", flush=True)
        for unended in found["unended"]:
            print("  went on:", *unended, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
