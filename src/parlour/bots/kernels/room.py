"""The working memory of a bot, made once and used for every move."""

from typing import NamedTuple

import numpy as np

from parlour.engine.record import SEATS

# The columns of a bot's row of numbers, which is all that a kernel knows about it.
KIND, WORLDS, OVERLOOK, ITERATIONS, EXPLORE, SIEVE, CUT, PRIOR, COLUMNS = range(9)

# What KIND holds.
RANDOM, GREEDY, SEARCH = range(3)

# Positions that greedy keeps while it looks for the best end of its turn.
POOL = 256


# The deepest path from the root whose moves are remembered.
PATH = 256

# A move from a known position: how often it was tried, and what that gave to the seat that decides there; its
# mean and 1/sqrt(visits) are kept ready for choosing. It lies in its slot of a hash table, and an older stamp
# means that the slot is free.
EDGE = np.dtype(
    (
        np.record,
        [("key", "u8"), ("total", "f8"), ("expects", "f8"), ("doubt", "f8"), ("visits", "i4"), ("stamp", "i4")],
    )
)

# What `counts` holds.
STAMP, LINES, FAN, TALLIES = range(4)


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
    edges: np.ndarray  # search: EDGE, a hash table whose length is a power of two
    slots: np.ndarray  # search: the slots of the moves in `replies`
    root: np.ndarray  # search: the key of the root
    world: np.ndarray  # search: the imagined world that is being played
    trial: np.ndarray  # search: a position to try a move in
    path: np.ndarray  # search: slot and seat of each decision in the tree
    gains: np.ndarray  # search: what the end of a world is worth to each seat
    counts: np.ndarray  # search: the stamp of this search, the edges in use, the moves of the root
    pool: np.ndarray  # greedy: positions of this turn
    hopes: np.ndarray  # greedy: what each of them is worth, -1 once it was looked into
    tags: np.ndarray  # greedy: the first move that led to each of them
    ends: np.ndarray  # greedy: the best end of the turn after each first move, -1 if none was found
    ways: np.ndarray  # greedy: the best position on the way after each first move


def make_room(dtype: np.dtype, most: int, lines: int = 1) -> Room:
    """Room for a game whose legal lists have at most `most` moves, and for a tree of so many more lines."""
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
        edges=np.zeros(1 << (2 * (lines + most) - 1).bit_length(), EDGE),
        slots=np.empty(most, np.int64),
        root=np.zeros(1, np.uint64),
        world=np.zeros(1, dtype),
        trial=np.zeros(1, dtype),
        path=np.zeros((PATH, 2), np.int64),
        gains=np.zeros(SEATS, np.float64),
        counts=np.zeros(TALLIES, np.int64),
        pool=np.zeros(POOL, dtype),
        hopes=np.empty(POOL, np.float64),
        tags=np.empty(POOL, np.int64),
        ends=np.empty(most, np.float64),
        ways=np.empty(most, np.float64),
    )
