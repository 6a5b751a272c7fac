"""How much better is one bot than another? Every deal is played twice, with the bots in each other's seats.

    python bench/bots_mirrored.py heartcatchers search:100ms search:10ms --pairs 1000

The luck of a deal falls on both bots alike, so fewer games show the same difference. The 95% interval comes from
the spread of the pairs.
"""

import argparse
import json
from dataclasses import replace

import numpy as np

from parlour.lab.arena import play_games
from parlour.lab.stats import half_width
from parlour.lab.study import Study


def mirrored(study: Study) -> np.ndarray:
    """The first of two bots' share of each deal, averaged over both ways to sit."""
    first, second = study.bots
    here, there = play_games(study), play_games(replace(study, bots=(second, first)))
    return (here.shares_of(0) + there.shares_of(1)) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="heartcatchers")
    parser.add_argument("first", nargs="?", default="search:10ms")
    parser.add_argument("second", nargs="?", default="search:1ms")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    found = mirrored(Study(o.game, (o.first, o.second), o.pairs, o.seed))
    mean, half = float(found.mean()), half_width(found)
    bots = {"game": o.game, "first": o.first, "second": o.second, "games": 2 * o.pairs}
    print(json.dumps({**bots, "share": mean, "interval": [mean - half, mean + half]}))


if __name__ == "__main__":
    main()
