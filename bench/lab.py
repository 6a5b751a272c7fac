"""The lab in figures: how fast studies are, what counting things costs, how often a report is wrong.

    python bench/lab.py speed [--workers 2]      # 100,000 games of Heartcatchers, 10,000 of every other, with reports
    python bench/lab.py counting [--games 2000]  # the same games with and without counting, in turn
    python bench/lab.py errors [--seeds 100]     # the same edition twice; a planted imbalance of the promised size

Greedy bots. Times are wall seconds and CPU seconds of all processes; where cores are shared with other work,
the second divided by the cores is what a machine of one's own would need at least. Ratios come from rounds in turn.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/lab"))

from wrongness import Comparison  # noqa: E402

from parlour.engine import registry  # noqa: E402
from parlour.lab.arena import no_tick  # noqa: E402
from parlour.lab.plan import File, make_plan  # noqa: E402
from parlour.lab.playing import play_piece  # noqa: E402
from parlour.lab.results import run_study  # noqa: E402

# Games of each study that is timed; Heartcatchers is small enough for more.
GAMES, MORE = 10_000, {"heartcatchers": 100_000}
SAME_GAMES = 2000


def cpu_seconds() -> float:
    """Of this process and of all that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def speed(names: list[str], workers: int, share: float) -> None:
    """A whole study of each game, from the plan to the report."""
    for name in names:
        games = round(share * MORE.get(name, GAMES))
        plan = make_plan(File(game=name, games=games, seed=1), Path())
        play_piece(plan.arms[0], 0, 1)
        with tempfile.TemporaryDirectory() as folder:
            start, cpu = time.perf_counter(), cpu_seconds()
            run_study(plan, Path(folder), no_tick, workers)
            seconds, busy = time.perf_counter() - start, cpu_seconds() - cpu
        show(game=name, games=games, seats=plan.seats, workers=workers, seconds=seconds, cpu=busy)


def counting(names: list[str], games: int, rounds: int) -> None:
    """CPU time with things counted, by that without; best of some rounds each."""
    for name in names:
        (arm, *_) = make_plan(File(game=name, games=games, seed=1, chances=False), Path()).arms
        bare = replace(arm, counting=False)
        play_piece(arm, 0, 1)
        best = {True: float("inf"), False: float("inf")}
        for _ in range(rounds):
            for one in (arm, bare):
                start = time.thread_time()
                play_piece(one, 0, games)
                best[one.counting] = min(best[one.counting], time.thread_time() - start)
        show(
            game=name, games=games, rounds=rounds, ms_a_game=1000 * best[False] / games, ratio=best[True] / best[False]
        )


def errors(seeds: int, bot: str) -> None:
    comparison = Comparison(bot)
    wrong = sum(comparison.is_wrong(seed, SAME_GAMES) for seed in range(seeds))
    show(bot=bot, seeds=seeds, games=SAME_GAMES, same_edition_twice_found_something=wrong)
    games = comparison.games_that_promise()
    found = sum(comparison.is_found(seed, games) for seed in range(seeds))
    show(bot=bot, seeds=seeds, games=games, planted_of_the_promised_size_found=found)


def show(**figures: Any) -> None:
    print(json.dumps({k: round(v, 3) if isinstance(v, float) else v for k, v in figures.items()}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["speed", "counting", "errors", "all"], default="all")
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--share", type=float, default=1.0, help="play so much of the games of `speed`")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--bot", default="random")
    o = parser.parse_args()
    names = o.names or registry.names(shelf_only=True)
    if o.what in ("speed", "all"):
        speed(names, o.workers, o.share)
    if o.what in ("counting", "all"):
        counting(names, o.games, o.rounds)
    if o.what in ("errors", "all"):
        errors(o.seeds, o.bot)


if __name__ == "__main__":
    main()
