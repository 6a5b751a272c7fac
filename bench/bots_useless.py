"""How often bots make a move that comes to nothing by what their own seat knows, and held hands with a weak partner.

    python bench/bots_useless.py [GAME ...] [--games N] [--hands N] [--bots easy,medium,hard]

Every seat of a table is the same bot; there are three seats where the game allows that. A game says in `futile` which
moves come to nothing. One that does not say it has none, so nothing is counted there and it is only named. Only
decisions with more than one move count; *forced* are useless moves where every other move was useless, too.

Held hands is played by *easy* with *medium* and by *medium* with itself: how many pairs win, with its 95% interval
(Wilson).
"""

import argparse
import json

import numpy as np

from parlour.bots.bot import Bot
from parlour.engine import defaults, registry
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, OVER
from parlour.lab.arena import play_games
from parlour.lab.kernels.games import bot_key
from parlour.lab.stats import wilson
from parlour.lab.study import Study

PAIRS = ("easy", "medium"), ("medium", "medium")


def useless(name: str, bot: str, games: int, seed: int) -> dict[str, int | float]:
    """Some games among equals, move by move: real decisions, and how many of them came to nothing."""
    seats = max(n for mode in registry.load(name).about.modes[:1] for n in mode.seats if n <= 3)
    study = Study(name, (bot,) * seats, games, seed)
    game, edition = study.variant.game, study.variant.edition
    futile = game.rule("worth", "futile")
    found = np.zeros(3, int)
    for index in range(games):
        rng, g = stream(seed, index), game.new(edition, seats, study.variant.mode, study.variant.rulings)
        while (seat := int(g["seat"][0])) != OVER:
            hidden = g if seat == CHANCE else game.hide(edition, g, seat)
            legal = [] if seat == CHANCE else game.legal(edition, hidden)
            if len(legal) < 2:
                game.kernels.random_walk(edition.record, g, rng, 1)
                continue
            key = int(bot_key(np.uint64(seed), np.int64(index), np.int64(seat)))
            move = Bot(study.specs[seat], game, key).choose(edition, hidden, legal, seat)
            idle = futile(edition.record[0], hidden[0], move)
            forced = idle and all(futile(edition.record[0], hidden[0], m) for m in legal)
            found += (1, idle, forced)
            game.kernels.play_move(edition.record, g, move)
    decisions, idle, forced = (int(n) for n in found)
    return {"seats": seats, "decisions": decisions, "useless": idle, "forced": forced, "share": idle / decisions}


def pair(bots: tuple[str, str], games: int, seed: int) -> dict[str, float | list[float]]:
    """How many of the couples of two bots hold hands."""
    won = int((play_games(Study("held_hands", bots, games, seed)).results.sum(axis=1) > 0).sum())
    return {"won": won, "share": won / games, "interval": list(wilson(won, games))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--hands", type=int, default=80)
    parser.add_argument("--bots", default="easy,medium,hard")
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    for name in o.names or registry.names(shelf_only=True):
        if registry.load(name).rule("worth", "futile") is defaults.futile:
            print(json.dumps({"game": name, "useless": "the game names none"}), flush=True)
            continue
        for bot in o.bots.split(","):
            row = {"game": name, "bot": bot, "games": o.games, **useless(name, bot, o.games, o.seed)}
            print(json.dumps(row), flush=True)
    if o.hands:
        for bots in PAIRS:
            row = {"game": "held_hands", "bots": bots, "games": o.hands, **pair(bots, o.hands, o.seed)}
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
