"""Turns, rounds and days, and drawing."""

import numpy as np

from parlour.engine.bits import count_bits
from parlour.engine.jit import rule
from parlour.engine.moves import make
from parlour.engine.record import CHANCE, NONE
from parlour.engine.seats import seat_after
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.ending import begin_ending
from parlour.games.work_of_heart.traits import has_quirk, quirk_amount


@rule
def begin_turn(e, g, seat):
    """WH-48, WH-63 A turn begins with the player's own roll; cards for any time may come before it."""
    g.turn = seat
    g.actor = seat
    g.agent = seat
    g.windows = 0
    g.opened = 0
    g.stepped = 0
    g.lifted = 0
    g.peeked = NONE
    ask_seat(g, S.READY, seat)


@rule
def ask_chance(g, phase):
    g.phase = phase
    g.seat = CHANCE


@rule
def ask_seat(g, phase, seat):
    g.phase = phase
    g.seat = seat


@rule
def list_faces(kind, faces, out):
    """Every face of a die."""
    for face in range(faces):
        out[face] = make(kind, face, NONE, NONE)
    return faces


@rule
def pass_turn(e, g):
    """WH-67 One turn each makes a round, and some rounds a day."""
    g.roll = NONE
    seat = seat_after(g, np.int64(g.turn))
    if seat != g.first:
        begin_turn(e, g, seat)
        return
    g.lap += 1
    if g.lap < e.laps:
        begin_turn(e, g, seat)
    elif g.day + 1 < e.days:
        begin_day(e, g)
    else:
        begin_ending(e, g)


@rule
def begin_day(e, g):
    """WH-68 Round one of the next day: everybody to the Quad, perks afresh, hands refilled."""
    g.lap = 0
    g.day += 1
    g.space[: g.seats] = e.quad
    g.used[: g.seats] = 0
    g.tried[: g.seats] = 0
    g.called[: g.seats] = 0
    refill_hands(e, g)


@rule
def refill_hands(e, g):
    """WH-17, WH-60 In seat order up to two cards; who has them draws none."""
    seat = np.int64(g.first)
    for _ in range(np.int64(g.seats)):
        short = refill_of(e, g, seat) - np.int64(g.held[seat])
        if short > 0 and can_draw(g):
            begin_draw(g, seat, short, S.REFILL)
            return
        seat = seat_after(g, seat)
    if g.pick[g.first] == NONE:
        begin_pick(g, np.int64(g.first))
    else:
        begin_turn(e, g, np.int64(g.first))


@rule
def begin_pick(g, seat):
    """WH-18, WH-R15 Bonus cards are picked once the first hands are dealt; a later picker sees which are gone."""
    gone = np.int64(0)
    for other in range(np.int64(g.seats)):
        if g.pick[other] != NONE:
            gone |= np.int64(1) << np.int64(g.pick[other])
    g.gone[seat] = gone
    ask_seat(g, S.PICK, seat)


@rule
def refill_of(e, g, seat):
    if has_quirk(e, g, seat, S.MAGPIE):
        return quirk_amount(e, g, seat)
    return np.int64(e.refill)


@rule
def can_draw(g):
    """WH-62 The deck, or else its discards."""
    return g.pile > 0 or g.thrown != 0


@rule
def begin_draw(g, seat, count, back):
    g.drawer = seat
    g.owed = count
    g.back = back
    shuffle_if_empty(g)
    ask_chance(g, S.DRAW)


@rule
def shuffle_if_empty(g):
    """WH-62, WH-R26 The discards become the deck; whatever is in a hand is then known not to be among them."""
    if g.pile > 0:
        return
    for seat in range(np.int64(g.seats)):
        for slot in range(g.hand.shape[1]):
            if g.hand[seat, slot] != NONE:
                g.maybe[seat, slot] = np.int64(g.maybe[seat, slot]) & ~np.int64(g.thrown)
    g.deck = g.thrown
    g.fresh = g.thrown
    g.pile = count_bits(g.thrown)
    g.thrown = 0
