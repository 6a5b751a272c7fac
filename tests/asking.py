"""Every rule that may be asked, with arguments that fit.

Interpreted, a rule is asked on arrays that refuse an index below zero.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from parlour.engine.asking import MOVE, Askable, plain_answer
from parlour.engine.game import Game
from parlour.engine.jit import CONFIG
from parlour.engine.record import CHANCE

# With how many arguments a rule is asked in each position.
TRIED = 6


class StrictArray(np.ndarray):
    """An array without Python's indices from the end: HIDDEN would be one of them."""

    def __getitem__(self, index: Any) -> Any:
        refuse_below_zero(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        refuse_below_zero(index)
        super().__setitem__(index, value)


def refuse_below_zero(index: Any) -> None:
    for part in index if isinstance(index, tuple) else (index,):
        if not isinstance(part, slice) and part < 0:
            raise IndexError(f"an array has the index {part}")


class Strict:
    """A record whose fields are such arrays."""

    def __init__(self, record: Any) -> None:
        self.__dict__["record"] = record

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.record, name)
        return found.view(StrictArray) if isinstance(found, np.ndarray) else found

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.record, name, value)


def arguments_of(asked: Askable, legal: list[int], pick: random.Random) -> list[tuple[int, ...]]:
    """Some arguments that a rule can have where these are a player's legal moves."""
    every = list(product(*(legal if count == MOVE else range(count) for count in asked.arguments)))
    return pick.sample(every, min(len(every), TRIED))


def answer(asked: Askable, e: np.ndarray, g: np.ndarray, arguments: tuple[int, ...]) -> Any:
    """What a rule says of a record."""
    if CONFIG.DISABLE_JIT:
        return plain_answer(asked.rule(Strict(e[0]), Strict(g.copy()[0]), *arguments))
    return plain_answer(asked.kernel(e, g, *arguments))


def answers(game: Game, e: np.ndarray, g: np.ndarray, h: np.ndarray, pick: random.Random) -> Iterator[Any]:
    """What each rule says of a hidden record of a State, for some arguments."""
    legal = [] if g["seat"][0] <= CHANCE else game.legal(game.base, g)
    for asked in game.askable:
        for arguments in arguments_of(asked, legal, pick):
            yield asked.rule.__name__, arguments, answer(asked, e, h, arguments)
