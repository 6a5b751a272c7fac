"""Games between bots that think, for the arena and for studies that look at every step.

These loops are compiled around bots that were specialised before, so their cache has to know the bots' sources: that is
why `stand_in` is imported from the package, which imports all of them.
"""

from typing import Any

import numpy as np

from parlour.bots.kernels import stand_in
from parlour.bots.kernels.room import RANDOM
from parlour.engine.chance import GOLDEN, mixed, start_stream
from parlour.engine.jit import rule
from parlour.engine.kernels import note_end
from parlour.engine.record import CHANCE, OVER, SEATS

# Stand-ins for what a kernel gets when it is specialised.
hide = begin = step = random_move = chosen_move = note_step = stand_in
G_TYPE = np.dtype("i1")


@rule
def bot_key(seed: Any, index: Any, seat: Any) -> Any:
    """The key of a bot's streams in one game: independent of chance and of the other seats."""
    return mixed(mixed(np.uint64(seed) ^ GOLDEN) ^ np.uint64(SEATS * index + seat))


def play_games(edition, runs, specs, working, ends):
    """Play a game for each of `ends`; in game i seat s is played by bot (s + i) modulo their number."""
    e = edition[0]
    run = runs[0]
    room = working[0]
    # A record does not keep its array alive: it is read from the array again for every game.
    states = np.zeros(1, G_TYPE)
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = states[0]
        index = run.index + i
        decisions = np.int64(0)
        start_stream(rng, run.seed, index)
        begin(e, g, run.seats, run.mode, run.rulings, run.first)
        while g.seat != OVER:
            seat = np.int64(g.seat)
            decisions += seat != CHANCE
            spec = specs[(seat + index) % len(specs)]
            if seat == CHANCE or spec.kind == RANDOM:
                m = random_move(e, g, rng, room.moves)
            else:
                room.hidden[0] = g
                hide(e, room.hidden[0], seat)
                m = chosen_move(e, seat, spec, bot_key(run.seed, index, seat), room)
            step(e, g, m)
        note_end(states[0], decisions, ends[i])


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
