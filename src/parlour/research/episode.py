"""Episode: one game that is stepped by hand. Every environment of one game is a thin coat round it."""

from typing import Any

import numpy as np

from parlour.engine import chance as draws
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, OVER, copied
from parlour.research.table import Table

below: Any = draws.below


class Episode:
    """A State, the stream of its chance, and what may be asked of it. Chance plays by itself unless it is stepped."""

    def __init__(self, table: Table, seed: int = 0, index: int = 0, *, chance: str = "inside") -> None:
        self.table, self.chance = table, chance
        self.g = table.new()
        self.rng = stream(seed, index)
        self.moves: list[int] = []
        self.illegal: int | None = None
        self.settle()

    def __copy__(self) -> "Episode":
        twin: Episode = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.g, twin.rng, twin.moves = copied(self.g), self.rng.copy(), list(self.moves)
        return twin

    def __deepcopy__(self, memo: Any) -> "Episode":
        # Tables, editions and games never change.
        return self.__copy__()

    @property
    def actor(self) -> int:
        """Who decides: a seat, -1 for chance, -2 if it is over."""
        return int(OVER) if self.illegal is not None else int(self.g["seat"][0])

    @property
    def is_over(self) -> bool:
        return self.actor == OVER

    def legal(self) -> list[int]:
        """The actions of whoever decides, or the outcomes of chance."""
        if self.is_over:
            return []
        table = self.table
        return [table.actions.number(m) for m in table.game.legal(table.edition, self.g)]

    def mask(self) -> np.ndarray:
        """1 for every action that whoever decides may choose."""
        found = np.zeros(self.table.actions.size, np.int8)
        if self.actor >= 0:
            found[self.legal()] = 1
        return found

    def hidden(self, seat: int) -> np.ndarray:
        """What a seat knows, as a record."""
        return self.table.game.hide(self.table.edition, self.g, seat)

    def observe(self, seat: int) -> np.ndarray:
        """What a seat knows, as a row."""
        row: np.ndarray = self.table.encoder.rows(self.hidden(seat), seat)[0]
        return row

    def play(self, action: int) -> bool:
        """Play a player's action and let chance play on; whether it was legal. If not, the game ends."""
        move = self.table.actions.move(action) if 0 <= action < self.table.actions.size else -1
        if self.actor < 0 or move not in self.table.game.legal(self.table.edition, self.g):
            self.illegal = self.actor
            return False
        self.add(move)
        self.settle()
        return True

    def play_outcome(self, number: int) -> None:
        """Play an outcome of chance; for whoever steps chance."""
        move = self.table.actions.outcome(number)
        if self.actor != CHANCE or move not in self.table.game.legal(self.table.edition, self.g):
            raise ValueError(f"{number} is no outcome of chance now")
        self.add(move)
        self.settle()

    def settle(self) -> None:
        if self.chance != "inside":
            return
        while self.g["seat"][0] == CHANCE:
            legal = self.table.game.legal(self.table.edition, self.g)
            self.add(legal[int(below(self.rng, len(legal)))])

    def add(self, move: int) -> None:
        self.table.game.kernels.play_move(self.table.edition.record, self.g, move)
        self.moves.append(move)

    def rewards(self) -> list[float]:
        """What every seat gets at the end: whoever chose an illegal action loses a point, and nobody gets anything."""
        if self.illegal is not None:
            return [-1.0 if seat == self.illegal else 0.0 for seat in range(self.table.seats)]
        return self.table.reward_of(self.g)
