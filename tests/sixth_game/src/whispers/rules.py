"""The rules of Whispers. Clause ids are those of README.md."""

import numpy as np

from parlour.engine import slots
from parlour.engine.bits import all_bits, count_bits, has_bit, list_bits
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, c_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.engine.seats import most_points, seat_after, share_win
from whispers import moves as M
from whispers import state as S
from whispers.effects import do_deed, lay_open, leave


@rule
def setup(e, g):
    """WS-2, WS-3 Chance draws the starter, unless one is given, and deals."""
    g.stage = S.START if g.first == NONE else S.DEALING
    g.turn = g.first
    g.pile = e.cards
    g.out = 0
    g.fans = 0
    g.deck = all_bits(e.cards)
    g.open = 0
    slots.clear_slots(g)
    g.same[:] = NONE


@rule
def legal(e, g, out):
    """The stage, which everybody can see, says who is asked for what."""
    if g.stage == S.START:
        return list_bits(M.STARTS, all_bits(g.seats), g.seats, out, np.int64(0))
    if g.stage != S.CHOOSING:
        return list_bits(M.DEAL, g.deck, e.cards, out, np.int64(0))
    n = list_plays(e, g, out, 0)
    n = list_choices(e, g, out, n)
    return list_guesses(e, g, out, n)


@rule
def play(e, g, m):
    kind = kind_of(m)
    if kind == M.STARTS:
        g.first = a_of(m)
        g.turn = g.first
        g.stage = S.DEALING
    elif kind == M.DEAL:
        deal_card(e, g, a_of(m))
    else:
        play_secret(e, g, a_of(m), b_of(m), c_of(m))
        end_turn(e, g)


# What may be played


@rule
def deed_in(e, g, slot):
    """What the secret in a hand slot of the deciding seat does."""
    return np.int64(e.deed[e.kind[g.card[np.int64(g.seat) * S.HAND + slot]]])


@rule
def needs_player(deed):
    return deed == S.GUESS or deed == S.PEEK or deed == S.COMPARE or deed == S.SWAP


@rule
def can_choose(g, seat):
    """WS-8 Another player who is still there and has no fan."""
    return seat != g.seat and not has_bit(g.out, seat) and not has_bit(g.fans, seat)


@rule
def count_choices(g):
    """How many players can be chosen."""
    count = 0
    for seat in range(g.seats):
        if can_choose(g, seat):
            count += 1
    return count


@rule
def list_plays(e, g, out, n):
    """WS-8, WS-10, WS-11 Secrets that need no other player, or for which there is none."""
    for slot in range(S.HAND):
        if not needs_player(deed_in(e, g, slot)) or count_choices(g) == 0:
            out[n] = make(M.PLAY, slot, NONE, NONE)
            n += 1
    return n


@rule
def list_choices(e, g, out, n):
    """WS-6, WS-7, WS-9 One move for each player that can be chosen."""
    for slot in range(S.HAND):
        deed = deed_in(e, g, slot)
        for seat in range(g.seats):
            if needs_player(deed) and deed != S.GUESS and can_choose(g, seat):
                out[n] = make(M.CHOOSE, slot, seat, NONE)
                n += 1
    return n


@rule
def list_guesses(e, g, out, n):
    """WS-5 Every kind but that of the rumour itself, about everybody who can be chosen."""
    for slot in range(S.HAND):
        own = e.kind[g.card[np.int64(g.seat) * S.HAND + slot]]
        for seat in range(g.seats):
            for kind in range(e.kinds):
                if e.deed[own] == S.GUESS and kind != own and can_choose(g, seat):
                    out[n] = make(M.GUESS, slot, seat, kind)
                    n += 1
    return n


# A turn


@rule
def deal_card(e, g, card):
    """WS-3, WS-4 Seen by who gets it alone."""
    slot = np.int64(g.turn) * S.HAND + (1 if g.stage == S.DRAWING else 0)
    g.deck ^= np.int64(1) << card
    g.pile -= 1
    slots.put(g, card, slot, all_bits(e.kinds))
    slots.show(g, slot, g.turn)
    if g.stage == S.DRAWING:
        g.stage = S.CHOOSING
        g.seat = g.turn
    else:
        g.turn = seat_after(g, g.turn)
        if g.turn == g.first:
            g.stage = S.DRAWING


@rule
def play_secret(e, g, slot, other, guess):
    """WS-4 One secret is laid open and does its deed; the other one goes into the first slot."""
    start = np.int64(g.turn) * S.HAND
    kind = np.int64(e.kind[g.card[start + slot]])
    lay_open(e, g, start + slot)
    if slot == 0:
        slots.move_same(g, start + 1, start)
    g.news += 1
    if e.deed[kind] == S.SHIELD:
        g.fans |= np.int64(1) << np.int64(g.turn)
    elif e.deed[kind] == S.LEAVE:
        leave(e, g, np.int64(g.turn))
    elif other != NONE:
        do_deed(e, g, np.int64(e.deed[kind]), other, guess)


@rule
def end_turn(e, g):
    """WS-12 The next player who is still there; or the end. WS-8 A fan lasts until then."""
    if g.pile == 0 or count_bits(g.out) == g.seats - 1:
        score_game(e, g)
        return
    g.turn = seat_after(g, g.turn)
    while has_bit(g.out, g.turn):
        g.turn = seat_after(g, g.turn)
    g.fans &= ~(np.int64(1) << np.int64(g.turn))
    g.stage = S.DRAWING
    g.seat = CHANCE


@rule
def score_game(e, g):
    """WS-12 The dearest secret among those still there wins; equal ones share the win."""
    for seat in range(g.seats):
        if not has_bit(g.out, seat):
            g.points[seat] = e.kind[g.card[seat * S.HAND]] + 1
    share_win(g, most_points(g))
