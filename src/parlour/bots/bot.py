"""A bot: it gets what its seat knows and the legal moves, and chooses one."""

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import numpy as np

from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.room import COLUMNS, GREEDY, KIND, RANDOM, WORLDS, Room, make_room
from parlour.engine.edition import Edition
from parlour.engine.game import Game

WORLDS_OF_GREEDY = 8


@dataclass(frozen=True)
class Spec:
    """What a bot's name says."""

    name: str
    kind: int
    worlds: int = 0

    @property
    def row(self) -> np.ndarray:
        """The numbers that the kernels read."""
        row = np.zeros(COLUMNS, np.int64)
        row[KIND], row[WORLDS] = self.kind, self.worlds
        return row


def read_spec(name: str) -> Spec:
    """The bot that a name stands for."""
    if name == "random":
        return Spec(name, RANDOM)
    if name == "greedy":
        return Spec(name, GREEDY, WORLDS_OF_GREEDY)
    raise ValueError(f"there is no bot {name!r}; there are random and greedy")


@cache
def kernels_of(game: Game) -> SimpleNamespace:
    """The bots' kernels with one game's rules in them."""
    return game.specialised(KERNELS)


def room_of(game: Game) -> Room:
    """Fresh working memory for one thread."""
    return make_room(game.state.dtype, game.most)


class Bot:
    """A player made of a spec and a seed: what it knows decides what it does, whatever happened before."""

    def __init__(self, spec: Spec, game: Game, seed: int) -> None:
        self.spec, self.game = spec, game
        self.key = np.uint64(seed % 2**64)
        self.kernels = kernels_of(game)
        self.room = room_of(game)
        self.row = spec.row

    def __repr__(self) -> str:
        return f"<Bot {self.spec.name} for {self.game.name}>"

    def choose(self, edition: Edition, hidden: np.ndarray, moves: list[int], seat: int) -> int:
        """One of the legal moves of a seat, from the seat's hidden record and nothing else."""
        if len(moves) == 1:
            return moves[0]
        self.room.hidden[0] = hidden[0]
        return int(self.kernels.choose_move(edition.record, np.int64(seat), self.row, self.key, self.room))
