"""Games between bots, for the arena and for studies: one loop, any bot in any seat.

It is compiled around bots that were specialised before, so its cache has to know the bots' sources: that is why
`stand_in` is imported from the package, which imports all of them. A study puts its own functions in the place of
those that look on (`begin_notes` to `note_game`); the arena's do nothing and cost nothing.
"""

from typing import Any

import numpy as np

from parlour.bots.kernels import stand_in
from parlour.bots.kernels.room import RANDOM, SEARCH
from parlour.engine.chance import GOLDEN, below, mixed, start_stream
from parlour.engine.jit import rule
from parlour.engine.kernels import note_end
from parlour.engine.record import CHANCE, OVER, SEATS

# Stand-ins for what a kernel gets when it is specialised.
hide = legal = begin = step = stand_in
list_moves = start_bot = greedy_values = start_search = deepen = pick_tried = pick_best = stand_in
begin_notes = leave_out = is_drawn = note_step = note_outcome = note_game = stand_in
G_TYPE = np.dtype("i1")

# How a run of games is dealt and when one is broken off.
HOUSE = np.dtype(
    (
        np.record,
        [
            ("rotations", "i8"),  # how often a deal is played, bots one seat on each time; 0: once, and they move on
            ("cap", "i8"),  # a game that has so many plies is broken off
        ],
    )
)


@rule
def bot_key(seed: Any, index: Any, seat: Any) -> Any:
    """The key of a bot's streams in one game: independent of chance and of the other seats."""
    return mixed(mixed(np.uint64(seed) ^ GOLDEN) ^ np.uint64(SEATS * index + seat))


@rule
def deal_of(rotations, index):
    """Which deal a game is played with."""
    return index if rotations == 0 else index // rotations


@rule
def turn_of(rotations, index):
    """How many seats the bots have moved on."""
    return index if rotations == 0 else index % rotations


def play_games(edition, runs, houses, specs, working, states, ends, books, rows, sums):
    """Play a game for each of `ends` in `states[0]`; at turn t seat s is played by bot (s + t) modulo their number."""
    e = edition[0]
    run = runs[0]
    house = houses[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        index = run.index + i
        deal, turn = deal_of(house.rotations, index), turn_of(house.rotations, index)
        decisions = np.int64(0)
        start_stream(rng, run.seed, deal)
        # A record does not keep its array alive: it is read from the array again for every game.
        g = states[0]
        begin(e, g, run.seats, run.mode, run.rulings, run.first)
        begin_notes(books, index, turn)
        while g.seat != OVER and g.ply < house.cap:
            if g.seat == CHANCE:
                m = drawn_move(e, g, rng, working)
            else:
                decisions += 1
                bot = (np.int64(g.seat) + turn) % len(specs)
                m = move_of(e, g, bot, specs, rng, bot_key(run.seed, deal, np.int64(g.seat)), working, books)
            note_step(e, states, m, working, books, rows[i])
            step(e, g, m)
            note_outcome(e, g, books, rows[i])
        note_end(states[0], decisions, ends[i])
        note_game(e, run, states, working, books, rows[i], sums)


def drawn_move(e, g, rng, working):
    """A legal move, each equally likely; their list stays in the room."""
    room = working[0]
    n = legal(e, g, room.moves)
    room.fan = n
    return room.moves[below(rng, n)]


def move_of(e, g, bot, specs, rng, key, working, books):
    """The move of a bot, from what its seat knows; one that thinks does not see what it may not choose."""
    room = working[0]
    spec = specs[bot]
    seat = np.int64(g.seat)
    if spec.kind == RANDOM:
        n = legal(e, g, room.moves)
        room.fan = n
        return room.moves[below(rng, leave_out(e, g, n, bot, room, books))]
    room.hidden[0] = g
    hide(e, room.hidden[0], seat)
    n = leave_out(e, g, list_moves(e, seat, room), bot, room, books)
    if n == 1:
        return room.moves[0]
    if is_drawn(e, g, room, books):
        return room.moves[below(rng, n)]
    start_bot(room, key, seat)
    greedy_values(e, seat, spec, room, n)
    if spec.kind == SEARCH:
        start_search(seat, spec, room, n)
        deepen(e, seat, spec, room, spec.iterations)
        return room.moves[pick_tried(e, spec, room, n)]
    return room.moves[pick_best(room.values, n, room.rng)]


KERNELS = (drawn_move, move_of, play_games)
