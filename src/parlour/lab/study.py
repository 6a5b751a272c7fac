"""A study: many games between bots, described by names, and the same as the kernels take it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from parlour.bots.policy import Policy
from parlour.bots.spec import Spec, read_spec
from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.kernels import RUN
from parlour.engine.record import NONE


@dataclass(frozen=True)
class Variant:
    """What is played: a game, its edition, and how many sit at the table."""

    game: Game
    edition: Edition
    seats: int
    mode: int
    rulings: int

    def run(self, seed: int, index: int, games: int) -> np.ndarray:
        """Games of a seed as the kernels take them, from number `index` on: an array of one record."""
        return np.array([(self.seats, self.mode, self.rulings, NONE, seed % 2**64, index, games)], RUN)


@dataclass(frozen=True)
class Study:
    """What is played by whom, how often and with which chance; `threads` changes nothing but the time that it takes.

    Without `seats` there is one for each bot if the mode allows that, else as few as it allows. Games are numbered from
    `first_index` on; a game's number and the seed decide what happens in it.
    """

    game: str
    bots: tuple[str | Policy, ...]
    games: int
    seed: int = 0
    seats: int | None = None
    mode: str | None = None
    edition: str | Path | Edition | None = None
    rulings: Mapping[str, bool] = field(default_factory=dict)
    threads: int = 1
    first_index: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """What the bots are called in reports."""
        return tuple(spec.name for spec in self.specs)

    @cached_property
    def specs(self) -> list[Spec]:
        return [read_spec(name) for name in self.bots]

    @cached_property
    def variant(self) -> Variant:
        """The game and the numbers that the names stand for; refuses what does not fit together."""
        game: Game = registry.load(self.game)
        place, mode = game.about.mode(self.mode)
        bots = len(self.bots)
        seats = self.seats or (bots if bots in mode.seats else mode.seats[0])
        game.about.check_seats(mode, seats)
        edition = self.edition if isinstance(self.edition, Edition) else game.edition(self.edition or "edition")
        return Variant(game, edition, seats, place, game.about.ruling_bits(dict(self.rulings)))
