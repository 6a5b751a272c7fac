"""Games between random bots alone: a loop that no other bot is compiled for."""

import numpy as np

from parlour.engine import kernels as engine
from parlour.engine.chance import below, start_stream
from parlour.engine.jit import rule, thorough
from parlour.engine.record import OVER, SEATS

# Stand-ins for what a kernel gets when it is specialised.
legal = begin = step = engine.legal
MOST = 1
G_TYPE = np.dtype("i1")

# What came of a game.
END = np.dtype(
    (
        np.record,
        [
            ("plies", "i4"),
            ("first", "i1"),  # the seat that moved first; NONE where the game has none
            ("result", "i1", (SEATS,)),
            ("points", "i2", (SEATS,)),
        ],
    )
)


@rule
def note_end(g, end):
    """Write down what came of a game that is over."""
    end.plies = g.ply
    end.first = g.first
    for s in range(g.seats):
        end.result[s] = g.result[s]
        end.points[s] = g.points[s]


@thorough
def play_random_games(edition, runs, ends):
    """Play a game for each of `ends` between random bots alone; compiles no other bot."""
    e = edition[0]
    run = runs[0]
    # A record does not keep its array alive: it is read from the array again for every game.
    states = np.zeros(1, G_TYPE)
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(ends)):
        g = states[0]
        start_stream(rng, run.seed, run.index + i)
        begin(e, g, run.seats, run.mode, run.rulings, run.first)
        while g.seat != OVER:
            step(e, g, moves[below(rng, legal(e, g, moves))])
        note_end(states[0], ends[i])


KERNELS = (engine.begin, engine.step, play_random_games)
