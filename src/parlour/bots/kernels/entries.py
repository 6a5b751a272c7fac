"""Entry points for Python: one choice, and a search in pieces."""

import numpy as np

from parlour.bots.kernels.choice import stand_in
from parlour.bots.kernels.room import SEARCH
from parlour.engine.chance import below

# Stand-ins for what a kernel gets when it is specialised.
legal = start_bot = pick_best = stand_in
greedy_values = add_world = average_worlds = start_search = deepen = pick_tried = stand_in


def list_moves(e, seat, room):
    """The seat's moves from the record in `room.hidden`, even if another seat is to answer first."""
    before = np.int64(room.hidden[0].seat)
    room.hidden[0].seat = seat
    n = legal(e, room.hidden[0], room.moves)
    room.hidden[0].seat = before
    room.fan = n
    return np.int64(n)


def choose_randomly(edition, seat, key, working):
    """A random bot's move, by the record in `room.hidden`; an entry of its own, so that it compiles no other bot."""
    room = working[0]
    n = list_moves(edition[0], seat, room)
    start_bot(room, key, seat)
    return room.moves[below(room.rng, n)]


def choose_move(edition, seat, specs, key, working):
    """The move of a bot that thinks, from the record in `room.hidden` and nothing else."""
    return chosen_move(edition[0], seat, specs[0], key, working[0])


def chosen_move(e, seat, spec, key, room):
    n = list_moves(e, seat, room)
    if n == 1:
        return room.moves[0]
    start_bot(room, key, seat)
    greedy_values(e, seat, spec, room, n)
    if spec.kind == SEARCH:
        start_search(seat, spec, room, n)
        deepen(e, seat, spec, room, spec.iterations)
        return room.moves[pick_tried(e, spec, room, n)]
    return room.moves[pick_best(room.values, n, room.rng)]


def open_search(edition, seat, key, working):
    """Begin to think about the record in `room.hidden`; how many moves there are."""
    room = working[0]
    n = list_moves(edition[0], seat, room)
    start_bot(room, key, seat)
    room.values[:n] = 0.0
    return n


def look_at_world(edition, seat, working, n):
    """Greedy's values of the n moves in one more world."""
    add_world(edition[0], seat, working[0], n)


def plant_tree(seat, specs, working, n, worlds):
    """Begin the search itself, with greedy's values of so many worlds."""
    average_worlds(specs[0], working[0], n, worlds)
    start_search(seat, specs[0], working[0], n)


def search_more(edition, seat, specs, working, iterations):
    """So many more iterations of a search that was opened."""
    deepen(edition[0], seat, specs[0], working[0], iterations)


def close_search(edition, specs, working, n):
    """The place in `room.moves` of the move that the search has chosen."""
    return pick_tried(edition[0], specs[0], working[0], n)


KERNELS = (
    list_moves,
    choose_randomly,
    chosen_move,
    choose_move,
    open_search,
    look_at_world,
    plant_tree,
    search_more,
    close_search,
)
