"""What the secrets of Whispers do to another player. Clause ids are those of README.md."""

import numpy as np

from parlour.engine import slots
from parlour.engine.bits import all_bits
from parlour.engine.jit import rule
from parlour.engine.record import NONE
from whispers import state as S


@rule
def do_deed(e, g, deed, other, guess):
    """Do what a secret says to another player."""
    mine, theirs = np.int64(g.turn) * S.HAND, np.int64(other) * S.HAND
    if deed == S.GUESS:
        hear_rumour(e, g, other, guess)
    elif deed == S.PEEK:
        # WS-6 You look at it.
        slots.show(g, theirs, g.turn)
    elif deed == S.COMPARE:
        duel(e, g, other)
    else:
        # WS-9 Both secrets change hands, and both players look.
        slots.move_same(g, mine, S.TRAY)
        slots.move_same(g, theirs, mine)
        slots.move_same(g, S.TRAY, theirs)
        slots.show(g, mine, g.turn)
        slots.show(g, theirs, other)


@rule
def hear_rumour(e, g, other, guess):
    """WS-5 A true rumour makes them leave; a false one tells everybody what they do not hold."""
    slot = np.int64(other) * S.HAND
    if e.kind[g.card[slot]] == guess:
        leave(e, g, other)
    else:
        slots.narrow_same(g, slot, ~(np.int64(1) << np.int64(guess)))


@rule
def duel(e, g, other):
    """WS-7 Both see both; the cheaper leaves, and everybody knows that the other one is dearer."""
    mine, theirs = np.int64(g.turn) * S.HAND, np.int64(other) * S.HAND
    slots.show(g, mine, other)
    slots.show(g, theirs, g.turn)
    own, rival = np.int64(e.kind[g.card[mine]]), np.int64(e.kind[g.card[theirs]])
    if own == rival:
        slots.join(g, mine, theirs)
    elif own < rival:
        leave(e, g, np.int64(g.turn))
        slots.narrow_same(g, theirs, ~all_bits(own + 1))
    else:
        leave(e, g, other)
        slots.narrow_same(g, mine, ~all_bits(rival + 1))


@rule
def leave(e, g, seat):
    """WS-5, WS-7, WS-10 A player lays the secret open and leaves."""
    lay_open(e, g, np.int64(seat) * S.HAND)
    g.out |= np.int64(1) << np.int64(seat)
    g.fans &= ~(np.int64(1) << np.int64(seat))


@rule
def lay_open(e, g, slot):
    """A secret leaves its slot, face up; whatever was known to equal it is known now."""
    card = np.int64(g.card[slot])
    slots.narrow_same(g, slot, np.int64(1) << np.int64(e.kind[card]))
    slots.part(g, slot)
    g.open |= np.int64(1) << card
    g.card[slot] = NONE
    g.seen[slot] = 0
    g.maybe[slot] = NONE
