"""Fitting V (`parlour.bots.value`) to the games of a bot: the numbers that make what happened most likely.

Games are played in pieces that are kept, so that a fit that is stopped goes on where it was. A part of the games is
held back: it decides when to stop and by how much the scores are stretched, so that chances are neither too bold nor
too timid.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots import value
from parlour.bots.value import Weights
from parlour.engine import registry
from parlour.engine.encoding import Encoder
from parlour.engine.game import Game
from parlour.lab.positions import Positions, positions

# Bent sums beside the straight one; passes over the games, and positions that are looked at together.
BENT, PASSES, BATCH = 6, 40, 512
RATE, SHRINK, PATIENCE = 5e-4, 1e-2, 4
# Every so manieth game is held back.
HELD = 6
# By how much scores may be stretched, to be tried one after the other.
STRETCHES = np.linspace(0.5, 1.3, 33)

Params = dict[str, np.ndarray]


@dataclass(frozen=True)
class Rows:
    """Positions as the fit takes them: a row for every seat of each."""

    x: np.ndarray
    results: np.ndarray

    def part(self, where: np.ndarray) -> "Rows":
        return Rows(self.x[where], self.results[where])


def rows_of(encoder: Encoder, found: Positions) -> Rows:
    x = np.stack([encoder.rows(found.states, seat) for seat in range(encoder.seats)], axis=1)
    return Rows(x, found.results)


def fit(
    encoder: Encoder, found: Positions, rulings: int, seed: int = 0, first: Positions | None = None
) -> tuple[Weights, float]:
    """The numbers for one table, and the Brier score of the games that were held back.

    `first` are positions of a cheaper bot's games, to begin with: what the others hold back is not judged by them.
    """
    everything = rows_of(encoder, found)
    held = found.games % HELD == 0
    train, test = everything.part(~held), everything.part(held)
    before = rows_of(encoder, first) if first else None
    parts = [rows.x.reshape(-1, encoder.width).max(0) for rows in (everything, before) if rows]
    most = np.maximum(np.max(parts, axis=0), 1)
    shared = bool(np.allclose(found.results.sum(1), 1.0))
    draw = np.random.default_rng(seed)
    best = fresh(encoder.width, draw)
    for rows in (before, train):
        if rows:
            best = descend(best, rows, test, most, shared, draw)
    scores = scored(best, test.x, most)
    stretch = min(STRETCHES, key=lambda k: loss(scores * k, test.results, shared))
    weights = Weights(
        most,
        np.concatenate([stretch * best["line"][:, None], best["bent"]], axis=1),
        np.concatenate([stretch * best["start"], best["starts"]]),
        np.concatenate([[1.0], stretch * best["gains"]]),
        shared,
        rulings,
    )
    return weights, brier(chances(scores * stretch, shared), test.results)


def fresh(width: int, draw: np.random.Generator) -> Params:
    """Numbers to begin with, which tell nothing."""
    return {
        "line": np.zeros(width, np.float32),
        "start": np.zeros(1, np.float32),
        "bent": draw.normal(0, 0.05, (width, BENT)).astype(np.float32),
        "starts": np.zeros(BENT, np.float32),
        "gains": draw.normal(0, 0.3, BENT).astype(np.float32),
    }


def descend(
    begun: Params, train: Rows, test: Rows, most: np.ndarray, shared: bool, draw: np.random.Generator
) -> Params:
    """Passes of Adam, until the games that are held back gain no more."""
    now = {k: w.copy() for k, w in begun.items()}
    moments = {k: (np.zeros_like(w), np.zeros_like(w)) for k, w in now.items()}
    best, since, count = begun, 0, 0
    least = loss(scored(now, test.x, most), test.results, shared)
    for turn in range(PASSES):
        order = draw.permutation(len(train.x))
        for first in range(0, len(order), BATCH):
            where = np.sort(order[first : first + BATCH])
            slopes = gradients(now, train.x[where], train.results[where], most, shared)
            count += 1
            adam(now, slopes, moments, count, RATE * (1 - turn / PASSES))
        reached = loss(scored(now, test.x, most), test.results, shared)
        since += 1
        if reached < least - 1e-5:
            best, least, since = {k: w.copy() for k, w in now.items()}, reached, 0
        if since >= PATIENCE:
            break
    return best


def adam(
    now: Params, slopes: Params, moments: dict[str, tuple[np.ndarray, np.ndarray]], count: int, rate: float
) -> None:
    for k, slope in slopes.items():
        first, second = moments[k]
        first += 0.1 * (slope - first)
        second += 0.001 * (slope * slope - second)
        lift = (1 - 0.999**count) ** 0.5 / (1 - 0.9**count)
        now[k] -= rate * (lift * first / (np.sqrt(second) + 1e-8) + SHRINK * now[k])


def gradients(now: Params, x: np.ndarray, results: np.ndarray, most: np.ndarray, shared: bool) -> Params:
    """The slopes of the mean loss of some positions."""
    count, seats, width = x.shape
    flat = x.reshape(-1, width).astype(np.float32) / most.astype(np.float32)
    sums = flat @ now["bent"] + now["starts"]
    up = np.maximum(sums, 0)
    scores = (flat @ now["line"] + now["start"] + up @ now["gains"]).reshape(count, seats)
    pull = ((chances(scores, shared) - results) / count).ravel().astype(np.float32)
    back = (pull[:, None] * now["gains"]) * (sums > 0)
    return {
        "line": flat.T @ pull,
        "start": np.array([0.0 if shared else pull.sum()], np.float32),
        "bent": flat.T @ back,
        "starts": back.sum(0),
        "gains": up.T @ pull,
    }


def scored(now: Params, x: np.ndarray, most: np.ndarray) -> np.ndarray:
    """The scores of every seat in some positions."""
    found = []
    for first in range(0, len(x), BATCH):
        part = x[first : first + BATCH]
        flat = part.reshape(-1, part.shape[2]).astype(np.float32) / most.astype(np.float32)
        up = np.maximum(flat @ now["bent"] + now["starts"], 0)
        found.append((flat @ now["line"] + now["start"] + up @ now["gains"]).reshape(part.shape[:2]))
    return np.concatenate(found)


def chances(scores: np.ndarray, shared: bool) -> np.ndarray:
    if not shared:
        return np.asarray(1 / (1 + np.exp(-scores)))
    e = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True))


def loss(scores: np.ndarray, results: np.ndarray, shared: bool) -> float:
    """The mean of how surprising the results are, in nats; a shared win counts as its parts."""
    p = np.clip(chances(scores, shared), 1e-7, 1 - 1e-7)
    told = results * np.log(p) if shared else results * np.log(p) + (1 - results) * np.log(1 - p)
    return float(-told.sum(1).mean())


def brier(p: np.ndarray, results: np.ndarray) -> float:
    """The mean square by which chances missed."""
    return float(((p - results) ** 2).mean())


def fit_tables(
    name: str,
    games: int,
    *,
    first: int = 0,
    seats: int | None = None,
    mode: str | None = None,
    keep: Path | None = None,
    bot: str = "medium",
    seed: int = 0,
    minutes: float = float("inf"),
) -> Iterator[str]:
    """Fit the tables of a game one after the other, each written as soon as it is done; a line about each.

    `first` games of greedy, which are cheap, are what each fit begins with.
    """
    game: Game = registry.load(name)
    folder, rulings = keep or Path(f"{name}-games"), game.about.ruling_bits({})
    for place, count in game.variants():
        wanted = game.about.modes[place].name
        if mode not in (None, wanted) or seats not in (None, count):
            continue
        options: Any = {"seed": seed, "keep": folder, "minutes": minutes}
        begun = positions(game, wanted, count, first, bot="greedy", **options) if first else None
        found = positions(game, wanted, count, games, bot=bot, **options)
        weights, missed = fit(Encoder(game, game.base, count, all_knowing=True), found, rulings, seed, begun)
        size = value.add(game, game.base, value.name_of(game, place, count), weights)
        yield (
            f"{wanted}, {count} seats: {len(found)} positions of {games} games, Brier {missed:.4f} on those held back; "
            f"{value.FILE} has {size} bytes"
        )
