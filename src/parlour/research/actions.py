"""Actions: every move of a game as a dense number, players' moves first; chance has numbers of its own.

Both tables follow from the kinds of moves in the game's `moves.py`, so they change only with its version.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from parlour.engine.game import Game


@dataclass(frozen=True)
class Actions:
    """The numbers of a game's moves."""

    game: Game

    @property
    def size(self) -> int:
        """How many actions players have."""
        return self.game.moves.of_players

    @property
    def chance_size(self) -> int:
        """How many outcomes chance has, numbered from 0 as well."""
        return self.game.moves.size - self.size

    @cached_property
    def table(self) -> np.ndarray:
        """The move of every number; those of chance come after those of players."""
        return np.array(self.game.moves.every(), np.int64)

    @cached_property
    def bases(self) -> np.ndarray:
        """A row a kind of move: its first number, then the sizes of its second and third argument, or 0."""
        found = np.zeros((len(self.game.moves.kinds), 3), np.int64)
        place = 0
        for row, kind in zip(found, self.game.moves.kinds, strict=True):
            sizes = [arg.count for arg in kind.args]
            row[:] = (place, *[*sizes[1:], 0, 0][:2])
            place += kind.size
        return found

    def move(self, action: int) -> int:
        """The move of a player's action."""
        return int(self.table[action])

    def number(self, move: int) -> int:
        """The action of a player's move, or the outcome of a move of chance."""
        place = self.game.moves.index(move)
        return place if place < self.size else place - self.size

    def outcome(self, number: int) -> int:
        """The move of an outcome of chance."""
        return int(self.table[self.size + number])

    def names(self) -> list[str]:
        """Every action as text, such as `catch h1 s2`."""
        return [self.game.moves.text(int(m)) for m in self.table[: self.size]]
