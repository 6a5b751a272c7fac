"""Is a new bot better than the one before? Wald's sequential test, in batches, with stated error rates.

    python bench/bots_trial.py heartcatchers search:1000it,sieve=3 search:1000it

"yes" means that the first bot wins p1 of the points rather than p0, "no" the other way round; each is wrong
with probability of at most 5%. Seats rotate, so a batch has both bots in every seat equally often.
"""

import argparse
import json

from parlour.bots import arena
from parlour.bots.stats import Sequential, wilson


def trial(table: arena.Table, new: str, old: str, test: Sequential, most: int, batch: int, seed: int) -> dict:
    """Play until the test has decided or so many games are played."""
    share, games = 0.0, 0
    while not test.verdict and games < most:
        played = arena.play_games(table, [new, old], batch, seed, first_index=games)
        for got in played.shares_of(0):
            test.add(float(got))
            share += float(got)
        games += batch
    return {
        "verdict": test.verdict or "open",
        "games": games,
        "share": share / games,
        "interval": wilson(share, games),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="heartcatchers")
    parser.add_argument("new", nargs="?", default="search:10ms")
    parser.add_argument("old", nargs="?", default="search:1ms")
    parser.add_argument("--p0", type=float, default=0.5)
    parser.add_argument("--p1", type=float, default=0.55)
    parser.add_argument("--most", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--mode")
    o = parser.parse_args()
    table = arena.Table.of(o.game, 2, o.seats, o.mode)
    found = trial(table, o.new, o.old, Sequential(o.p0, o.p1), o.most, o.batch, o.seed)
    print(json.dumps({"game": o.game, "new": o.new, "old": o.old, "p0": o.p0, "p1": o.p1, **found}))


if __name__ == "__main__":
    main()
