"""The turn of ...and then we held hands... round its steps: where a walk may go, and what follows a stop."""

import numpy as np

from parlour.engine.bits import all_bits, has_bit
from parlour.engine.jit import rule
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.engine.seats import has_ruling
from parlour.games.held_hands import state as S

# Beginning a turn


@rule
def begin_turn(e, g, seat):
    """HH-8 Without an active objective the next one is turned up first. HH-R16 That happens once."""
    g.turn = seat
    g.walked = 0
    g.crossed = np.int64(1) << np.int64(g.node[seat])
    if g.goal == NONE and g.goals[g.giver] > 0:
        g.phase = S.REVEALING
        g.seat = CHANCE
    else:
        begin_walk(e, g)


@rule
def begin_walk(e, g):
    """HH-23 Whoever is to move and cannot breaks the couple up. HH-R11 So does a partner who could not."""
    g.phase = S.WALK
    g.seat = g.turn
    seat = np.int64(g.turn)
    if not can_walk(e, g, seat):
        break_up(g, S.STUCK if has_cards(e, g) else S.NO_CARDS)
    elif has_ruling(g, S.EITHER_STUCK) and g.node[1 - seat] != e.heart and not can_walk(e, g, 1 - seat):
        break_up(g, S.PARTNER_STUCK)


# Where a walk may go


@rule
def move_token(e, g, seat, colour, node):
    """HH-12 A node is crossed. HH-13 Balance moves with every step."""
    g.node[seat] = node
    g.crossed |= np.int64(1) << node
    g.walked += 1
    g.balance[seat] += e.sign[colour]


@rule
def free_nodes(e, g, seat):
    """HH-12, HH-R5, HH-R12 Linked, in an open ring, not crossed this turn, not the partner's; as bits.

    HH-R3 Without the colours that would leave the scale, unless the strict ruling lets them.
    """
    node = np.int64(g.node[seat])
    if node == e.heart:
        return np.int64(0)
    partner = np.int64(1) << np.int64(g.node[1 - seat])
    heart = np.int64(1) << np.int64(e.heart)
    free = np.int64(e.links[node]) & np.int64(e.open[g.ring]) & ~np.int64(g.crossed) & (~partner | heart)
    balance = np.int64(g.balance[seat])
    if not has_ruling(g, S.EDGE_IS_LOSS):
        if balance >= e.limit:
            free &= ~np.int64(e.raising)
        elif balance <= -np.int64(e.limit):
            free &= ~np.int64(e.lowering)
    return free


@rule
def reach_of(e, g, seat, colour, free):
    """HH-9 The free nodes that a card of this colour pays for; as bits."""
    reach = free & np.int64(e.painted[colour])
    if has_bit(free, e.heart) and can_enter(e, g, np.int64(g.balance[seat]) + np.int64(e.sign[colour])):
        reach |= np.int64(1) << np.int64(e.heart)
    return reach


@rule
def can_enter(e, g, balance):
    """HH-20 The Heart takes any card that leaves Balance at 0. HH-R13 A long chain does so too."""
    return balance == 0 or (np.int64(g.walked) + 1 >= e.chain and abs(balance) <= e.limit)


@rule
def can_walk(e, g, seat):
    """Whether any visible half pays for any step."""
    free = free_nodes(e, g, seat)
    for hand in range(S.PLAYERS):
        side = np.int64(g.side[hand])
        for slot in range(e.hand):
            colour = np.int64(g.half[hand, slot, side])
            if colour != NONE and reach_of(e, g, seat, colour, free) != 0:
                return True
    return False


@rule
def has_cards(e, g):
    held = np.int64(0)
    for seat in range(S.PLAYERS):
        held += count_hand(e, g, seat)
    return held > 0


@rule
def count_hand(e, g, seat):
    held = np.int64(0)
    for slot in range(e.hand):
        if g.card[seat, slot] != NONE:
            held += 1
    return held


@rule
def free_slot(e, g, seat, slot):
    """The first empty slot from this one on; past the last one if there is none."""
    while slot < e.hand and g.card[seat, slot] != NONE:
        slot += 1
    return slot


# After the last step


@rule
def end_walk(e, g):
    """HH-14, HH-R4 A long chain brings Balance back to 0. HH-21, HH-22 The Heart waits one turn."""
    seat = np.int64(g.turn)
    if g.walked >= e.chain:
        g.balance[seat] = 0
    if g.node[1 - seat] == e.heart:
        if g.node[seat] == e.heart:
            hold_hands(g)
        else:
            break_up(g, S.LEFT_BEHIND)
        return
    side = np.int64(e.half[seat, g.node[seat]])
    if side == NONE:
        g.phase = S.LOOK
    else:
        turn_fan(g, seat, side)
        end_look(e, g)


@rule
def turn_fan(g, seat, side):
    """HH-16, HH-R6 The fan shows the half on the token's side; what it shows is seen from now on."""
    if g.side[seat] == side:
        return
    g.side[seat] = side
    g.news += 1
    for slot in range(len(g.card[seat])):
        if g.card[seat, slot] != NONE:
            show_half(g, seat, slot, side)


@rule
def show_half(g, seat, slot, side):
    """A half once seen stays known; with the second half everybody knows the card."""
    if g.half[seat, slot, side] != NONE:
        return
    kind = np.int64(g.card[seat, slot])
    g.half[seat, slot, side] = kind // len(S.COLOURS) if side == S.LEFT else kind % len(S.COLOURS)
    if g.half[seat, slot, S.LEFT] != NONE and g.half[seat, slot, S.RIGHT] != NONE:
        g.found[g.since[seat, slot], kind] += 1


@rule
def end_look(e, g):
    """HH-R7 After Balance and perspective the objective, then the refill, then the partner."""
    seat = np.int64(g.turn)
    if is_goal_met(e, g, seat):
        meet_goal(e, g)
    begin_refill(e, g, seat)


@rule
def is_goal_met(e, g, seat):
    """HH-17, HH-R12, HH-R15 By ending a turn on its colour in the ring being played."""
    node = np.int64(g.node[seat])
    return g.goal != NONE and e.colour[node] == g.goal and e.ring[node] == g.ring


@rule
def meet_goal(e, g):
    """HH-17 The objective is done. HH-18 After a ring's last one the next ring opens."""
    g.goal = NONE
    g.met[g.ring] += 1
    for seat in range(S.PLAYERS):
        g.points[seat] += 1
    if g.goals[0] == 0 and g.goals[1] == 0:
        g.ring += 1
        shuffle_back(g, bigger_pile(g))
        if g.ring < e.rings:
            g.goals[:] = e.goals


@rule
def bigger_pile(g):
    """HH-18, HH-R8 Whose discard pile is the bigger one; of equal ones that of the player on turn."""
    mine, theirs = np.int64(0), np.int64(0)
    for kind in range(S.KINDS):
        mine += g.pile[g.turn, kind]
        theirs += g.pile[1 - g.turn, kind]
    return np.int64(g.turn) if mine >= theirs else 1 - np.int64(g.turn)


@rule
def shuffle_back(g, seat):
    """HH-18, HH-R21 A discard pile goes back into the Emotions Deck, and a new stretch begins."""
    g.shuffles += 1
    for kind in range(S.KINDS):
        count = g.pile[seat, kind]
        g.back[g.shuffles, kind] = count
        g.deck[kind] += count
        g.stock += count
        g.pile[seat, kind] = 0


@rule
def begin_refill(e, g, seat):
    """HH-15 At Balance 0 the hand is filled. HH-R9, HH-R10 As far as the deck goes."""
    if g.balance[seat] == 0 and free_slot(e, g, seat, np.int64(0)) < e.hand:
        if g.stock > 0:
            g.phase = S.REFILL
            g.seat = CHANCE
        else:
            end_refill(e, g)
    else:
        begin_turn(e, g, 1 - seat)


@rule
def end_refill(e, g):
    """HH-R9 With the strict ruling a hand that stays too small breaks the couple up."""
    seat = np.int64(g.turn)
    if has_ruling(g, S.EMPTY_DECK_IS_LOSS) and free_slot(e, g, seat, np.int64(0)) < e.hand:
        break_up(g, S.LAST_CARD)
    else:
        begin_turn(e, g, 1 - seat)


# The end


@rule
def hold_hands(g):
    """HH-22 Both in the Heart, one turn after the other: both win."""
    g.ending = S.TOGETHER
    g.winners = all_bits(S.PLAYERS)
    for seat in range(S.PLAYERS):
        g.result[seat] = WIN
    end_game(g)


@rule
def break_up(g, ending):
    """HH-23 Both lose."""
    g.ending = ending
    end_game(g)


@rule
def end_game(g):
    """The cards are turned up, for whoever wants to know what might have been."""
    g.seat = OVER
    g.news += 1
