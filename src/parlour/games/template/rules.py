"""The rules of Keepsakes. Clause ids are those of README.md.

`setup`, `legal` and `play` come first, as in every game; the rest follows an evening as it goes. The engine
calls `play` only with a move that `legal` listed, so `play` checks nothing.
"""

import numpy as np

from parlour.engine import answers, slots
from parlour.engine.bits import all_bits, has_bit, list_bits
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.engine.seats import has_ruling, seat_after
from parlour.games.template import moves as M
from parlour.games.template import state as S
from parlour.games.template.ending import score_game
from parlour.games.template.hands import count_hand, draw_card, free_slot, free_spot, move_card


@rule
def setup(e, g):
    """TG-3, TG-4 An empty table and a full drawer; chance draws the starter, unless one is given, and deals."""
    g.stage = S.START if g.first == NONE else S.DEALING
    g.turn = g.first
    g.victim = NONE
    g.left = e.turns
    g.pile = e.cards
    g.deck = all_bits(e.cards)
    slots.clear_slots(g)
    g.shows[:] = NONE
    answers.clear_answers(g)
    g.given[:] = NONE


@rule
def legal(e, g, out):
    """The stage, which everybody can see, says who is asked for what."""
    if g.stage == S.WALTZ:
        return list_held(e, g, M.GIVE, g.seat, out)
    if g.stage == S.DEED:
        return list_deeds(e, g, out)
    if g.stage == S.REACT:
        return list_reactions(e, g, out)
    if g.stage == S.GRABBING:
        return list_held(e, g, M.GRAB, g.victim, out)
    if g.stage == S.ROLLING:
        return list_bits(M.ROLL, all_bits(e.faces), e.faces, out, np.int64(0))
    if g.stage == S.START:
        return list_bits(M.STARTS, all_bits(g.seats), g.seats, out, np.int64(0))
    # TG-4, TG-7 Any card still in the drawer.
    return list_bits(M.DEAL if g.stage == S.DEALING else M.POST, g.deck, e.cards, out, np.int64(0))


@rule
def play(e, g, m):
    kind = kind_of(m)
    a = a_of(m)
    if kind == M.GIVE:
        give_card(e, g, a)
    elif kind == M.PEEK:
        peek_card(e, g, S.MANTELPIECE + a)
    elif kind == M.TAKE:
        take_card(e, g, S.MANTELPIECE + a)
    elif kind == M.FILCH:
        ask_victim(g, a)
    elif kind == M.LINGER:
        end_turn(e, g)
    elif kind == M.TUCK:
        tuck_card(e, g, a)
        start_roll(e, g)
    elif kind == M.ALLOW:
        start_roll(e, g)
    elif kind == M.STARTS:
        start_deal(g, a)
    elif kind == M.DEAL:
        deal_card(e, g, a)
    elif kind == M.POST:
        post_card(e, g, a)
    elif kind == M.ROLL:
        roll_die(e, g, a)
    else:
        grab_card(e, g, a)


# What may be played


@rule
def list_deeds(e, g, out):
    """TG-8 Peek, take or filch. TG-16 Whoever can do none of these, as everybody can see, lingers."""
    n = 0
    seat = np.int64(g.seat)
    for spot in range(e.mantel):
        if g.card[S.MANTELPIECE + spot] != NONE and not slots.has_seen(g, S.MANTELPIECE + spot, seat):
            out[n] = make(M.PEEK, spot, NONE, NONE)
            n += 1
    if free_slot(e, g, seat) != NONE:
        for spot in range(e.mantel):
            if g.card[S.MANTELPIECE + spot] != NONE:
                out[n] = make(M.TAKE, spot, NONE, NONE)
                n += 1
        for other in range(g.seats):
            if other != seat and count_hand(e, g, other) > 0:
                out[n] = make(M.FILCH, other, NONE, NONE)
                n += 1
    if n == 0:
        out[n] = make(M.LINGER, NONE, NONE, NONE)
        n += 1
    return n


@rule
def list_reactions(e, g, out):
    """TG-12 Tuck away one that may be tucked. TG-13 Or allow it: the victim is asked even if that is all."""
    n = 0
    if free_spot(e, g) != NONE:
        for slot in range(e.limit):
            if can_tuck(e, np.int64(g.card[np.int64(g.seat) * S.HAND + slot])):
                out[n] = make(M.TUCK, slot, NONE, NONE)
                n += 1
    out[n] = make(M.ALLOW, NONE, NONE, NONE)
    return n + 1


@rule
def can_tuck(e, card):
    """TG-12 A farewell cannot be tucked away."""
    return card != NONE and has_bit(e.tuckable, e.kind[card])


@rule
def list_held(e, g, kind, seat, out):
    """One move for every hand slot of a seat that holds a card."""
    n = 0
    for slot in range(e.limit):
        if g.card[np.int64(seat) * S.HAND + slot] != NONE:
            out[n] = make(kind, slot, NONE, NONE)
            n += 1
    return n


# The start, and the waltz


@rule
def start_deal(g, seat):
    """TG-3 The drawn seat starts and is dealt to first."""
    g.first = seat
    g.turn = seat
    g.stage = S.DEALING


@rule
def deal_card(e, g, card):
    """TG-4 A hand for each seat in turn, seen by that seat alone, as far as the drawer goes."""
    slot = free_slot(e, g, g.turn)
    draw_card(e, g, card, slot)
    slots.show(g, slot, g.turn)
    if count_hand(e, g, g.turn) == e.hand:
        g.turn = seat_after(g, g.turn)
    if g.pile == 0 or (g.turn == g.first and count_hand(e, g, g.first) == e.hand):
        g.turn = g.first
        start_waltz(e, g)


@rule
def start_waltz(e, g):
    """TG-6 A round begins: every seat that holds a card is asked, all at the same time."""
    asked = np.int64(0)
    for seat in range(g.seats):
        if count_hand(e, g, seat) > 0:
            asked |= np.int64(1) << seat
    g.stage = S.WALTZ
    if asked == 0:
        start_turn(e, g)
    else:
        answers.ask_together(g, asked)


@rule
def give_card(e, g, slot):
    """TG-6 Nothing moves, and nobody else learns the choice, until all have chosen."""
    if answers.keep_answer(g, slot):
        pass_cards(e, g)
        start_turn(e, g)


@rule
def pass_cards(e, g):
    """TG-6 All chosen cards go to the left at once, by way of the tray, and are seen by who gets them."""
    g.given[:] = g.answer
    answers.clear_answers(g)
    for seat in range(g.seats):
        if g.given[seat] != NONE:
            move_card(g, seat * S.HAND + np.int64(g.given[seat]), S.TRAY + seat)
    for seat in range(g.seats):
        if g.given[seat] != NONE:
            slot = free_slot(e, g, seat_after(g, seat))
            move_card(g, S.TRAY + seat, slot)
            slots.show(g, slot, seat_after(g, seat))


# A turn


@rule
def start_turn(e, g):
    """TG-7 A turn begins with the post, if the drawer has a card and the mantelpiece room for it."""
    if g.pile > 0 and free_spot(e, g) != NONE:
        g.stage = S.POSTING
        g.seat = CHANCE
    else:
        ask_deed(g)


@rule
def post_card(e, g, card):
    """TG-7, TG-R1 It is laid on the mantelpiece unopened: all see the seal, nobody what is inside."""
    slot = free_spot(e, g)
    draw_card(e, g, card, slot)
    if has_ruling(g, S.SEAL_UP):
        g.shows[slot] = e.seal[card]
    ask_deed(g)


@rule
def ask_deed(g):
    g.stage = S.DEED
    g.seat = g.turn


@rule
def peek_card(e, g, slot):
    """TG-9 You read it and lay it back."""
    slots.show(g, slot, g.turn)
    g.news += 1
    end_turn(e, g)


@rule
def take_card(e, g, slot):
    """TG-10 It goes into your hand; whoever knew it still does."""
    to = free_slot(e, g, g.turn)
    move_card(g, slot, to)
    slots.show(g, to, g.turn)
    g.news += 1
    end_turn(e, g)


@rule
def ask_victim(g, seat):
    """TG-11 The victim may react first."""
    g.victim = seat
    g.stage = S.REACT
    g.seat = seat


@rule
def tuck_card(e, g, slot):
    """TG-12 Onto the mantelpiece, face down; everybody learns what it cannot be."""
    to = free_spot(e, g)
    move_card(g, np.int64(g.victim) * S.HAND + slot, to)
    slots.narrow(g, to, np.int64(e.tuckable))
    g.news += 1


@rule
def start_roll(e, g):
    """TG-14 The thief rolls the die, unless there is nothing left to filch."""
    g.stage = S.ROLLING
    g.seat = CHANCE
    if count_hand(e, g, g.victim) == 0:
        end_turn(e, g)


@rule
def roll_die(e, g, face):
    """TG-14 Too low a roll, and the thief blushes and gets nothing."""
    if face + 1 >= e.bold:
        g.stage = S.GRABBING
    else:
        end_turn(e, g)


@rule
def grab_card(e, g, slot):
    """TG-15 Chance picks the card; of the others only the thief sees it."""
    to = free_slot(e, g, g.turn)
    move_card(g, np.int64(g.victim) * S.HAND + slot, to)
    slots.show(g, to, g.turn)
    end_turn(e, g)


@rule
def end_turn(e, g):
    """TG-2 The seat to the left is next; when all have had a turn, the next waltz; at last the score."""
    g.victim = NONE
    g.left -= 1
    g.turn = seat_after(g, g.turn)
    if g.left == 0:
        score_game(e, g)
    elif (np.int64(e.turns) - np.int64(g.left)) % np.int64(g.seats) == 0:
        start_waltz(e, g)
    else:
        start_turn(e, g)
