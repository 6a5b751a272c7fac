"""How near the compiled rules come to C written for speed alone, in one process, in turns.

    python bench/limit/run.py [--games N] [--json]

Builds heartcatchers.c in a temporary folder, plays the same random games in both, checks that everything adds
up to the same, and prints steps a second of CPU time (best of five) and the ratio.
"""

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("heartcatchers.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
ROUNDS = 5

Player = Callable[[int, int, int], dict[str, Any]]


class Totals(ctypes.Structure):
    """The totals of the C program, in its memory layout."""

    _fields_ = (
        ("steps", ctypes.c_int64),
        ("decisions", ctypes.c_int64),
        ("longest", ctypes.c_int64),
        ("results", ctypes.c_int64 * 2),
        ("points", ctypes.c_int64 * 2),
    )


def compiler() -> str | None:
    """A C compiler, if this machine has one."""
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


def limit(folder: Path) -> Player:
    """The C program, built in a folder: plays `games` games of a seed under a mask of rulings."""
    library = folder / "heartcatchers.so"
    subprocess.run([str(compiler()), *FLAGS, "-o", str(library), str(SOURCE)], check=True)
    run = ctypes.CDLL(str(library)).random_games
    run.argtypes = (ctypes.c_uint64, *[ctypes.c_int64] * 2, *[ctypes.c_int] * 2, ctypes.c_void_p)
    run.restype = None

    def play(games: int, seed: int, rulings: int) -> dict[str, Any]:
        t = Totals()
        run(seed, 0, games, rulings & 1, rulings >> 1 & 1, ctypes.byref(t))
        numbers = {"steps": t.steps, "decisions": t.decisions, "longest": t.longest}
        return {"games": games, **numbers, "results": list(t.results), "points": list(t.points)}

    return play


def ours() -> Player:
    """The rules that Parlour plays by."""
    from parlour.engine import registry

    game = registry.load("heartcatchers")

    def play(games: int, seed: int, rulings: int) -> dict[str, Any]:
        return game.random_games(game.base, games, seats=2, seed=seed, rulings=rulings)

    return play


def compare(c: Player, parlour: Player, games: int) -> dict[str, float]:
    """Steps a second of both, taken in turns; stops if they do not play the same games."""
    for rulings in range(4):
        if c(1000, 7, rulings) != parlour(1000, 7, rulings):
            raise SystemExit(f"with rulings {rulings:02b} the C program does not play the same games")
    fastest = {"limit": 0.0, "parlour": 0.0}
    for seed in range(ROUNDS):
        totals = []
        for name, play in (("limit", c), ("parlour", parlour)):
            start = time.process_time()
            totals.append(play(games, seed, 3))
            fastest[name] = max(fastest[name], totals[-1]["steps"] / (time.process_time() - start))
        if totals[0] != totals[1]:
            raise SystemExit(f"seed {seed}: {totals[0]} in C, {totals[1]} in Parlour")
    return {**fastest, "ratio": fastest["parlour"] / fastest["limit"]}


def main() -> int:
    reading = argparse.ArgumentParser(description="Heartcatchers against C written for speed alone.")
    reading.add_argument("--games", type=int, default=200_000, help="random games a round (default: 200000)")
    reading.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = reading.parse_args()
    if compiler() is None:
        print("There is no C compiler here, so the limit cannot be measured.")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = compare(limit(Path(folder)), ours(), chosen.games)
    if chosen.json:
        print(json.dumps(found))
        return 0
    print(f"C, for speed alone  {found['limit'] / 1e6:6.1f} million steps a second")
    print(f"Parlour             {found['parlour'] / 1e6:6.1f} million steps a second")
    print(f"ratio               {found['ratio']:6.2f}    (same games, same totals, best of {ROUNDS})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
