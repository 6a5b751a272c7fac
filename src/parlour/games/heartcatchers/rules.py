"""The rules of Heartcatchers. Clause ids are those of README.md."""

import numpy as np
from numpy import uint64 as ix  # an index that is never negative: saves the look from the end of the array

from parlour.engine.jit import rule
from parlour.engine.moves import NEXT_A, NEXT_B, a_of, b_of, c_of, kind_of, make
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.games.heartcatchers.moves import CATCH, DRAW, LAY, SECRET, STARTS, STEAL
from parlour.games.heartcatchers.state import (
    BREAKER,
    CHANGE,
    COLUMNS,
    LOVE,
    PLAYERS,
    POSITIONS,
    STACK_BITS,
    STACK_MASK,
    WHITE,
    WHITE_SAFE,
    WHITE_SCORES,
)

# The seats that may start, as bits.
EITHER = np.int64((1 << PLAYERS) - 1)


@rule
def setup(e, g):
    """HC-3, HC-4 An empty table and the whole deck; chance deals."""
    g.turn = NONE
    g.drawer = NONE
    g.laid = 0
    g.pile = e.cards
    g.deck = (np.int64(1) << np.int64(e.cards)) - 1
    g.hand[:, :] = NONE
    g.held[:] = 0
    g.at[:] = NONE
    g.top[:] = NONE
    g.value[:] = 0
    g.open = 0
    g.below[:] = NONE
    g.secrets = 0
    g.secret[:] = NONE
    g.by[:] = NONE
    g.under[:] = NONE


@rule
def legal(e, g, out):
    """HC-6 One action out of three: HC-7 catch, HC-9 steal, HC-11 Secret; for chance, what comes next.

    A move is written always and counted if it is legal: that is faster than to ask first. It is one function
    because to hand `out` on costs more than to fill it.
    """
    n = np.int64(0)
    if g.seat == CHANCE:
        chance = make(STARTS if g.first == NONE else LAY if g.drawer == NONE else DRAW, 0, NONE, NONE)
        drawable = np.int64(EITHER if g.first == NONE else g.deck)
        for i in range(e.cards):
            out[ix(n)] = chance + i * NEXT_A
            n += (drawable >> i) & 1
        return n

    seat = np.int64(g.seat)
    mine, theirs = seat * COLUMNS, (PLAYERS - 1 - seat) * COLUMNS
    columns = np.int64(e.columns)
    for slot in range(e.cards_in_hand):
        card = np.int64(g.hand[ix(seat), slot])
        if card != NONE:
            move = make(CATCH, slot, mine, NONE)
            caught = np.int64(g.open) >> (mine * STACK_BITS + np.int64(e.suit[ix(card)]))
            for column in range(COLUMNS):
                out[ix(n)] = move + column * NEXT_B
                n += (caught >> (column * STACK_BITS)) & 1
    for slot in range(e.cards_in_hand):
        card = np.int64(g.hand[ix(seat), slot])
        if card != NONE:
            move = make(STEAL, slot, theirs, mine)
            caught = np.int64(g.open) >> (theirs * STACK_BITS + np.int64(e.suit[ix(card)]))
            for column in range(COLUMNS):
                for back in range(COLUMNS):
                    out[ix(n + back)] = move + column * NEXT_B + back
                n += ((caught >> (column * STACK_BITS)) & 1) * columns
    for slot in range(e.cards_in_hand):
        if g.hand[ix(seat), slot] != NONE:
            move = make(SECRET, slot, 0, NONE)
            for side in range(PLAYERS):
                for column in range(COLUMNS):
                    out[ix(n + column)] = move + (side * COLUMNS + column) * NEXT_B
                n += columns
    return n


@rule
def play(e, g, m):
    """HC-6 The action of a turn, or what chance brings."""
    kind = kind_of(m)
    if kind == DRAW:
        draw_card(e, g, a_of(m))
    elif kind <= SECRET:
        play_action(e, g, m, kind)
    elif kind == LAY:
        lay_card(e, g, a_of(m))
    else:
        g.first = a_of(m)


@rule
def has_ruling(g, ruling):
    return (np.int64(g.rulings) >> ruling) & 1 == 1


# Dealing and drawing


@rule
def lay_card(e, g, card):
    """HC-3 Two facing rows of face-up cards, each the first of a stack."""
    laid = np.int64(g.laid)
    seat = np.int64(0) if laid < e.columns else np.int64(1)
    position = laid + seat * (COLUMNS - np.int64(e.columns))
    take_from_deck(g, card)
    g.at[position] = position
    put_on_top(e, g, card, position)
    g.open = np.int64(g.open) | (dealt_open_to(e, g, card) << (position * STACK_BITS))
    g.points[seat] += count_card(e, g, card)
    g.laid = laid + 1
    if g.laid == PLAYERS * e.columns:
        g.drawer = g.first


@rule
def dealt_open_to(e, g, card):
    """HC-8 What catches a card that was dealt to the table. HC-R3, HC-R12 With the ruling off, that
    includes an Uncatchable, for hearts alone."""
    if e.suit[card] == WHITE and not has_ruling(g, WHITE_SAFE):
        return np.int64(e.hearts)
    return np.int64(e.open_to[card])


@rule
def draw_card(e, g, card):
    """HC-4, HC-13 Into the first free slot of the hand, until the hand is full or the pile is empty."""
    seat = np.int64(g.drawer)
    take_from_deck(g, card)
    slot = 0
    while g.hand[ix(seat), ix(slot)] != NONE:
        slot += 1
    g.hand[ix(seat), ix(slot)] = card
    g.held[ix(seat)] += 1
    if g.pile > 0 and g.held[ix(seat)] < e.cards_in_hand:
        return
    if g.turn == NONE:
        end_deal(g, seat)
    else:
        g.drawer = NONE
        pass_turn(e, g)


@rule
def end_deal(g, seat):
    """HC-4 After the first hand the other one; then HC-R2 the starter acts."""
    if seat == g.first:
        g.drawer = 1 - seat
    else:
        g.drawer = NONE
        g.turn = g.first
        g.seat = g.first


@rule
def take_from_deck(g, card):
    g.deck ^= np.int64(1) << card
    g.pile -= 1


# The three actions


@rule
def play_action(e, g, m, kind):
    """HC-6 One of three actions. HC-13 Then draw, if the pile allows."""
    seat = np.int64(g.seat)
    card = take_from_hand(g, seat, a_of(m))
    if kind == SECRET:
        play_secret(g, seat, card, b_of(m))
    else:
        play_catch(e, g, card, b_of(m))
        if kind == STEAL:
            swap_stacks(g, b_of(m), c_of(m))
    if g.pile > 0:
        g.drawer = seat
        g.seat = CHANCE
    else:
        pass_turn(e, g)


@rule
def take_from_hand(g, seat, slot):
    card = np.int64(g.hand[ix(seat), ix(slot)])
    g.hand[ix(seat), ix(slot)] = NONE
    g.held[ix(seat)] -= 1
    return card


@rule
def play_catch(e, g, card, position):
    """HC-7 Face up on top of the stack; everybody learns which card it was."""
    shift = position * STACK_BITS
    put_on_top(e, g, card, np.int64(g.at[ix(position)]))
    g.open = (np.int64(g.open) & ~(STACK_MASK << shift)) | (np.int64(e.open_to[ix(card)]) << shift)
    g.points[ix(side_of(position))] += count_card(e, g, card)
    g.news += 1


@rule
def put_on_top(e, g, card, stack):
    g.below[ix(card)] = g.top[ix(stack)]
    g.top[ix(stack)] = card
    g.value[ix(stack)] += count_card(e, g, card)


@rule
def swap_stacks(g, position, other):
    """HC-9, HC-10 Whole stacks of two sides change places, Secrets and all; three stay on each side."""
    stack, given = np.int64(g.at[ix(position)]), np.int64(g.at[ix(other)])
    g.at[ix(position)] = given
    g.at[ix(other)] = stack
    gain = np.int64(g.value[ix(stack)]) - np.int64(g.value[ix(given)])
    g.points[ix(side_of(other))] += gain
    g.points[ix(side_of(position))] -= gain
    a, b = position * STACK_BITS, other * STACK_BITS
    differ = ((np.int64(g.open) >> a) ^ (np.int64(g.open) >> b)) & STACK_MASK
    g.open = np.int64(g.open) ^ (differ << a) ^ (differ << b)


@rule
def play_secret(g, seat, card, position):
    """HC-11 Face down under a stack; only the seat that played it has seen it."""
    k = np.int64(g.secrets)
    g.secret[ix(k)] = card
    g.by[ix(k)] = seat
    g.under[ix(k)] = g.at[ix(position)]
    g.secrets = k + 1


@rule
def pass_turn(e, g):
    """HC-15 The other player is next; the game ends when both hands have been played."""
    turn = np.int64(g.turn)
    if g.held[ix(1 - turn)] > 0:
        turn = 1 - turn
    elif g.held[ix(turn)] == 0:
        score_game(e, g)
        return
    g.turn = turn
    g.seat = turn


# Scoring


@rule
def count_card(e, g, card):
    """HC-18 A face-up card is a point. HC-R6 A white one too, if the ruling says so."""
    if e.suit[ix(card)] == WHITE and not has_ruling(g, WHITE_SCORES):
        return np.int64(0)
    return np.int64(1)


@rule
def count_secret(e, card):
    """HC-17, HC-19 An Ultimate Love adds, a Heartbreaker takes away, all else is bluff."""
    if e.heart[card] == LOVE:
        return np.int64(e.love)
    if e.heart[card] == BREAKER:
        return -np.int64(e.breaker)
    return np.int64(0)


@rule
def side_of(position):
    """The seat on whose side a position is."""
    return np.int64(0) if position < COLUMNS else np.int64(1)


@rule
def position_of(g, stack):
    """Where a stack lies."""
    for position in range(POSITIONS):
        if g.at[position] == stack:
            return position
    return NONE


@rule
def score_game(e, g):
    """HC-16 Change-of-Hearts first. HC-17 Then the other Secrets. HC-20 Most points win."""
    change_hearts(e, g)
    for k in range(g.secrets):
        if g.under[k] != NONE:
            g.points[side_of(position_of(g, g.under[k]))] += count_secret(e, np.int64(g.secret[k]))
    g.news += 1
    g.seat = OVER
    if g.points[0] == g.points[1]:
        g.winners = (1 << PLAYERS) - 1
        g.result[:PLAYERS] = WIN // PLAYERS
    else:
        winner = 0 if g.points[0] > g.points[1] else 1
        g.winners = 1 << winner
        g.result[winner] = WIN


@rule
def change_hearts(e, g):
    """HC-16, HC-R7 Each swaps its stack with the one opposite and is discarded; two in a column cancel."""
    for k in range(g.secrets):
        if e.heart[g.secret[k]] == CHANGE:
            column = position_of(g, g.under[k]) % COLUMNS
            swap_stacks(g, column, column + COLUMNS)
            g.under[k] = NONE
