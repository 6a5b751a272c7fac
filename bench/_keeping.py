"""Games between bots in pieces, so that a long measurement can be made in several sittings.

With --keep FOLDER every finished piece is kept there: who stops goes on later, and two reports on the same games play
them once. With --minutes N no piece is begun after so long.
"""

import argparse
import time
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from parlour.bots.bot import read_spec, room_of
from parlour.engine import registry
from parlour.engine.record import NONE

Shapes = dict[str, tuple[int, ...]]
PIECE = 250
START = time.monotonic()


def options(text: str | None, games: int, seats: list[int]) -> argparse.ArgumentParser:
    """The options of every study of balance."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=games, help=f"for each table; {games:,} unless told")
    parser.add_argument("--seats", type=int, nargs="+", default=seats)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--edition", default="edition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep the games there, and go on with those that are"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no piece of games after so long")
    return parser


class Games:
    """Games of one table: played in pieces by a game's own kernel, kept in a folder, and put together.

    The kernel `keep_games` plays game number `first` and those after it, one for each of `ends`. Behind `ends` it gets
    an array with a row for each game for every one of `rows`, and one for each of `totals`, which pieces add up.
    """

    name = ""
    kernels: tuple[Any, ...] = ()
    rows: ClassVar[Shapes] = {}
    totals: ClassVar[Shapes] = {}

    def __init__(
        self, chosen: argparse.Namespace, seats: int, mode: str | None = None, count: int | None = None
    ) -> None:
        self.game = registry.load(self.name)
        self.edition = self.game.edition(chosen.edition)
        self.chosen, self.seats, self.count = chosen, seats, count or chosen.games
        self.mode = self.game.about.mode(mode)[1].name
        self.spec = read_spec(chosen.bot)

    def __str__(self) -> str:
        return f"{self.mode}, {self.seats} seats, {self.chosen.bot}, {self.count} games, seed {self.chosen.seed}"

    @cached_property
    def played(self) -> dict[str, np.ndarray]:
        """The last States, the rows and the totals of all games."""
        pieces = [self.piece(first) for first in range(0, self.count, PIECE)]
        rows = {k: np.concatenate([p[k] for p in pieces]) for k in ("ends", *self.rows)}
        return rows | {k: np.sum([p[k] for p in pieces], axis=0) for k in self.totals}

    @cached_property
    def kernel(self) -> Any:
        return self.game.specialised(self.kernels).keep_games

    def piece(self, first: int) -> dict[str, np.ndarray]:
        """A piece that was kept, or one that is played now and kept."""
        games = min(PIECE, self.count - first)
        kept = self.chosen.keep / self.file(first, games) if self.chosen.keep else None
        if kept and kept.exists():
            return dict(np.load(kept))
        if time.monotonic() > START + 60 * self.chosen.minutes:
            raise SystemExit(f"{first} of {self}: stopped for now")
        piece = self.play(first, games)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            np.savez_compressed(kept, **piece)
        return piece

    def file(self, first: int, games: int) -> str:
        """A name that tells apart whatever may differ: what else changes needs a folder of its own."""
        version = f"{self.name}-{self.game.about.version}-{self.edition.hash[:8]}"
        bot = "".join(c if c.isalnum() else "_" for c in self.chosen.bot)
        return f"{version}-{self.mode}-{self.seats}-{bot}-{self.chosen.seed}-{first}-{games}.npz"

    def play(self, first: int, games: int) -> dict[str, np.ndarray]:
        piece = {"ends": self.game.state.new(games)}
        piece |= {k: np.zeros((games, *shape), np.int64) for k, shape in self.rows.items()}
        piece |= {k: np.zeros(shape, np.int64) for k, shape in self.totals.items()}
        bits = self.game.about.ruling_bits({})
        table = np.array([self.seats, self.game.about.mode(self.mode)[0], bits, NONE], np.int64)
        room, seed = room_of(self.game, self.spec), np.uint64(self.chosen.seed)
        self.kernel(self.edition.record, table, self.spec.row, seed, np.int64(first), room, *piece.values())
        return piece
