"""The doors for Python: one choice, a search in pieces, and whole games between compiled bots."""

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import ITERATIONS, KIND, RANDOM, SEARCH
from parlour.engine.chance import GOLDEN, below, mixed, start_stream
from parlour.engine.record import CHANCE, OVER

# Stand-ins for what a kernel gets when it is specialised.
legal = hide = begin = step = random_move = start_bot = pick_best = stand_in
greedy_values = add_world = average_worlds = start_search = deepen = search_values = stand_in
G_TYPE = np.dtype("i1")


def list_moves(e, seat, room):
    """The seat's moves from the record in `room.hidden`, even if another seat is to answer first."""
    before = np.int64(room.hidden[0].seat)
    room.hidden[0].seat = seat
    n = legal(e, room.hidden[0], room.moves)
    room.hidden[0].seat = before
    return np.int64(n)


def choose_move(edition, seat, spec, key, working):
    """A bot's move, from the record in `room.hidden` and nothing else."""
    return chosen_move(edition[0], seat, spec, key, working[0])


def chosen_move(e, seat, spec, key, room):
    n = list_moves(e, seat, room)
    if n == 1:
        return room.moves[0]
    start_bot(room, key, seat)
    if spec[KIND] == RANDOM:
        return room.moves[below(room.rng, n)]
    greedy_values(e, seat, spec, room, n)
    if spec[KIND] == SEARCH:
        start_search(seat, spec, room, n)
        deepen(e, seat, spec, room, spec[ITERATIONS])
        search_values(room, n)
    return room.moves[pick_best(room.values, n, room.rng)]


def open_search(edition, seat, key, working):
    """Begin to think about the record in `room.hidden`; how many moves there are."""
    room = working[0]
    n = list_moves(edition[0], seat, room)
    start_bot(room, key, seat)
    room.values[:n] = 0.0
    return n


def look_at_world(edition, seat, working, n):
    """Greedy's opinion of the n moves in one more world."""
    add_world(edition[0], seat, working[0], n)


def plant_tree(seat, spec, working, n, worlds):
    """Begin the search itself, with greedy's opinion after so many worlds."""
    average_worlds(spec, working[0], n, worlds)
    start_search(seat, spec, working[0], n)


def search_more(edition, seat, spec, working, iterations):
    """So many more iterations of a search that was opened."""
    deepen(edition[0], seat, spec, working[0], iterations)


def close_search(working, n):
    """The place in `room.moves` of the move that was tried most."""
    room = working[0]
    search_values(room, n)
    return pick_best(room.values, n, room.rng)


def bot_key(seed, index, seat):
    """The key of a bot's streams in one game: independent of chance and of the other seats."""
    return mixed(mixed(np.uint64(seed) ^ GOLDEN) ^ np.uint64(4 * index + seat))


def play_games(edition, table, specs, seed, first_index, working, results, points, notes):
    """Play a game for each row of `results`; game i is stream first_index + i of the seed.

    `table` holds seats, mode, rulings and the first seat. `specs` has a row for each bot; in game i seat s
    is played by bot (s + i) modulo their number. `notes` gets each game's plies and its first seat.
    """
    e = edition[0]
    room = working[0]
    g = np.zeros(1, G_TYPE)[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(results)):
        index = first_index + i
        start_stream(rng, seed, index)
        begin(e, g, table[0], table[1], table[2], table[3])
        while g.seat != OVER:
            if g.seat == CHANCE:
                step(e, g, random_move(e, g, rng, room.moves))
            else:
                seat = np.int64(g.seat)
                room.hidden[0] = g
                hide(e, room.hidden[0], seat)
                spec = specs[(seat + index) % len(specs)]
                step(e, g, chosen_move(e, seat, spec, bot_key(seed, index, seat), room))
        for s in range(table[0]):
            results[i, s] = g.result[s]
            points[i, s] = g.points[s]
        notes[i, 0] = g.ply
        notes[i, 1] = g.first


KERNELS = (
    list_moves,
    chosen_move,
    choose_move,
    open_search,
    look_at_world,
    plant_tree,
    search_more,
    close_search,
    bot_key,
    play_games,
)
