"""What a study notes while games are played: things on offer and chosen, choices, leads; at the end it adds up."""

from typing import Any

import numpy as np

from parlour.bots.kernels import stand_in
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.engine.things import first_thing, second_thing
from parlour.lab.kernels.book import (
    CAME,
    CHOSEN,
    COUNTED,
    COUNTS,
    GAMES,
    LEAVERS,
    LEAVERS_WON,
    OFFERED,
    TAKERS,
    TAKERS_WON,
    WHEN,
)

# Stand-ins for what a kernel gets when it is specialised.
thing: Any
thing = ways = look_at_chances = stand_in


def begin_notes(books, index, turn):
    """A new game: nothing was seen yet."""
    book = books[0]
    book.index = index
    book.turn = turn
    book.decision = 0
    book.leader = NONE
    book.looking = 1 if book.every > 0 and index % book.every == 0 else 0
    if book.counting != 0:
        book.met[:] = 0
        book.offered[:, :] = 0
        book.chosen[:, :] = 0
        book.when[:, :] = 0
        book.came[:] = 0


def leave_out(e, g, n, bot, room, books):
    """Take the moves out of the list that are about what the bot may not choose, unless that leaves none."""
    book = books[0]
    if book.counting < 2:
        return n
    kept = 0
    for i in range(n):
        if not is_banned(book, bot, thing(e, g, room.moves[i])):
            kept += 1
    if kept == 0 or kept == n:
        return n
    kept = 0
    for i in range(n):
        m = room.moves[i]
        if not is_banned(book, bot, thing(e, g, m)):
            room.moves[kept] = m
            kept += 1
    room.fan = kept
    return kept


def is_drawn(e, g, room, books):
    """Whether this is a choice that all bots leave to chance."""
    book = books[0]
    if book.drawing == 0:
        return False
    t = first_thing(thing(e, g, room.moves[0]))
    return t != NONE and book.drawn[t] != 0


def is_banned(book, bot, t):
    a, b = first_thing(t), second_thing(t)
    return (a != NONE and book.ban[bot, a] != 0) or (b != NONE and book.ban[bot, b] != 0)


def note_step(e, states, m, working, books, row):
    """What a decision offered and what was chosen; of chance, what came."""
    book = books[0]
    g = states[0]
    room = working[0]
    if book.looking != 0:
        states[1 + np.int64(g.ply)] = g
    if g.seat == CHANCE:
        if book.counting != 0:
            note_coming(book, first_thing(thing(e, g, m)))
        return
    n = np.int64(room.fan)
    row.choices += n > 1
    row.fan += n
    row.logs += np.log2(n)
    if book.counting == 0:
        return
    book.decision += 1
    seat = np.int64(g.seat)
    # What must be taken tells nothing of what is wanted.
    if n > 1:
        for i in range(n):
            t = thing(e, g, room.moves[i])
            note_offer(book, seat, first_thing(t))
            note_offer(book, seat, second_thing(t))
    t = thing(e, g, m)
    note_choice(book, seat, first_thing(t), n, np.int64(g.ply))
    note_choice(book, seat, second_thing(t), n, np.int64(g.ply))
    if book.counting > 1:
        row.forced += is_banned(book, (seat + np.int64(book.turn)) % np.int64(book.bots), t)


def note_coming(book, t):
    if t >= 0:
        book.came[book.fold[t]] += 1


def note_offer(book, seat, t):
    """One count a decision, however many copies there are."""
    if t >= 0:
        same = book.fold[t]
        if book.met[same] != book.decision:
            book.met[same] = book.decision
            book.offered[seat, same] += 1


def note_choice(book, seat, t, n, ply):
    if t >= 0 and n > 1:
        same = book.fold[t]
        book.chosen[seat, same] += 1
        book.when[seat, same] += ply


def note_outcome(e, g, books, row):
    """Whether another seat leads now."""
    book = books[0]
    leader = np.int64(0)
    ties = 0
    for s in range(1, g.seats):
        if g.points[s] > g.points[leader]:
            leader = np.int64(s)
            ties = 0
        elif g.points[s] == g.points[leader]:
            ties += 1
    if ties == 0 and leader != book.leader:
        row.leads += book.leader != NONE
        book.leader = leader


def note_game(e, run, states, working, books, row, sums):
    """A game has ended, or was broken off: add up what came of everything."""
    book = books[0]
    g = states[0]
    row.over = 1 if g.seat == OVER else 0
    row.looked = book.looking
    if book.counting != 0:
        if g.seat == OVER:
            note_ways(e, g, book)
        add_things(g, book, sums)
    if book.looking != 0:
        states[1 + np.int64(g.ply)] = g
        look_at_chances(e, run, states, working, books, row)


def note_ways(e, g, book):
    """With what every seat ended: each counts as offered and chosen once."""
    for s in range(g.seats):
        for i in range(ways(e, g, np.int64(s), book.ended)):
            way = book.fold[book.ways + book.ended[i]]
            book.offered[s, way] = 1
            book.chosen[s, way] = 1


def add_things(g, book, sums):
    """Counts of this game, its squares and products, for every bot and thing."""
    counts = np.zeros(COUNTED, np.int64)
    for t in range(book.things):
        sums[0, t, CAME] += book.came[t]
    plies = max(np.int64(1), np.int64(g.ply))
    for bot in range(book.bots):
        for t in range(book.things):
            counts[:] = 0
            when = np.int64(0)
            for s in range(g.seats):
                if (s + book.turn) % book.bots == bot:
                    count_seat(g, book, s, t, counts)
                    when += book.when[s, t]
            if counts[OFFERED] == 0:
                continue
            if counts[CHOSEN] > 0:
                sums[bot, t, WHEN] += 1000 * when // (plies * counts[CHOSEN])
            sums[bot, t, GAMES] += counts[CHOSEN] > 0
            place = COUNTS + COUNTED
            for i in range(COUNTED):
                sums[bot, t, COUNTS + i] += counts[i]
                for j in range(i, COUNTED):
                    sums[bot, t, place] += counts[i] * counts[j]
                    place += 1


def count_seat(g, book, s, t, counts):
    offered, chosen = np.int64(book.offered[s, t]), np.int64(book.chosen[s, t])
    counts[OFFERED] += offered
    counts[CHOSEN] += chosen
    if chosen > 0:
        counts[TAKERS] += 1
        counts[TAKERS_WON] += np.int64(g.result[s])
    elif offered > 0:
        counts[LEAVERS] += 1
        counts[LEAVERS_WON] += np.int64(g.result[s])


KERNELS = (
    begin_notes,
    is_drawn,
    is_banned,
    leave_out,
    note_coming,
    note_offer,
    note_choice,
    note_step,
    note_outcome,
    note_ways,
    count_seat,
    add_things,
    note_game,
)
