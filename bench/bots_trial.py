"""Is a new bot better than the one before? Wald's sequential test, in batches, with stated error rates.

    python bench/bots_trial.py heartcatchers search:1000it,sieve=3 search:1000it

"yes" means that the first bot wins p1 of the points rather than p0, "no" the other way round; each is wrong
with probability of at most 5%. Seats rotate, so a batch has both bots in every seat equally often.
"""

import argparse
import json
from dataclasses import replace

from parlour.lab.arena import play_games
from parlour.lab.stats import Sequential, wilson
from parlour.lab.study import Study


def trial(batch: Study, test: Sequential, most: int) -> dict:
    """Play batches until the test has decided or so many games are played."""
    share, games = 0.0, 0
    while not test.verdict and games < most:
        played = play_games(replace(batch, first_index=games))
        for got in played.shares_of(0):
            test.add(float(got))
            share += float(got)
        games += batch.games
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
    batch = Study(o.game, (o.new, o.old), o.batch, o.seed, o.seats, o.mode)
    found = trial(batch, Sequential(o.p0, o.p1), o.most)
    print(json.dumps({"game": o.game, "new": o.new, "old": o.old, "p0": o.p0, "p1": o.p1, **found}))


if __name__ == "__main__":
    main()
