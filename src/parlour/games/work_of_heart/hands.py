"""Hands of action cards: slots, draws, discards, and cards that change hands."""

import numpy as np

from parlour.engine.bits import first_free, list_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.turns import ask_seat, can_draw, shuffle_if_empty


@inlined
def legal(e, g, phase, out):
    if phase == S.DRAW:
        return list_draws(e, g, out)
    if phase == S.SNATCH:
        return list_slots(g, np.int64(g.mark), M.SNATCH, out, 0)
    return list_slots(g, np.int64(g.seat), M.DISCARD, out, 0)


@inlined
def play(e, g, phase, a):
    """True when nothing is left to draw or discard."""
    if phase == S.DRAW:
        take_card(g, a)
        return finish_draw(e, g)
    if phase == S.SNATCH:
        snatch_card(g, a)
    else:
        throw_card(g, np.int64(g.seat), a)
    return cut_hand(e, g)


@rule
def list_draws(e, g, out):
    """WH-46 Any card still in the deck."""
    return list_bits(M.DRAW, np.int64(g.deck), e.actions, out, 0)


@rule
def take_card(g, card):
    """Into the first free slot of the drawer's hand, seen by nobody else."""
    seat = np.int64(g.drawer)
    g.deck = np.int64(g.deck) ^ (np.int64(1) << card)
    g.pile -= 1
    slot = first_free(g.hand[seat])
    g.hand[seat, slot] = card
    g.seen[seat, slot] = np.int64(1) << seat
    g.maybe[seat, slot] = g.fresh
    g.held[seat] += 1
    g.owed -= 1


@rule
def finish_draw(e, g):
    """Draw what is still owed, then cut the hand; True when nothing is left to draw or discard."""
    if g.owed > 0 and can_draw(g):
        shuffle_if_empty(g)
        return False
    return cut_hand(e, g)


@rule
def cut_hand(e, g):
    """WH-61 A hand over the limit is cut down at once, its owner choosing; True when it is within the limit."""
    if g.held[g.drawer] > e.limit:
        ask_seat(g, S.DISCARD, np.int64(g.drawer))
        return False
    g.drawer = NONE
    g.owed = 0
    return True


@rule
def list_slots(g, seat, kind, out, n):
    """One move for each card that a seat holds."""
    for slot in range(S.HAND):
        if g.hand[seat, slot] != NONE:
            out[n] = make(kind, slot, NONE, NONE)
            n += 1
    return n


@rule
def list_plays(e, g, moment, out, n):
    """WH-59, WH-63 Cards that fit this moment."""
    for slot in range(S.HAND):
        card = np.int64(g.hand[g.seat, slot])
        if card >= 0 and np.int64(e.act_moments[card]) & moment:
            out[n] = make(M.PLAY, slot, NONE, NONE)
            n += 1
    return n


@rule
def throw_card(g, seat, slot):
    """WH-R26 Discards lie face up: everybody learns the card, and the slot is free."""
    card = np.int64(g.hand[seat, slot])
    g.thrown = np.int64(g.thrown) | (np.int64(1) << card)
    clear_slot(g, seat, slot)
    g.news += 1
    return card


@rule
def clear_slot(g, seat, slot):
    g.hand[seat, slot] = NONE
    g.seen[seat, slot] = 0
    g.maybe[seat, slot] = 0
    g.held[seat] -= 1


@rule
def play_card(g, seat, slot):
    """The card is shown and discarded; what it does follows."""
    g.tally[seat, S.ACTIONS_PLAYED] += 1
    return throw_card(g, seat, slot)


@rule
def snatch_card(g, slot):
    """The card goes to the thief, who sees it; its old owner has not forgotten it."""
    thief, victim = np.int64(g.agent), np.int64(g.mark)
    to = first_free(g.hand[thief])
    g.hand[thief, to] = g.hand[victim, slot]
    g.seen[thief, to] = np.int64(g.seen[victim, slot]) | (np.int64(1) << thief)
    g.maybe[thief, to] = g.maybe[victim, slot]
    g.held[thief] += 1
    clear_slot(g, victim, slot)
    g.mark = NONE
    g.drawer = thief


@rule
def show_hand(g, seat, to):
    """Another seat has now seen every card of this hand."""
    for slot in range(S.HAND):
        if g.hand[seat, slot] != NONE:
            g.seen[seat, slot] = np.int64(g.seen[seat, slot]) | (np.int64(1) << to)
    g.news += 1
