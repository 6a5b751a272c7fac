"""What the moves of a game are about, for studies: families of things, named by the edition.

A game's `things.py` gives THINGS, its families, and `thing(e, g, m)`, compiled: the number of the thing that a move of
`g` is about, two of them put together by `both`, or NONE. Numbers run through the families in their order.

It may give WAYS, too, families of what a seat can end a game with, and `ways(e, g, seat, out)`, compiled: it writes
their numbers for a seat into `out`, MOST_WAYS at most, and returns how many. They are counted at the end of a game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE

# Where the second of two things begins in their number.
SHIFT = np.int64(20)
FIRST = np.int64((1 << 20) - 1)
# How many ways one seat may end a game with.
MOST_WAYS = 16


@dataclass(frozen=True)
class Family:
    """One family: its name, how many things there is room for, and what an edition's content calls them."""

    name: str
    room: int
    names: Callable[[Any], Sequence[str]]


def starts(families: Sequence[Family]) -> tuple[np.int64, ...]:
    """The number of the first thing of every family, and after them how many there are in all."""
    return tuple(np.int64(sum(f.room for f in families[:i])) for i in range(len(families) + 1))


@rule
def both(a: Any, b: Any) -> Any:
    """Two things that one move is about; NONE stands for none of them."""
    if a == NONE:
        return np.int64(b)
    return np.int64(a) | ((np.int64(b) + 1) << SHIFT)


@rule
def first_thing(t: Any) -> Any:
    """The first of the things that a move is about, or NONE."""
    return t if t == NONE else t & FIRST


@rule
def second_thing(t: Any) -> Any:
    """The second one, or NONE."""
    return NONE if t == NONE else (t >> SHIFT) - 1


@rule
def no_thing(e: Any, g: Any, m: Any) -> Any:
    """What a game says that has no `things.py`."""
    return NONE


@rule
def no_ways(e: Any, g: Any, seat: Any, out: Any) -> Any:
    """What a game says that has no WAYS."""
    return np.int64(0)
