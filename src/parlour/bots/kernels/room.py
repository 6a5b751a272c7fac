"""The working memory of a bot, made once and used for every move."""

from functools import cache
from typing import Any

import numpy as np

from parlour.engine.record import SEATS

# A bot in numbers, which is all that a kernel knows about it; docs/lab/bots.md says what they do.
SPEC = np.dtype(
    (
        np.record,
        [
            ("kind", "i8"),  # RANDOM, GREEDY or SEARCH
            ("worlds", "i8"),  # worlds that greedy looks at
            ("overlook", "i8"),  # moves of a hundred that greedy does not see
            ("iterations", "i8"),  # of a search that does not go by the clock
            ("explore", "i8"),  # thousandths of the spread
            ("sieve", "i8"),  # moves that a playout compares
            ("cut", "i8"),  # decisions that a playout makes; to the end of the game if negative
            ("prior", "i8"),  # tries that a heuristic counts for at the root
            ("trust", "i8"),  # and elsewhere
        ],
    )
)
# What `kind` holds.
RANDOM = 0
GREEDY = 1
SEARCH = 2

# Positions that greedy keeps while it looks for the best end of its turn.
POOL = 256


# The deepest path from the root whose moves are remembered.
PATH = 256

# A position that was met: a slot of a hash table; an older stamp means that the slot is free. Its moves lie side
# by side from `first` on, UNMET until it was met often enough. `visits` counts the choices made there and begins below
# zero; `total` is what they gave to the seat that decides there, a first guess counting as one of them.
NODE = np.dtype(
    (
        np.record,
        [("key", "u8"), ("stamp", "i4"), ("first", "i4"), ("visits", "i4"), ("tried", "i4"), ("total", "f8")],
    ),
)
UNMET = -1

# A move from a position: its place in the legal list, and the heuristic: how much worse it looks than the best. The
# moves that were tried come first, then the one that looks best of the others.
MOVE = np.dtype((np.record, [("place", "i8"), ("heuristic", "f8")]))

# A move that was tried, beside its place and heuristic: how often, and what that gave to the seat that decides there.
# Its expected value is `expects` plus `lean` times the mean of its position; `doubt` is one over the square root of all
# that is known about it. The three are kept ready for choosing.
EDGE = np.dtype(
    (
        np.record,
        [("visits", "i8"), ("total", "f8"), ("expects", "f8"), ("lean", "f8"), ("doubt", "f8")],
    ),
)

# Words that are hashed side by side.
WORDS = 4

# The most positions that a tree can hold, and twice as many moves. What a search does not use costs nothing: it is
# never touched. In a page all memory counts, and nobody searches for minutes there.
HERE, PAGE = 1 << 20, 1 << 16


@cache
def room_type(state: np.dtype, most: int, tree: int = HERE) -> np.dtype:
    """One record of everything that kernels write into; nothing in it but the stamp outlives a choice.

    It is one record and not many arrays, because to hand on an array costs more than a move of a small game.
    """
    words = WORDS * -(-state.itemsize // (8 * WORDS))
    fields: list[tuple[str, Any, Any]] = [
        ("stamp", "i8", ()),  # search: its number; slots with another one are free
        ("slots", "i8", ()),  # search: slots of the hash table that may be used
        ("node_count", "i8", ()),  # search: positions with moves
        ("edge_count", "i8", ()),  # search: their moves
        ("root", "i8", ()),  # search: the slot of the position that is decided
        ("fan", "i8", ()),  # how many legal moves the decision has
        ("world_count", "f8", ()),  # search: worlds played so far
        ("gain_sum", "f8", ()),  # search: the sum of what they gave to the seat that searches
        ("gain_squares", "f8", ()),  # search: the sum of the squares of that
        ("spread", "f8", ()),  # search: how far apart they lie, which is the measure of exploring
        ("rng", "u8", 1),  # the bot's stream
        ("moves", "i8", most),  # the legal moves of the decision
        ("replies", "i8", most),  # the legal moves of positions looked at
        ("answers", "i8", most),  # the legal moves of a seat that answers at the same time
        ("values", "f8", most),  # the value of each legal move
        ("hidden", state, 1),  # what the deciding seat knows
        ("words", "u8", words),  # what some seat knows, to be hashed; the same bytes as `seen`
        ("world", state, 1),  # search: the imagined world that is being played
        ("trial", state, 1),  # search: a position to try a move in
        ("path", "i8", (PATH, 3)),  # search: position, move and seat of each decision in the tree
        ("gains", "f8", SEATS),  # search: what the end of a world is worth to each seat
        ("worths", "f8", POOL),  # greedy: the worth of each position of the pool, -1 once it was expanded
        ("tags", "i8", POOL),  # greedy: the first move that led to each of them
        ("ends", "f8", most),  # greedy: the best end of the turn after each first move, -1 if none was found
        ("ways", "f8", most),  # greedy: the best position on the way after each first move
        ("pool", state, POOL),  # greedy: positions of this turn
        ("options", MOVE, 2 * tree),  # search: the moves of positions, the root's first
        ("edges", EDGE, 2 * tree),  # search: what trying them gave
        ("nodes", NODE, tree),  # search: a hash table of positions
    ]
    offsets, end = {}, 0
    for name, kind, shape in fields:
        offsets[name] = end
        end += -(-np.dtype((kind, shape)).itemsize // 8) * 8
    fields.append(("seen", state, 1))
    offsets["seen"] = offsets["words"]
    return np.dtype(
        (
            np.record,
            {
                "names": [name for name, _, _ in fields],
                "formats": [(kind, shape) for _, kind, shape in fields],
                "offsets": [offsets[name] for name, _, _ in fields],
                "itemsize": end,
            },
        )
    )


def make_room(state: np.dtype, most: int) -> np.ndarray:
    """Working memory for a game whose legal lists have at most `most` moves; a kernel needs `fit_tree` first."""
    return np.zeros(1, room_type(state, most))


def fit_tree(room: np.ndarray, nodes: int) -> None:
    """Let a tree of so many positions grow: a table no larger than that stays in the CPU cache."""
    most = room.dtype["nodes"].shape[0]
    room["slots"][0] = min(most, 1 << (2 * nodes - 1).bit_length())
