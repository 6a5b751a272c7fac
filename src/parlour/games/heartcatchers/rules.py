"""The rules of Heartcatchers. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, c_of, kind_of, make
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.games.heartcatchers.moves import CATCH, DRAW, LAY, SECRET, STARTS, STEAL
from parlour.games.heartcatchers.state import (
    BREAKER,
    CHANGE,
    COLUMNS,
    LOVE,
    PLAYERS,
    WHITE,
    WHITE_SAFE,
    WHITE_SCORES,
)


@rule
def setup(e, g):
    """HC-3, HC-4 An empty table and the whole deck; chance deals."""
    g.turn = NONE
    g.drawer = NONE
    g.laid = 0
    g.pile = e.cards
    g.deck = (np.int64(1) << np.int64(e.cards)) - 1
    g.hand[:, :] = NONE
    g.at[:] = NONE
    g.top[:] = NONE
    g.height[:] = 0
    g.below[:] = NONE
    g.secrets = 0
    g.secret[:] = NONE
    g.by[:] = NONE
    g.under[:] = NONE


@rule
def legal(e, g, out):
    """HC-6 One action out of three; for chance, who starts or which card comes."""
    if g.seat == CHANCE:
        return legal_for_chance(e, g, out)
    n = list_catches(e, g, out, 0)
    n = list_steals(e, g, out, n)
    return list_secrets(e, g, out, n)


@rule
def play(e, g, m):
    kind = kind_of(m)
    if kind == DRAW:
        draw_card(e, g, a_of(m))
    elif kind == SECRET:
        play_secret(g, a_of(m), b_of(m))
        end_action(e, g)
    elif kind == CATCH:
        play_catch(g, a_of(m), b_of(m))
        end_action(e, g)
    elif kind == STEAL:
        play_catch(g, a_of(m), b_of(m))
        swap_stacks(g, b_of(m), c_of(m))
        end_action(e, g)
    elif kind == LAY:
        lay_card(e, g, a_of(m))
    else:
        g.first = a_of(m)


# What may be played


@rule
def list_catches(e, g, out, n):
    """HC-7 A hand card on one of your own stacks that it catches."""
    seat = np.int64(g.seat)
    for slot in range(e.cards_in_hand):
        card = np.int64(g.hand[seat, slot])
        if card != NONE:
            for position in range(seat * COLUMNS, seat * COLUMNS + e.columns):
                if can_catch(e, g, card, position):
                    out[n] = make(CATCH, slot, position, NONE)
                    n += 1
    return n


@rule
def list_steals(e, g, out, n):
    """HC-9 A hand card on an opponent's stack that it catches, for any one of your own."""
    mine = np.int64(g.seat) * COLUMNS
    theirs = (1 - np.int64(g.seat)) * COLUMNS
    for slot in range(e.cards_in_hand):
        card = np.int64(g.hand[g.seat, slot])
        if card != NONE:
            for position in range(theirs, theirs + e.columns):
                if can_catch(e, g, card, position):
                    for back in range(mine, mine + e.columns):
                        out[n] = make(STEAL, slot, position, back)
                        n += 1
    return n


@rule
def list_secrets(e, g, out, n):
    """HC-11 Any hand card under any stack of either side."""
    for slot in range(e.cards_in_hand):
        if g.hand[g.seat, slot] != NONE:
            for side in range(PLAYERS):
                for column in range(e.columns):
                    out[n] = make(SECRET, slot, side * COLUMNS + column, NONE)
                    n += 1
    return n


@rule
def can_catch(e, g, card, position):
    """HC-8 Red catches green, green blue, blue red, an Uncatchable all three. HC-12 Nothing catches white."""
    stack = g.at[position]
    suit = e.suit[card]
    caught = e.suit[g.top[stack]]
    if caught == WHITE:
        return is_dealt_white_open(g, stack) and suit != WHITE
    return e.catches[suit, caught] == 1


@rule
def is_dealt_white_open(g, stack):
    """HC-R3, HC-R12 With the ruling off, an Uncatchable that was dealt to the table is still to be caught."""
    return not has_ruling(g, WHITE_SAFE) and g.height[stack] == 1


@rule
def has_ruling(g, ruling):
    return (np.int64(g.rulings) >> ruling) & 1 == 1


@rule
def legal_for_chance(e, g, out):
    """HC-R2 Who starts; then any card still in the pile."""
    if g.first == NONE:
        for seat in range(PLAYERS):
            out[seat] = make(STARTS, seat, NONE, NONE)
        return PLAYERS
    kind = DRAW if g.drawer != NONE else LAY
    n = 0
    for card in range(e.cards):
        if (g.deck >> card) & 1:
            out[n] = make(kind, card, NONE, NONE)
            n += 1
    return n


# Dealing and drawing


@rule
def lay_card(e, g, card):
    """HC-3 Two facing rows of face-up cards, each the first of a stack."""
    position = (np.int64(g.laid) // e.columns) * COLUMNS + np.int64(g.laid) % e.columns
    take_from_deck(g, card)
    g.at[position] = position
    g.top[position] = card
    g.height[position] = 1
    g.laid += 1
    if g.laid == PLAYERS * e.columns:
        count_points(e, g)
        g.drawer = g.first


@rule
def draw_card(e, g, card):
    """HC-4, HC-13 Into the first free slot of the hand, until the hand is full or the pile is empty."""
    seat = np.int64(g.drawer)
    take_from_deck(g, card)
    slot = 0
    while g.hand[seat, slot] != NONE:
        slot += 1
    g.hand[seat, slot] = card
    if g.pile > 0 and count_hand(e, g, seat) < e.cards_in_hand:
        return
    if g.turn == NONE and seat == g.first:
        g.drawer = 1 - seat
        return
    g.drawer = NONE
    if g.turn == NONE:
        g.turn = g.first
        g.seat = g.first
    else:
        pass_turn(e, g)


@rule
def take_from_deck(g, card):
    g.deck ^= np.int64(1) << card
    g.pile -= 1


@rule
def count_hand(e, g, seat):
    held = 0
    for slot in range(e.cards_in_hand):
        if g.hand[seat, slot] != NONE:
            held += 1
    return held


# The three actions


@rule
def play_catch(g, slot, position):
    """HC-7 Face up on top of the stack; everybody learns which card it was."""
    card = np.int64(g.hand[g.seat, slot])
    stack = np.int64(g.at[position])
    g.hand[g.seat, slot] = NONE
    g.below[card] = g.top[stack]
    g.top[stack] = card
    g.height[stack] += 1
    g.news += 1


@rule
def swap_stacks(g, position, other):
    """HC-9, HC-10 Whole stacks change places, Secrets and all; three stay on each side."""
    stack = g.at[position]
    g.at[position] = g.at[other]
    g.at[other] = stack


@rule
def play_secret(g, slot, position):
    """HC-11 Face down under a stack; only the seat that played it has seen it."""
    k = np.int64(g.secrets)
    g.secret[k] = g.hand[g.seat, slot]
    g.by[k] = g.seat
    g.under[k] = g.at[position]
    g.hand[g.seat, slot] = NONE
    g.secrets += 1


@rule
def end_action(e, g):
    """HC-13 After the action draw back to a full hand, if the pile allows."""
    count_points(e, g)
    if g.pile > 0:
        g.drawer = g.seat
        g.seat = CHANCE
    else:
        pass_turn(e, g)


@rule
def pass_turn(e, g):
    """HC-15 The other player is next; the game ends when both hands have been played."""
    other = 1 - np.int64(g.turn)
    if count_hand(e, g, other) > 0:
        g.turn = other
    elif count_hand(e, g, g.turn) == 0:
        score_game(e, g)
        return
    g.seat = g.turn


# Scoring


@rule
def count_points(e, g):
    """HC-18 One point for each face-up card on your side."""
    for seat in range(PLAYERS):
        points = 0
        for column in range(e.columns):
            points += count_stack(e, g, np.int64(g.at[seat * COLUMNS + column]))
        g.points[seat] = points


@rule
def count_stack(e, g, stack):
    """HC-R6 Face-up cards of a stack; white ones only if the ruling says so."""
    if has_ruling(g, WHITE_SCORES):
        return np.int64(g.height[stack])
    count = 0
    card = np.int64(g.top[stack])
    while card != NONE:
        if e.suit[card] != WHITE:
            count += 1
        card = np.int64(g.below[card])
    return count


@rule
def score_game(e, g):
    """HC-16 Change-of-Hearts first. HC-17 Then the other Secrets. HC-20 Most points win."""
    change_hearts(e, g)
    count_points(e, g)
    for k in range(g.secrets):
        if g.under[k] != NONE:
            g.points[owner_of(e, g, np.int64(g.under[k]))] += count_secret(e, np.int64(g.secret[k]))
    g.news += 1
    g.seat = OVER
    if g.points[0] == g.points[1]:
        g.winners = 3
        g.result[0] = WIN // PLAYERS
        g.result[1] = WIN // PLAYERS
    else:
        winner = 0 if g.points[0] > g.points[1] else 1
        g.winners = 1 << winner
        g.result[winner] = WIN


@rule
def change_hearts(e, g):
    """HC-16, HC-R7 Each swaps its stack with the one opposite and is discarded; two in a column cancel."""
    for k in range(g.secrets):
        if e.heart[g.secret[k]] == CHANGE:
            stack = g.under[k]
            g.under[k] = NONE
            for column in range(e.columns):
                if g.at[column] == stack or g.at[COLUMNS + column] == stack:
                    swap_stacks(g, column, COLUMNS + column)
                    break


@rule
def count_secret(e, card):
    """HC-17, HC-19 An Ultimate Love adds, a Heartbreaker takes away, all else is bluff."""
    if e.heart[card] == LOVE:
        return np.int64(e.love)
    if e.heart[card] == BREAKER:
        return -np.int64(e.breaker)
    return np.int64(0)


@rule
def owner_of(e, g, stack):
    """The seat on whose side a stack lies."""
    for column in range(e.columns):
        if g.at[column] == stack:
            return 0
    return 1
