"""Positions of games between bots, with what each game came to: what values are fitted to and judged by.

From every game some positions are drawn, each as likely as any other of that game, whoever was to decide and while
chance was; the position after the last move is not among them.
"""

import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from parlour.bots.bot import kernels_of
from parlour.engine.game import Game
from parlour.engine.kernels import END
from parlour.engine.record import WIN
from parlour.lab.kernels import games as loops
from parlour.lab.kernels import quiet
from parlour.lab.kernels.drawn import note_step
from parlour.lab.playing import play_noted
from parlour.lab.study import Study

# Games that are kept in one file.
PIECE = 250
START = time.monotonic()
# Positions of a game.
DRAWN = 8


@dataclass(frozen=True)
class Positions:
    """States, and for each what its game gave every seat as a share of a win."""

    states: np.ndarray
    results: np.ndarray
    games: np.ndarray

    def __len__(self) -> int:
        return len(self.states)


def positions(
    game: Game,
    mode: str,
    seats: int,
    games: int,
    *,
    bot: str = "medium",
    seed: int = 0,
    keep: Path | None = None,
    minutes: float = float("inf"),
) -> Positions:
    """Positions of so many games of one table; pieces that are in the folder `keep` are not played again."""
    study = Study(game.name, (bot,), games, seed, seats, mode)
    pieces = []
    for first in range(0, games, PIECE):
        file = keep / file_of(study, mode, first) if keep else None
        if not (file and file.exists()) and time.monotonic() > START + 60 * minutes:
            raise SystemExit(f"{first} games of {mode}, {seats} seats, {bot}: stopped for now")
        pieces.append(piece_of(study, first, file))
    rows, result = (np.concatenate(part) for part in zip(*pieces, strict=True))
    counts = np.minimum(rows["met"], DRAWN)
    number = np.repeat(np.arange(games), counts)
    inside = np.concatenate([np.arange(c) for c in counts])
    results = result[:, :seats].astype(np.float32) / int(WIN)
    return Positions(rows["drawn"][number, inside], results[number], number)


def file_of(study: Study, mode: str, first: int) -> str:
    """A name that tells apart whatever may differ: what else changes needs a folder of its own."""
    game, (bot,) = study.variant.game, study.names
    count = min(PIECE, study.games - first)
    plain = "".join(c if c.isalnum() else "_" for c in bot)
    about = f"{game.name}-{game.about.version}-{study.variant.edition.hash[:8]}-{mode}-{study.variant.seats}"
    return f"{about}-{plain}-{study.seed}-{first}-{count}.npz"


def piece_of(study: Study, first: int, file: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """A piece that was kept, or one that is played now and kept: rows with positions, and results."""
    game, count = study.variant.game, min(PIECE, study.games - first)
    rows = np.zeros(count, np.dtype((np.record, [("met", "i8"), ("drawn", game.state.dtype, DRAWN)])))
    if file and file.exists():
        with np.load(file) as found:
            return found["rows"].view(rows.dtype), found["result"]
    ends, book = np.zeros(count, END), np.zeros(1, np.dtype((np.record, [("steps", "i8")])))
    play_noted(drawing_kernels_of(game), study.variant, study.seed, first, study.specs, ends, book, rows)
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(file, rows=rows, result=ends["result"])
    return rows, ends["result"]


@cache
def drawing_kernels_of(game: Game) -> SimpleNamespace:
    """The loop of games with what draws positions in it."""
    return game.specialised((*quiet.KERNELS, note_step, *loops.KERNELS), **vars(kernels_of(game)))
