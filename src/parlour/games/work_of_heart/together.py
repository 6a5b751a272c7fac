"""Seats that are asked together: a group event, a tie, a step of somebody's turn."""

import numpy as np

from parlour.engine.bits import has_bit
from parlour.engine.jit import rule
from parlour.engine.record import NONE


@rule
def ask_together(g, phase, seats):
    """WH-R28 Several seats are asked the same; nobody sees an answer before all are in."""
    g.asked = seats
    g.polled = seats
    g.answer[:] = NONE
    g.phase = phase
    g.seat = first_bit(np.int64(seats))


@rule
def answer_together(g, answer):
    """WH-R28 Keep an answer secret; True when it was the last one."""
    seat = np.int64(g.seat)
    g.answer[seat] = answer
    g.asked = np.int64(g.asked) ^ (np.int64(1) << seat)
    if g.asked != 0:
        g.seat = first_bit(np.int64(g.asked))
        return False
    g.news += 1
    return True


@rule
def take_answers(g, answer):
    """The seats that gave this answer, as bits; then the answers are gone."""
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        if g.answer[seat] == answer:
            seats |= np.int64(1) << seat
    g.answer[:] = NONE
    return seats


@rule
def first_bit(bits):
    """The smallest number in a set that is not empty."""
    i = np.int64(0)
    while not has_bit(bits, i):
        i += 1
    return i
