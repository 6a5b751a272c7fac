"""V: the chance of every seat to win, from a State with nothing hidden, by numbers that were fitted to games of bots.

    values = value_of(game, edition, mode, seats)
    values.chances(g)  # a row a State, a column a seat

`parlour bots fit GAME --value` writes the numbers into `value.npz` in the game's folder. A file speaks of one layout
of States and of one edition, whose hashes it holds; for others there is no value. At the end of a game V is its result.

The row of a State as a seat sees it (`parlour.engine.encoding`, all-knowing, so never to be shown to a seat) gives the
seat a score: a straight line through the columns and a few bent ones. Where the seats of every game share one win, the
chances are the softmax of their scores; else each seat's is the logistic function of its own.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from parlour.bots.kernels.chances import chances_of
from parlour.engine.edition import Edition
from parlour.engine.encoding import Encoder
from parlour.engine.game import Game
from parlour.engine.record import OVER, WIN

FILE = "value.npz"
MAX_BYTES = 300_000
# The largest whole number that a weight is written as.
FINEST = 127


class NoValue(ValueError):
    """There is no value for this table."""


def layout_hash(game: Game) -> str:
    """Tells apart whatever makes other rows of the same games."""
    text = repr((game.name, game.about.version, game.state.dtype.descr))
    return hashlib.sha256(text.encode()).hexdigest()


def name_of(game: Game, mode: int, seats: int) -> str:
    """What a table's numbers are filed by."""
    return f"{game.about.modes[mode].name}:{seats}"


@dataclass(frozen=True)
class Weights:
    """The numbers of one table: a row a column of the encoding; the first of `weights` is the straight one.

    Columns are divided by `most` first. `gains` is what each bent sum adds to the score.
    """

    most: np.ndarray
    weights: np.ndarray
    starts: np.ndarray
    gains: np.ndarray
    shared: bool
    rulings: int

    def packed(self, name: str) -> dict[str, np.ndarray]:
        """Small enough to be kept with a game: weights as whole numbers with a scale for each sum."""
        scale = np.maximum(np.abs(self.weights).max(0), 1e-9) / FINEST
        return {
            f"{name}/most": self.most.astype(np.uint8),
            f"{name}/weights": np.rint(self.weights / scale).astype(np.int8),
            f"{name}/scale": scale.astype(np.float32),
            f"{name}/starts": self.starts.astype(np.float32),
            f"{name}/gains": self.gains.astype(np.float32),
            f"{name}/table": np.array([self.shared, self.rulings], np.int64),
        }


def unpacked(found: Mapping[str, np.ndarray], name: str) -> Weights:
    """The numbers of a table as they were packed."""
    shared, rulings = found[f"{name}/table"].tolist()
    weights = found[f"{name}/weights"].astype(np.float32) * found[f"{name}/scale"]
    return Weights(
        found[f"{name}/most"], weights, found[f"{name}/starts"], found[f"{name}/gains"], bool(shared), rulings
    )


run: Any = chances_of


@dataclass(frozen=True, eq=False)
class Value:
    """V of one table."""

    encoder: Encoder
    weights: Weights

    @cached_property
    def numbers(self) -> tuple[Any, ...]:
        w, plan = self.weights, self.encoder
        return plan.steps, plan.tables, w.most, w.weights, w.starts, w.gains, w.shared

    def chances(self, g: np.ndarray) -> np.ndarray:
        """The chance of every seat in every State: a row a State, a column a seat."""
        seats = self.encoder.seats
        raw = np.ascontiguousarray(g).view(np.int8).reshape(len(g), self.encoder.game.state.dtype.itemsize)
        results = g["result"][:, :seats].astype(np.float64) / int(WIN)
        out = np.zeros((len(g), seats))
        run(raw, g["seat"] == OVER, results, *self.numbers, out)
        return out


def value_of(game: Game, edition: Edition, mode: int, seats: int, rulings: int | None = None) -> Value:
    """V of a table, from the file in the game's folder; NoValue if that speaks of no such table."""
    return load(game, edition, mode, seats, game.about.ruling_bits({}) if rulings is None else rulings)


def chances(game: Game, edition: Edition, g: np.ndarray) -> np.ndarray:
    """The chance of every seat to win in each of some States of one table."""
    first = g[0]
    found = value_of(game, edition, int(first["mode"]), int(first["seats"]), int(first["rulings"]))
    return found.chances(g)


@lru_cache(64)
def load(game: Game, edition: Edition, mode: int, seats: int, rulings: int) -> Value:
    name, path = name_of(game, mode, seats), game.folder / FILE
    if not path.exists():
        raise NoValue(f"{game.name} has no {FILE}: parlour bots fit {game.name} --value")
    with np.load(path, allow_pickle=False) as found:
        if str(found["layout"]) != layout_hash(game):
            raise NoValue(f"{FILE} of {game.name} is of another version of its rules: fit it again")
        if str(found["edition"]) != edition.hash:
            raise NoValue(f"{FILE} of {game.name} is of another edition than {edition.id}")
        if f"{name}/table" not in found:
            raise NoValue(f"{FILE} of {game.name} has nothing for {name}")
        weights = unpacked(found, name)
    if weights.rulings != rulings:
        raise NoValue(f"{FILE} of {game.name} was fitted with other rulings")
    encoder = Encoder(game, edition, seats, all_knowing=True)
    if len(weights.most) != encoder.width:
        raise NoValue(f"{FILE} of {game.name} has other columns than an observation: fit it again")
    return Value(encoder, weights)


def add(game: Game, edition: Edition, name: str, weights: Weights) -> int:
    """Write the numbers of one table into a game's file beside those of others; the file's size.

    Nothing is written that is larger than a game may have, and what is of another layout or edition is dropped.
    """
    path, half = game.folder / FILE, game.folder / f"half-{FILE}"
    kept: dict[str, Any] = {"layout": np.array(layout_hash(game)), "edition": np.array(edition.hash)}
    if path.exists():
        with np.load(path, allow_pickle=False) as found:
            if all(str(found[key]) == str(kept[key]) for key in ("layout", "edition")):
                kept |= {key: found[key] for key in found.files}
    kept |= weights.packed(name)
    np.savez_compressed(half, **kept)
    size = half.stat().st_size
    if size > MAX_BYTES:
        half.unlink()
        raise ValueError(f"the values of {game.name} take {size} bytes; at most {MAX_BYTES} may be kept")
    half.replace(path)
    load.cache_clear()
    return size
