"""Answers: several seats are asked the same at the same time, and nobody sees an answer before all are in.

A game that asks so has two fields in its State (`answers_field`) and calls these functions with it:

    polled  bit s: seat s is asked together with the others, whether or not it has answered.
    answer  what a seat has answered, a small number of the game's own; NONE before it has.

The header's `asked` has the seats that have not answered. A table collects answers in any order; rules play them in
seat order, so nobody learns from the order either. In a hidden record every other polled seat's answer is HIDDEN,
given or not: that somebody has answered must not show.
"""

import numpy as np

from parlour.engine.bits import has_bit, pick_bit
from parlour.engine.jit import rule
from parlour.engine.moves import kind_of, make
from parlour.engine.record import HIDDEN, NONE, Field, Names, field

FIELDS = {
    "polled": ("all", "bits", "the seats that are asked together, whether or not they have answered"),
    "answer": ("owner", "choice", "answers of seats that are asked together, until all are in"),
}


def answers_field(name: str, seat: Names, of: Names | None = None) -> Field:
    """One of the two fields; `of` says what the number of an answer names."""
    if name == "polled":
        return field(name, "i1", (), *FIELDS[name], seat)
    return field(name, "i1", (seat.size,), *FIELDS[name], of, seat)


# Asking


@rule
def ask_together(g, seats):
    """Ask all seats of a set that is not empty; the lowest one is played first."""
    g.asked = seats
    g.polled = seats
    g.answer[:] = NONE
    g.seat = lowest_seat(seats)


@rule
def keep_answer(g, answer):
    """Keep what the deciding seat answers; True if it was the last one, and then all may be told."""
    seat = np.int64(g.seat)
    g.answer[seat] = answer
    g.asked = np.int64(g.asked) ^ (np.int64(1) << seat)
    if g.asked != 0:
        g.seat = lowest_seat(g.asked)
        return False
    g.news += 1
    return True


@rule
def seats_that_gave(g, answer):
    """The set of the seats that gave this answer."""
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        if g.answer[seat] == answer:
            seats |= np.int64(1) << seat
    return seats


@rule
def clear_answers(g):
    """After all have answered: what they said is gone."""
    g.polled = 0
    g.answer[:] = NONE


@rule
def lowest_seat(seats):
    """The first seat of a set that is not empty."""
    seat = np.int64(0)
    while not has_bit(seats, seat):
        seat += 1
    return seat


# Knowing


@rule
def hide_answers(g, seat):
    """Erase what the others have answered while not all have, and that they have."""
    if g.asked == 0:
        return
    for other in range(np.int64(g.seats)):
        if other != seat and has_bit(g.polled, other):
            g.answer[other] = HIDDEN


@rule
def see_answer(g, m, seat):
    """An answer as a seat sees it: its arguments belong to whoever gives it."""
    return np.int64(m) if g.seat == seat else make(kind_of(m), NONE, NONE, NONE)


@rule
def is_hidden(g, seat):
    """Whether this record does not show what a seat has answered, or whether it has."""
    return g.answer[seat] == HIDDEN


@rule
def imagine_answer(g, seat, possible, count, rng):
    """Give a hidden seat any of the answers below `count` that are possible, or none if it has given none."""
    g.answer[seat] = NONE if has_bit(g.asked, seat) else pick_bit(possible, count, rng)
