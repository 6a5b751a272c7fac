"""The rules of Heartcatchers. Clause ids are those of README.md."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.asking import MOVE, askable
from parlour.engine.bits import all_bits, first_free, has_bit, list_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import NEXT_B, a_of, b_of, c_of, kind_of, make
from parlour.engine.record import CHANCE, HIDDEN, NONE, UNKNOWN
from parlour.engine.seats import has_ruling, most_points, share_win
from parlour.games.heartcatchers import moves as M
from parlour.games.heartcatchers import state as S


@rule
def setup(e, g):
    """HC-3, HC-4 An empty table and the whole deck; chance deals."""
    g.turn = NONE
    g.drawer = NONE
    g.laid = 0
    g.pile = e.cards
    g.deck = all_bits(e.cards)
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
    g.spot[:] = NONE
    g.when[:] = NONE


@rule
def legal(e, g, out):
    """HC-6 One of three things: catch on your own side, steal from the other side, or hide a Secret."""
    if g.seat == CHANCE:
        return list_chance(e, g, out)
    n = list_catches(e, g, out, np.int64(0))
    n = list_steals(e, g, out, n)
    return list_secrets(e, g, out, n)


@rule
def play(e, g, m):
    """HC-6 The action of a turn, or what chance brings."""
    kind = kind_of(m)
    if kind == M.DRAW:
        draw_card(e, g, a_of(m))
    elif kind == M.LAY:
        lay_card(e, g, a_of(m))
    elif kind == M.STARTS:
        g.first = a_of(m)
    else:
        act(e, g, m)
        end_action(e, g)


# What may be played


@inlined
def list_chance(e, g, out):
    """HC-R2 Either seat may start. HC-3, HC-4, HC-13 Any card of the pile may be laid or drawn next."""
    if g.first == NONE:
        return list_bits(M.STARTS, all_bits(S.PLAYERS), S.PLAYERS, out, np.int64(0))
    return list_bits(M.LAY if g.drawer == NONE else M.DRAW, g.deck, e.cards, out, np.int64(0))


@inlined
def list_catches(e, g, out, n):
    """HC-7 A card of your hand on a stack of your own whose top it catches."""
    seat = np.int64(g.seat)
    for slot in range(e.cards_in_hand):
        card = np.int64(g.hand[ix(seat), slot])
        if card != NONE:
            move = make(M.CATCH, slot, seat * S.COLUMNS, NONE)
            caught = stacks_caught(e, g, seat, card)
            for column in range(S.COLUMNS):
                out[ix(n)] = move + column * NEXT_B
                n += (caught >> (column * S.STACK_BITS)) & 1
    return n


@inlined
def list_steals(e, g, out, n):
    """HC-9 A card of your hand on a stack of theirs whose top it catches, and any stack of yours to give back."""
    seat = np.int64(g.seat)
    for slot in range(e.cards_in_hand):
        card = np.int64(g.hand[ix(seat), slot])
        if card != NONE:
            move = make(M.STEAL, slot, (1 - seat) * S.COLUMNS, seat * S.COLUMNS)
            caught = stacks_caught(e, g, 1 - seat, card)
            for column in range(S.COLUMNS):
                for back in range(S.COLUMNS):
                    out[ix(n + back)] = move + column * NEXT_B + back
                n += ((caught >> (column * S.STACK_BITS)) & 1) * np.int64(e.columns)
    return n


@inlined
def list_secrets(e, g, out, n):
    """HC-11 Any card of your hand under any stack, on your side or theirs."""
    for slot in range(e.cards_in_hand):
        if g.hand[ix(g.seat), slot] != NONE:
            move = make(M.SECRET, slot, 0, NONE)
            for side in range(S.PLAYERS):
                for column in range(S.COLUMNS):
                    out[ix(n + column)] = move + (side * S.COLUMNS + column) * NEXT_B
                n += np.int64(e.columns)
    return n


@inlined
def stacks_caught(e, g, side, card):
    """HC-8, HC-12 Which stacks on a side a card catches: bit 0 for the first column, then every STACK_BITS."""
    return np.int64(g.open) >> (side * S.COLUMNS * S.STACK_BITS + np.int64(e.suit[ix(card)]))


# Dealing and drawing


@rule
def lay_card(e, g, card):
    """HC-3 Two facing rows of face-up cards, each the first of a stack."""
    laid = np.int64(g.laid)
    seat = np.int64(0) if laid < e.columns else np.int64(1)
    position = laid + seat * (S.COLUMNS - np.int64(e.columns))
    take_from_deck(g, card)
    g.at[ix(position)] = position
    put_on_top(e, g, card, position)
    g.open = np.int64(g.open) | (dealt_open_to(e, g, card) << (position * S.STACK_BITS))
    g.points[seat] += count_card(e, g, card)
    g.laid = laid + 1
    if g.laid == S.PLAYERS * e.columns:
        g.drawer = g.first


@rule
def dealt_open_to(e, g, card):
    """HC-8 What catches a card that was dealt to the table. HC-R3, HC-R12 With the ruling off, that
    includes an Uncatchable, for hearts alone."""
    if e.suit[card] == S.WHITE and not has_ruling(g, S.WHITE_SAFE):
        return np.int64(e.hearts)
    return np.int64(e.open_to[ix(card)])


@rule
def draw_card(e, g, card):
    """HC-4, HC-13 Into the first free slot of the hand, until the hand is full or the pile is empty."""
    seat = np.int64(g.drawer)
    take_from_deck(g, card)
    g.hand[ix(seat), ix(first_free(g.hand[ix(seat)]))] = card
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


@inlined
def act(e, g, m):
    """HC-7, HC-9, HC-11 Catch a stack, steal one, or hide a Secret."""
    card = take_from_hand(g, np.int64(g.seat), a_of(m))
    if kind_of(m) == M.SECRET:
        hide_secret(e, g, card, b_of(m))
        return
    catch_stack(e, g, card, b_of(m))
    if kind_of(m) == M.STEAL:
        swap_stacks(g, b_of(m), c_of(m))


@rule
def take_from_hand(g, seat, slot):
    card = np.int64(g.hand[ix(seat), ix(slot)])
    g.hand[ix(seat), ix(slot)] = NONE
    g.held[ix(seat)] -= 1
    return card


@rule
def catch_stack(e, g, card, position):
    """HC-7 Face up on top of the stack; everybody learns which card it was."""
    shift = position * S.STACK_BITS
    put_on_top(e, g, card, np.int64(g.at[ix(position)]))
    g.open = (np.int64(g.open) & ~(S.STACK_MASK << shift)) | (np.int64(e.open_to[ix(card)]) << shift)
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
    a, b = position * S.STACK_BITS, other * S.STACK_BITS
    differ = ((np.int64(g.open) >> a) ^ (np.int64(g.open) >> b)) & S.STACK_MASK
    g.open = np.int64(g.open) ^ (differ << a) ^ (differ << b)


@rule
def hide_secret(e, g, card, position):
    """HC-11 Face down under a stack; only the seat that played it has seen it. HC-R10 All saw where and when."""
    k = np.int64(g.secrets)
    g.secret[ix(k)] = card
    g.by[ix(k)] = g.seat
    g.under[ix(k)] = g.at[ix(position)]
    g.spot[ix(k)] = position
    g.when[ix(k)] = count_turns(e, g)
    g.secrets = k + 1


@rule
def count_turns(e, g):
    """How many cards have been played from hands, one in each turn so far."""
    held = np.int64(g.held[0]) + np.int64(g.held[1])
    return np.int64(e.cards) - np.int64(g.pile) - np.int64(g.laid) - held


@rule
def end_action(e, g):
    """HC-13 Then you draw, if the pile allows."""
    if g.pile > 0:
        g.drawer = g.seat
        g.seat = CHANCE
    else:
        pass_turn(e, g)


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
    if e.suit[ix(card)] == S.WHITE and not has_ruling(g, S.WHITE_SCORES):
        return np.int64(0)
    return np.int64(1)


@askable(S.CARDS)
@rule
def count_secret(e, g, card):
    """HC-17, HC-19 An Ultimate Love adds, a Heartbreaker takes away, all else is bluff."""
    if e.heart[card] == S.LOVE:
        return np.int64(e.love)
    if e.heart[card] == S.BREAKER:
        return -np.int64(e.breaker)
    return np.int64(0)


@rule
def side_of(position):
    """The seat on whose side a position is."""
    return np.int64(0) if position < S.COLUMNS else np.int64(1)


@askable(S.POSITIONS)
@rule
def position_of(e, g, stack):
    """Where a stack lies."""
    for position in range(S.POSITIONS):
        if g.at[position] == stack:
            return position
    return NONE


@rule
def score_game(e, g):
    """HC-16, HC-17 All Secrets are turned up. HC-20 Most points win."""
    turn_up(e, g, all_bits(S.PLAYERS))
    g.news += 1
    share_win(g, most_points(g))


@rule
def turn_up(e, g, seats):
    """HC-16 Change-of-Hearts first, HC-17 then the other Secrets; only what these seats have hidden."""
    change_hearts(e, g, seats)
    for k in range(g.secrets):
        if has_bit(seats, g.by[k]) and g.under[k] != NONE:
            g.points[side_of(position_of(e, g, g.under[k]))] += count_secret(e, g, np.int64(g.secret[k]))


@rule
def change_hearts(e, g, seats):
    """HC-16, HC-R7 Each swaps its stack with the one opposite and is discarded; two in a column cancel."""
    for k in range(g.secrets):
        if has_bit(seats, g.by[k]) and g.under[k] != NONE and e.heart[g.secret[k]] == S.CHANGE:
            trade_places(g, position_of(e, g, g.under[k]) % S.COLUMNS)
            g.under[k] = NONE


@rule
def trade_places(g, column):
    """HC-16 The two stacks of a column."""
    swap_stacks(g, column, column + S.COLUMNS)


# What would be: asked of what a seat knows, by previews and views


@askable(MOVE)
@rule
def points_after(e, g, m):
    """HC-18 The points face up after an action; unknown if the card is."""
    if kind_of(m) != M.SECRET and g.hand[g.seat, a_of(m)] == HIDDEN:
        return UNKNOWN, UNKNOWN
    act(e, g, m)
    return both_points(g)


@askable(S.COLUMNS)
@rule
def points_traded(e, g, column):
    """HC-16 The points face up if the stacks of a column trade places; none lie there before they are dealt."""
    if g.at[column] != NONE and g.at[column + S.COLUMNS] != NONE:
        trade_places(g, column)
    return both_points(g)


@askable(S.PLAYERS)
@rule
def points_with_own(e, g, seat):
    """HC-16, HC-17 The points if the game were over and nobody but this seat had hidden anything."""
    for k in range(g.secrets):
        if g.by[k] == seat and g.secret[k] == HIDDEN:
            return UNKNOWN, UNKNOWN
    turn_up(e, g, np.int64(1) << seat)
    return both_points(g)


@rule
def both_points(g):
    return np.int64(g.points[0]), np.int64(g.points[1])
