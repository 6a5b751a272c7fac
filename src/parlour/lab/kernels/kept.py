"""Games of one bot in all seats, for studies with functions of their own.

These loops are compiled around bots that were specialised before, so their cache has to know the bots' sources: that is
why `stand_in` is imported from the package, which imports all of them.
"""

import numpy as np

from parlour.bots.kernels import stand_in
from parlour.engine.chance import start_stream
from parlour.engine.record import CHANCE, OVER
from parlour.lab.kernels.games import bot_key

# Stand-ins for what a kernel gets when it is specialised.
hide = begin = step = random_move = chosen_move = note_step = stand_in


def keep_games(edition, runs, specs, working, ends, rows, totals):
    """Play a game for each of the States in `ends`, all seats by one bot, and let a study look at every step.

    The study writes into the game's record in `rows` and into the one record of `totals`: `note_step` before each
    step, of a move that was one of so many, and `note_outcome` after it. `is_drawn` says which moves no bot makes.
    """
    e = edition[0]
    run = runs[0]
    room = working[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = ends[i]
        start_stream(rng, run.seed, run.index + i)
        begin(e, g, run.seats, run.mode, run.rulings, run.first)
        while g.seat != OVER:
            seat = np.int64(g.seat)
            if is_drawn(g):
                m = random_move(e, g, rng, room.moves)
            else:
                room.hidden[0] = g
                hide(e, room.hidden[0], seat)
                m = chosen_move(e, seat, specs[0], bot_key(run.seed, run.index + i, seat), room)
            note_step(e, g, m, room.fan, rows[i], totals[0])
            step(e, g, m)
            note_outcome(e, g, rows[i], totals[0])


# What a study does unless it has functions of its own by these names.


def is_drawn(g):
    return g.seat == CHANCE


def note_outcome(e, g, row, total):
    pass
