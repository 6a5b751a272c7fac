"""Policies: a Python function that sits wherever a bot's name does, and gets what its seat knows and nothing else.

    def careful(seen: Seen) -> int:
        return min(seen.moves)

It returns one of the legal moves. Anything that a module defines can be sent to workers; a lambda cannot.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from parlour.engine.edition import Edition
from parlour.engine.encoding import Encoder
from parlour.engine.game import Game


class BadPolicy(ValueError):
    """A policy that returned no legal move."""


@lru_cache(64)
def encoder_for(game: Game, edition: Edition, seats: int) -> Encoder:
    """The encoder of a table, made once."""
    return Encoder(game, edition, seats)


@dataclass(frozen=True, eq=False)
class Seen:
    """What a seat knows when it has to decide. `key` is for draws of its own: the same in the same game."""

    game: Game
    edition: Edition
    hidden: np.ndarray
    moves: tuple[int, ...]
    seat: int
    key: int

    @property
    def observation(self) -> np.ndarray:
        """The same as a row of numbers, as environments give it."""
        encoder = encoder_for(self.game, self.edition, int(self.hidden["seats"][0]))
        row: np.ndarray = encoder.rows(self.hidden, self.seat)[0]
        return row

    @property
    def mask(self) -> np.ndarray:
        """1 for every action that is legal; an action is a move's place in the table."""
        found = np.zeros(self.game.moves.of_players, np.int8)
        found[[self.game.moves.index(m) for m in self.moves]] = 1
        return found

    def move(self, action: int) -> int:
        """The move of an action."""
        return self.game.moves.every()[action]

    def text(self, move: int) -> str:
        return self.game.moves.text(move)


Policy = Callable[[Seen], int]


def ask(policy: Policy, seen: Seen) -> int:
    """What a policy plays, if it is legal."""
    chosen = policy(seen)
    if isinstance(chosen, bool) or not isinstance(chosen, (int, np.integer)) or int(chosen) not in seen.moves:
        raise BadPolicy(f"{name_of(policy)} returned {chosen!r:.60}, which is none of its legal moves")
    return int(chosen)


def name_of(policy: Policy) -> str:
    """What a policy is called in reports."""
    return str(getattr(policy, "__name__", type(policy).__name__))
