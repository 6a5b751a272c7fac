"""What is played: a game, its edition, its mode and its seats, as every environment takes it."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.encoding import Encoder
from parlour.engine.game import Game
from parlour.engine.record import NONE, WIN
from parlour.research.actions import Actions
from parlour.research.kernels import PLAN

REWARDS = ("win", "points")


class Table:
    """A game as it is played in an environment: the same names and defaults everywhere."""

    def __init__(
        self,
        game: str | Game,
        *,
        mode: str | None = None,
        seats: int | None = None,
        edition: str | Path | Edition | None = None,
        rulings: Mapping[str, bool] | None = None,
        rewards: str = "win",
    ) -> None:
        self.game: Game = registry.load(game) if isinstance(game, str) else game
        place, chosen = self.game.about.mode(mode)
        self.mode: int = place
        self.seats = seats or chosen.seats[0]
        self.game.about.check_seats(chosen, self.seats)
        self.edition = edition if isinstance(edition, Edition) else self.game.edition(edition or "edition")
        self.rulings = self.game.about.ruling_bits(dict(rulings or {}))
        if rewards not in REWARDS:
            raise ValueError(f"rewards are {' or '.join(REWARDS)}, not {rewards!r}")
        self.rewards = rewards

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.game.about.modes[self.mode].name}, {self.seats} seats>"

    @cached_property
    def actions(self) -> Actions:
        return Actions(self.game)

    @cached_property
    def encoder(self) -> Encoder:
        """Rows of hidden records: what a seat may be given."""
        return Encoder(self.game, self.edition, self.seats)

    @cached_property
    def critic(self) -> Encoder:
        """Rows of true States, for critics: never to be given to a seat."""
        return Encoder(self.game, self.edition, self.seats, all_knowing=True)

    def plan(self, seed: int, games: int, *, chance: bool, forced: bool, again: bool) -> np.ndarray:
        """The same for the kernels: an array of one record."""
        points = self.rewards == "points"
        row: Any = (self.seats, self.mode, self.rulings, NONE, seed % 2**64, games, chance, forced, again, points)
        return np.array([row], PLAN)

    def reward_of(self, g: np.ndarray) -> list[float]:
        """What every seat gets for a State that is over."""
        if self.rewards == "points":
            return [float(p) for p in g["points"][0][: self.seats]]
        return [2.0 * int(r) / int(WIN) - 1.0 for r in g["result"][0][: self.seats]]

    def new(self) -> np.ndarray:
        """A State before its first move."""
        return self.game.new(self.edition, self.seats, self.mode, self.rulings)
