"""Compiling, before and after: CPU seconds and bytes from an empty cache, and how fast the compiled games are.

    git worktree add ../before 21b0207
    python bench/compile.py [../before] [--games heartcatchers ...] [--rounds 8] [--other-rules] [--no-rulings]

Every game is compiled in a process of its own with an empty cache: rules, bots and arena. Then random play and the
search of forty positions are timed in fresh processes, the two versions in turn, and the best of the rounds counts.
The work is the same in every round, so the figures of one run can be compared whatever else the machine does. With
--other-rules the versions need not play alike: then random play is compared by the step, and the searches have other
positions.
--no-rulings switches all rulings off, for versions whose defaults differ.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from parlour.engine import registry

THIS = Path(__file__).resolve().parents[1]

COMPILE = """
import json, sys, time
from parlour import load
game = load(sys.argv[1])
times = [time.process_time()]
game.compile()
times.append(time.process_time())
from parlour.bots.bot import compile_bots
compile_bots(game)
times.append(time.process_time())
try:
    from parlour.lab.arena import compile_arena
    compile_arena(game.name)
except ImportError:
    from parlour.bots.arena import simulate
    simulate(game.name, ["random"], 1, 0)
times.append(time.process_time())
print(json.dumps([b - a for a, b in zip([0.0, *times], times)]))
"""

RUN = """
import json, sys, time
from parlour import load
from parlour.bench import games_that_take
from parlour.bots.bot import Bot
from parlour.bots.spec import read_spec
from parlour.engine.chance import stream
from parlour.engine.record import OVER
game, seconds, count = load(sys.argv[1]), 0.1, int(sys.argv[2])
rulings = 0 if sys.argv[3] == "none" else game.about.ruling_bits({})
mode, seats = next(game.variants())
count = count or games_that_take(seconds, game, seats, mode)
game.random_games(game.base, 1, seats=seats, mode=mode, rulings=rulings)
def timed(work):
    best = 1e9
    for _ in range(12):
        start = time.thread_time()
        found = work()
        best = min(best, time.thread_time() - start)
    return best, found
play, played = timed(lambda: game.random_games(game.base, count, seats=seats, mode=mode, rulings=rulings, seed=1))
def position(seed):
    # A decision between three moves and more, some plies after the deal; None if the game is over first.
    g, rng = game.new(game.base, seats, mode, rulings), stream(seed)
    game.kernels.random_walk(game.base.record, g, rng, seed % 20)
    while g["seat"][0] < 0 or len(game.legal(game.base, g)) < 3:
        if g["seat"][0] == OVER:
            return None
        game.kernels.random_walk(game.base.record, g, rng, 1)
    seat = int(g["seat"][0])
    return game.hide(game.base, g, seat), game.legal(game.base, g), seat
positions = [found for seed in range(200) if (found := position(seed))][:40]
bot = Bot(read_spec("search:50it"), game, 0)
search, chosen = timed(lambda: [bot.choose(game.base, *position) for position in positions])
print(json.dumps({"count": count, "play": play, "search": search, "same": [played, chosen]}))
"""


def run(sources: Path, cache: Path, code: str, *arguments: str) -> Any:
    """What a fresh process with these sources and this cache prints."""
    environment = {**os.environ, "PARLOUR_CACHE": str(cache), "PYTHONPATH": str(sources / "src")}
    command = [sys.executable, "-c", code, *arguments]
    return json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, cwd=cache).stdout)


def compiled(sources: Path, cache: Path, game: str) -> dict[str, float]:
    """CPU seconds of each part, and the bytes of the cache."""
    cache.mkdir()
    start, rules, bots, arena = run(sources, cache, COMPILE, game)
    size = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())
    return {"start": start, "rules": rules, "bots": bots, "arena": arena, "total": rules + bots + arena, "bytes": size}


def speeds(
    versions: dict[str, Path], folder: Path, game: str, options: argparse.Namespace
) -> dict[str, dict[str, float]]:
    """The best seconds of a step of random play and of a search; every version does the same work."""
    best: dict[str, dict[str, float]] = {}
    count, expected = "0", None
    rulings = "none" if options.no_rulings else "all"
    for _ in range(options.rounds):
        for name, sources in versions.items():
            found = run(sources, folder / f"{name}-{game}", RUN, game, count, rulings)
            count, expected = str(found["count"]), expected or found["same"]
            if found["same"] != expected and not options.other_rules:
                raise SystemExit(f"{game}: the versions do not play alike: {found['same']} and {expected}")
            found["play"] /= found["same"][0]["steps"]
            known = best.setdefault(name, {"play": 1e9, "search": 1e9})
            best[name] = {what: min(known[what], found[what]) for what in known}
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", nargs="?", type=Path, help="the folder of another version")
    parser.add_argument("--games", nargs="*", default=registry.names(shelf_only=True))
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--other-rules", action="store_true", help="the versions need not play alike")
    parser.add_argument("--no-rulings", action="store_true", help="switch all rulings off")
    options = parser.parse_args()
    versions = {"before": options.before.resolve()} if options.before else {}
    versions["after"] = THIS
    print(f"{'game':16}{'version':8}{'rules':>8}{'bots':>8}{'arena':>8}{'total':>8}{'MB':>8}{'play':>8}{'search':>8}")
    sums = {name: [0.0, 0.0] for name in versions}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for game in options.games:
            made = {name: compiled(sources, folder / f"{name}-{game}", game) for name, sources in versions.items()}
            fast = speeds(versions, folder, game, options)
            base = fast[next(iter(versions))]
            for name, row in made.items():
                times = "".join(f"{row[part]:8.1f}" for part in ("rules", "bots", "arena", "total"))
                ratios = "".join(f"{base[what] / fast[name][what]:8.3f}" for what in ("play", "search"))
                print(f"{game:16}{name:8}{times}{row['bytes'] / 1e6:8.1f}{ratios}", flush=True)
                sums[name][0] += row["total"]
                sums[name][1] += row["bytes"] / 1e6
    for name, (seconds, size) in sums.items():
        print(f"{'all':16}{name:8}{'':24}{seconds:8.1f}{size:8.1f}")
    print("CPU seconds; play and search: speed beside the first version, random play and the search of forty positions")


if __name__ == "__main__":
    main()
