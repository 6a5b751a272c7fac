"""Bots in figures: speed of the search beside plain random play, budgets kept, and strength.

    python bench/bots.py speed [GAME ...]
    python bench/bots.py budget GAME --moves 10000
    python bench/bots.py strength GAME --games 200 --budgets 10ms,100ms

Without a word all three are measured, and without a game all games. All times are CPU time of one thread.
"""

import argparse
import json
import time
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from parlour import bots
from parlour.bots.bot import room_of
from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.choice import stand_in
from parlour.engine import registry
from parlour.engine.chance import below, stream
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, OVER
from parlour.lab.arena import simulate
from parlour.lab.stats import games_needed
from parlour.lab.study import Study

# Stand-ins for what a kernel gets when it is specialised.
legal = step = stand_in
MOST = 1
MS_A_DECISION = 20
WHAT = ("speed", "budget", "strength")


def decisions_of(game: Game, games: int, most: int, seed: int = 1) -> list[tuple[np.ndarray, int]]:
    """The first real decisions of some random games: the State and who decides."""
    mode, seats = list(game.variants())[-1]
    found: list[tuple[np.ndarray, int]] = []
    for i in range(games):
        if len(found) >= most:
            break
        g, rng = game.new(game.base, seats, mode, game.about.ruling_bits({})), stream(seed, i)
        while g["seat"][0] != OVER:
            if g["seat"][0] != CHANCE and len(game.legal(game.base, g)) > 1:
                found.append((g.copy(), int(g["seat"][0])))
            game.kernels.random_walk(game.base.record, g, rng, 1)
    return found[:most]


def speed(game: Game, bot_name: str) -> dict[str, Any]:
    """Iterations a second, averaged over the decisions of a game, and random playouts from the same positions."""
    bots.compile_bots(game)
    bot = bots.make(bot_name.replace("MS", f"{MS_A_DECISION}ms"), game, 1)
    positions = decisions_of(game, 2, 60)
    # The first search of a process also fetches its memory from the system.
    bot.search(game.base, game.hide(game.base, *positions[0]), positions[0][1])
    rows = []
    for g, seat in positions:
        h = game.hide(game.base, g, seat)
        start = time.thread_time_ns()
        iterations = bot.search(game.base, h, seat).iterations
        rate = iterations / (time.thread_time_ns() - start) * 1e9
        rows.append((rate, playout_rate(game, g)))
    rates = np.array(rows)
    seconds = 1 / rates
    return {
        "decisions": len(positions),
        "iterations a second": float(rates[:, 0].mean()),
        "plain random playouts a second": float(rates[:, 1].mean()),
        "of plain by the mean CPU time of one": float(seconds[:, 1].mean() / seconds[:, 0].mean()),
        "of plain, mean of the decisions": float((rates[:, 0] / rates[:, 1]).mean()),
        "of plain by the mean of the rates": float(rates[:, 0].mean() / rates[:, 1].mean()),
    }


def playout_rate(game: Game, g: np.ndarray) -> float:
    """Random playouts a second from a position, in a kernel that does nothing else."""
    kernel, room, burst = playouts_of(game).plain_playouts, room_of(game), 50
    kernel(game.base.record, g, room, 1)
    count, start = 0, time.thread_time_ns()
    while time.thread_time_ns() - start < MS_A_DECISION * 1_000_000:
        kernel(game.base.record, g, room, burst)
        count += burst
    return count / (time.thread_time_ns() - start) * 1e9


@cache
def playouts_of(game: Game) -> Any:
    return game.specialised((*KERNELS, plain_playouts))


def plain_playouts(edition: Any, start: Any, working: Any, count: int) -> None:
    """Play so many random games to the end from one position, as the engine plays random games."""
    e, room = edition[0], working[0]
    g, rng = room.world[0], np.ones(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for _ in range(count):
        room.world[0] = start[0]
        while g.seat != OVER:
            step(e, g, moves[below(rng, legal(e, g, moves))])


def budget(game: Game, moves: int, ms: int) -> dict[str, Any]:
    """How many moves stay within 10% or 2 ms of their budget."""
    bots.compile_bots(game)
    bot = bots.make(f"search:{ms}ms", game, 1)
    positions = decisions_of(game, 1 + moves // 5, moves)
    over = []
    for g, seat in positions:
        h, legal = game.hide(game.base, g, seat), game.legal(game.base, g)
        start = time.thread_time_ns()
        bot.choose(game.base, h, legal, seat)
        over.append((time.thread_time_ns() - start) / 1e6 - ms)
    allowed = max(2.0, 0.1 * ms)
    kept = sum(o <= allowed for o in over)
    return {"moves": len(over), "kept": kept / len(over), "worst over, ms": max(over)}


def strength(name: str, games: int, budgets: list[str], seats: int | None) -> dict[str, Any]:
    """Search at each budget against greedy, greedy against random, and each budget against the one before."""
    searches = [f"search:{b}" for b in budgets]
    pairs = [("greedy", "random"), *((s, other) for s in searches for other in ("greedy", "random"))]
    pairs += [(more, less) for less, more in pairwise(searches)]
    found = {}
    for pair in pairs:
        played = simulate(Study(name, pair, games, 1, seats))
        first = played["by_bot"][0]
        fair, score = 1 / played["seats"], first["score"]
        found[" - ".join(pair)] = {
            "score": score,
            "interval": first["interval"],
            "games": games,
            "needed for power 0.8": games_needed(fair, score, 0.8) if abs(score - fair) > 0.005 else None,
        }
        print(pair, found[" - ".join(pair)], flush=True)
    return found


def measure(what: str, game: Game, options: argparse.Namespace) -> dict[str, Any]:
    if what == "speed":
        return speed(game, options.bot)
    if what == "budget":
        return budget(game, options.moves, options.ms)
    return strength(game.name, options.games, options.budgets.split(","), options.seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=[*WHAT, "all"], default="all")
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--ms", type=int, default=10)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--budgets", default="10ms,100ms")
    parser.add_argument("--bot", default="search:MS")
    options = parser.parse_args()
    for name in options.games_named or registry.names(shelf_only=True):
        for what in WHAT if options.what == "all" else [options.what]:
            print(json.dumps({"game": name, **measure(what, registry.load(name), options)}), flush=True)


if __name__ == "__main__":
    main()
