"""How good V is: its chances beside what came of the games, by deciles, on games that it was not fitted to.

python bench/value.py [GAME ...] [--positions 40000] [--seed 1000] [--keep FOLDER]

For every mode and number of seats: positions in ten groups of equal size by the chance that V gives one seat of each,
which is drawn, with the mean chance and the mean result of a group in points of a hundred. The error in brackets counts
games and not positions, since those of one game share its result.
"""

import argparse
from pathlib import Path

import numpy as np

from parlour.bots.value import NoValue, value_of
from parlour.engine import registry
from parlour.engine.game import Game
from parlour.lab.positions import DRAWN, Positions, positions

DECILES = 10


def judged(p: np.ndarray, came: np.ndarray, games: np.ndarray) -> list[tuple[float, float, float]]:
    """For each decile: the mean chance, the mean result, and the standard error of their difference over games."""
    found = []
    for group in np.array_split(np.argsort(p, kind="stable"), DECILES):
        missed = came[group] - p[group]
        sums = np.bincount(games[group], missed - missed.mean())
        found.append((float(p[group].mean()), float(came[group].mean()), float((sums**2).sum() ** 0.5 / len(group))))
    return found


def one_seat_each(found: Positions, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The chance and the result of one seat of every position, drawn."""
    seat = np.random.default_rng(1).integers(0, p.shape[1], len(p))
    rows = np.arange(len(p))
    return p[rows, seat], found.results[rows, seat]


def measure(game: Game, place: int, seats: int, options: argparse.Namespace) -> None:
    mode, value = game.about.modes[place].name, value_of(game, game.base, place, seats)
    games = -(-options.positions // DRAWN)
    found = positions(game, mode, seats, games, seed=options.seed, keep=options.keep, minutes=options.minutes)
    chosen, came = one_seat_each(found, value.chances(found.states))
    deciles = judged(chosen, came, found.games)
    worst = max(abs(p - r) for p, r, _ in deciles)
    brier, without = float(((chosen - came) ** 2).mean()), float(came.var())
    print(
        f"{game.name}, {mode}, {seats} seats: {len(found)} positions of {games} games; "
        f"Brier {brier:.4f} (one number for all: {without:.4f}); furthest apart {100 * worst:.1f}"
    )
    print("  " + "  ".join(f"{100 * p:.0f}/{100 * r:.0f} ({100 * e:.1f})" for p, r, e in deciles), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=registry.names(shelf_only=True))
    parser.add_argument("--positions", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the games there, and go on with those")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no piece of games after so long")
    options = parser.parse_args()
    for name in options.games:
        game = registry.load(name)
        for place, seats in game.variants():
            try:
                measure(game, place, seats, options)
            except NoValue as missing:
                print(f"{name}, {game.about.modes[place].name}, {seats} seats: {missing}")


if __name__ == "__main__":
    main()
