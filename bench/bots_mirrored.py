"""How much better is one bot than another? Every deal is played twice, with the bots in each other's seats.

    python bench/bots_mirrored.py heartcatchers search:100ms search:10ms --pairs 1000

The luck of a deal falls on both bots alike, so fewer games show the same difference. The 95% interval comes from
the spread of the pairs.
"""

import argparse
import json

import numpy as np

from parlour.bots import arena
from parlour.bots.stats import Z95


def shares(table: arena.Table, bots: list[str], who: int, pairs: int, seed: int) -> np.ndarray:
    """The share of the points that one of two bots gets of each deal."""
    played = arena.play_games(table, bots, pairs, seed)
    mine = np.where(played.bot_at() == who, played.results, 0).sum(axis=1)
    return mine / np.maximum(1, played.results.sum(axis=1))


def mirrored(table: arena.Table, first: str, second: str, pairs: int, seed: int) -> np.ndarray:
    """The first bot's share of each deal, averaged over both ways to sit."""
    here = shares(table, [first, second], 0, pairs, seed)
    there = shares(table, [second, first], 1, pairs, seed)
    return (here + there) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="heartcatchers")
    parser.add_argument("first", nargs="?", default="search:10ms")
    parser.add_argument("second", nargs="?", default="search:1ms")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    found = mirrored(arena.Table.of(o.game, 2), o.first, o.second, o.pairs, o.seed)
    mean, half = float(found.mean()), Z95 * float(found.std(ddof=1)) / o.pairs**0.5
    bots = {"game": o.game, "first": o.first, "second": o.second, "games": 2 * o.pairs}
    print(json.dumps({**bots, "share": mean, "interval": [mean - half, mean + half]}))


if __name__ == "__main__":
    main()
