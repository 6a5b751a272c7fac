"""Positions of games between bots, with what each game came to: what values are fitted to and judged by.

From every game some positions are drawn, each as likely as any other of that game, whoever was to decide and while
chance was; the position after the last move is not among them.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine.game import Game
from parlour.engine.record import WIN
from parlour.lab.keeping import KeptGames
from parlour.lab.kernels.drawn import note_step

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
    chosen = argparse.Namespace(games=games, bot=bot, seed=seed, edition="edition", keep=keep, minutes=minutes)
    drawn: Any = type(
        "Drawn", (Drawn,), {"name": game.name, "rows": [("met", "i8"), ("drawn", game.state.dtype, DRAWN)]}
    )
    played = drawn(chosen, seats, mode).played
    counts = np.minimum(played.rows["met"], DRAWN)
    number = np.repeat(np.arange(games), counts)
    inside = np.concatenate([np.arange(c) for c in counts])
    results = played.ends["result"][:, :seats].astype(np.float32) / int(WIN)
    return Positions(played.rows["drawn"][number, inside], results[number], number)


class Drawn(KeptGames):
    """Games with some of their positions."""

    notes = (note_step,)
    totals = [("steps", "i8")]  # noqa: RUF012
