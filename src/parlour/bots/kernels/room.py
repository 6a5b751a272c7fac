"""The working memory of a bot, made once and used for every move."""

from typing import NamedTuple

import numpy as np

# The columns of a bot's row of numbers, which is all that a kernel knows about it.
KIND, ITERATIONS, WORLDS, COLUMNS = range(4)

# What KIND holds.
RANDOM, GREEDY = range(2)

# Positions that greedy keeps while it looks for the best end of its turn.
POOL = 256


class Room(NamedTuple):
    """Arrays that kernels write into; nothing in them outlives a choice."""

    hidden: np.ndarray  # one record: what the deciding seat knows
    seen: np.ndarray  # one record: what some seat knows, to be hashed
    words: np.ndarray  # the same bytes as `seen`
    rng: np.ndarray  # the bot's stream
    moves: np.ndarray  # the legal moves of the decision
    replies: np.ndarray  # the legal moves of positions looked at
    answers: np.ndarray  # the legal moves of a seat that answers at the same time
    values: np.ndarray  # what each legal move promises
    pool: np.ndarray  # greedy: positions of this turn
    hopes: np.ndarray  # greedy: what each of them is worth, -1 once it was looked into
    tags: np.ndarray  # greedy: the first move that led to each of them
    ends: np.ndarray  # greedy: the best end of the turn after each first move, -1 if none was found
    ways: np.ndarray  # greedy: the best position on the way after each first move


def make_room(dtype: np.dtype, most: int) -> Room:
    """Room for a game whose legal lists have at most `most` moves."""
    words = np.zeros(-(-dtype.itemsize // 8), np.uint64)
    seen = words.view(np.uint8)[: dtype.itemsize].view(dtype)
    return Room(
        hidden=np.zeros(1, dtype),
        seen=seen,
        words=words,
        rng=np.zeros(1, np.uint64),
        moves=np.empty(most, np.int64),
        replies=np.empty(most, np.int64),
        answers=np.empty(most, np.int64),
        values=np.empty(most, np.float64),
        pool=np.zeros(POOL, dtype),
        hopes=np.empty(POOL, np.float64),
        tags=np.empty(POOL, np.int64),
        ends=np.empty(most, np.float64),
        ways=np.empty(most, np.float64),
    )
