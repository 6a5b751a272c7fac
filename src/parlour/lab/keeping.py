"""Games that a study looks at step by step, played in pieces, so that a long one can be stopped and continued.

With --keep FOLDER every finished piece is kept there: who stops goes on later, and two reports on the same games play
them once. With --minutes N no piece is begun after so long.
"""

import argparse
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from parlour.bots.bot import kernels_of, room_of
from parlour.lab.kernels import kept as loops
from parlour.lab.study import Study

PIECE = 250
START = time.monotonic()

# What a study counts, as the fields of a record.
Fields = list[tuple[str, str] | tuple[str, str, tuple[int, ...]]]


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


def record_type(fields: Fields) -> np.dtype:
    """The record that a study counts in."""
    return np.dtype((np.record, fields))


class NotedGames(NamedTuple):
    """Games that were played: the last State and the study's record of each, and its one record of all of them."""

    ends: np.ndarray
    rows: np.ndarray
    totals: np.ndarray


class KeptGames:
    """Games of one table, played in pieces with a study's functions in the loop, kept in a folder, and put together.

    `notes` are the study's functions: `note_step`, and if need be `note_outcome`, `is_drawn` and what they call, which
    comes first (see `keep_games`). They write into a record a game (`rows`) and one for all games (`totals`).
    """

    name = ""
    notes: tuple[Callable[..., Any], ...] = ()
    rows: ClassVar[Fields] = []
    totals: ClassVar[Fields] = []

    def __init__(
        self,
        chosen: argparse.Namespace,
        seats: int,
        mode: str | None = None,
        count: int | None = None,
        rulings: Mapping[str, bool] | None = None,
    ) -> None:
        games = count or chosen.games
        self.chosen = chosen
        self.study = Study(self.name, (chosen.bot,), games, chosen.seed, seats, mode, chosen.edition, rulings or {})
        self.seats, self.count, self.edition = seats, games, self.study.variant.edition

    def __str__(self) -> str:
        return f"{self.mode}, {self.seats} seats, {self.chosen.bot}, {self.count} games, seed {self.chosen.seed}"

    @property
    def mode(self) -> str:
        variant = self.study.variant
        return variant.game.about.modes[variant.mode].name

    @cached_property
    def played(self) -> NotedGames:
        """All games."""
        pieces = [self.piece(first) for first in range(0, self.count, PIECE)]
        totals = np.zeros(1, record_type(self.totals))
        for name in totals.dtype.names or ():
            totals[name] = sum(piece.totals[name] for piece in pieces)
        return NotedGames(np.concatenate([p.ends for p in pieces]), np.concatenate([p.rows for p in pieces]), totals)

    @cached_property
    def kernel(self) -> Any:
        game = self.study.variant.game
        own = {note.__name__ for note in self.notes}
        defaults = tuple(d for d in (loops.is_drawn, loops.note_outcome) if d.__name__ not in own)
        return game.specialised((*defaults, *self.notes, loops.keep_games), **vars(kernels_of(game))).keep_games

    def piece(self, first: int) -> NotedGames:
        """A piece that was kept, or one that is played now and kept."""
        games = min(PIECE, self.count - first)
        kept = self.chosen.keep / self.file(first, games) if self.chosen.keep else None
        if kept and kept.exists():
            with np.load(kept) as found:
                return NotedGames(**{k: found[k].view(dtype) for k, dtype in self.types.items()})
        if time.monotonic() > START + 60 * self.chosen.minutes:
            raise SystemExit(f"{first} of {self}: stopped for now")
        piece = self.play(first, games)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            np.savez_compressed(kept, ends=piece.ends, rows=piece.rows, totals=piece.totals)
        return piece

    @property
    def types(self) -> dict[str, np.dtype]:
        state: np.dtype = self.study.variant.game.state.dtype
        return {"ends": state, "rows": record_type(self.rows), "totals": record_type(self.totals)}

    def file(self, first: int, games: int) -> str:
        """A name that tells apart whatever may differ: what else changes needs a folder of its own."""
        about, switched = (
            self.study.variant.game.about,
            "".join(f"-{r}" for r, on in sorted(self.study.rulings.items()) if on),
        )
        version = f"{self.name}-{about.version}-{self.edition.hash[:8]}{switched}"
        bot = "".join(c if c.isalnum() else "_" for c in self.chosen.bot)
        return f"{version}-{self.mode}-{self.seats}-{bot}-{self.chosen.seed}-{first}-{games}.npz"

    def play(self, first: int, games: int) -> NotedGames:
        variant, spec = self.study.variant, self.study.specs[0]
        piece = NotedGames(*(np.zeros(1 if k == "totals" else games, dtype) for k, dtype in self.types.items()))
        run, room = variant.run(self.study.seed, first, games), room_of(variant.game, spec)
        self.kernel(variant.edition.record, run, spec.record, room, *piece)
        return piece
