"""The chance to win of every seat in a State, by playouts with a stream of their own; and how it may change.

`look_at_chances` does this at equal parts of a game that has ended. Every estimate is made twice with other luck, so
that squares of differences can be estimated without counting the luck of the playouts as drama.
"""

import numpy as np

from parlour.bots.kernels import stand_in
from parlour.engine.chance import GOLDEN, below, mixed, start_stream
from parlour.engine.record import CHANCE, NONE, OVER, SEATS, WIN
from parlour.lab.kernels.book import FUTURES, PARTS

# Stand-ins for what a kernel gets when it is specialised.
hide = imagine = legal = step = sieved = play_on = stand_in

# Moves a playout's answer away from those of the bots and of chance.
APART = np.uint64(0x5851F42D4C957F2D)


def chances(e, start, seat, playouts, spec, room, out):
    """Write every seat's chance to win into `out`: by the State itself (NONE), or by what a seat knows of it."""
    out[:] = 0.0
    w = room.world[0]
    for _ in range(playouts):
        room.world[0] = start
        if start.seat != OVER:
            if seat != NONE:
                hide(e, w, seat)
                imagine(e, w, seat, room.rng)
            play_on(e, room, spec, w, np.int64(0))
        for s in range(w.seats):
            # A playout that does not end tells nothing.
            out[s] += np.float64(w.result[s]) / np.float64(WIN) if w.seat == OVER else 1.0 / np.float64(w.seats)
    out /= playouts


def play_some(e, room, spec, w, plies):
    """Play on for so many plies as playouts do."""
    for _ in range(plies):
        if w.seat == OVER:
            return
        n = legal(e, w, room.replies)
        i = below(room.rng, n) if w.seat == CHANCE or n == 1 else sieved(e, room, n, spec, w)
        step(e, w, room.replies[i])


def look_at_chances(e, run, states, working, books, row):
    """Estimate chances at every part of the game whose States lie in `states` from place 1 on."""
    room = working[0]
    book = books[0]
    start_stream(room.rng, mixed(np.uint64(run.seed) ^ APART), np.uint64(book.index) + GOLDEN)
    spec = book.spec[0]
    plies = np.int64(states[0].ply)
    seats = np.int64(states[0].seats)
    out = np.zeros(SEATS)
    for k in range(PARTS + 1):
        at = 1 + k * plies // PARTS
        for half in range(2):
            chances(e, states[at], NONE, book.playouts, spec, room, out)
            row.truth[half, k, :] = out
            for s in range(seats):
                chances(e, states[at], np.int64(s), book.playouts, spec, room, out)
                row.own[half, k, s] = out[s]
    for k in range(PARTS):
        at, to = 1 + k * plies // PARTS, 1 + (k + 1) * plies // PARTS
        row.next_truth[k] = how_much_may_change(e, states, at, to, NONE, k, spec, book.playouts, room, row, out)
        for s in range(seats):
            own = how_much_may_change(e, states, at, to, np.int64(s), k, spec, book.playouts, room, row, out)
            row.next_own[k, s] = own
        look_at_move(e, states, at, k, spec, book.playouts, room, row, out)


def how_much_may_change(e, states, at, to, seat, k, spec, playouts, room, row, out):
    """The mean square of the change in chances until the next part, over ways in which the game may go on."""
    total = 0.0
    seats = np.int64(states[at].seats)
    first = np.zeros(SEATS)
    ahead = states[-1:]
    for _ in range(FUTURES):
        ahead[0] = states[at]
        w = ahead[0]
        if w.seat != OVER:
            if seat != NONE:
                hide(e, w, seat)
                imagine(e, w, seat, room.rng)
            play_some(e, room, spec, w, to - at)
        chances(e, w, seat, playouts, spec, room, first)
        chances(e, w, seat, playouts, spec, room, out)
        for s in range(seats):
            if seat == NONE:
                total += (first[s] - row.truth[0, k, s]) * (out[s] - row.truth[1, k, s])
            elif s == seat:
                total += (first[s] - row.own[0, k, s]) * (out[s] - row.own[1, k, s])
    return total / FUTURES


def look_at_move(e, states, at, k, spec, playouts, room, row, out):
    """The chance of whoever decides at this part, or soon after it, before and after that one move."""
    last = 1 + np.int64(states[0].ply)
    while at < last and states[at].seat == CHANCE:
        at += 1
    row.before[k] = np.nan
    row.after[k] = np.nan
    if at < last:
        seat = np.int64(states[at].seat)
        chances(e, states[at], NONE, 2 * playouts, spec, room, out)
        row.before[k] = out[seat]
        chances(e, states[at + 1], NONE, 2 * playouts, spec, room, out)
        row.after[k] = out[seat]


KERNELS = (chances, play_some, how_much_may_change, look_at_move, look_at_chances)
