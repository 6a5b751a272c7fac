"""The rules of ...and then we held hands...: set-up, movement and Balance. Clause ids are those of README.md.

What follows a turn's last step (perspective, objective, refill, the end) is in `turns.py`.
"""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, c_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.games.held_hands.moves import DRAW, REVEAL, SHOW_LEFT, SHOW_RIGHT, STARTS, STEP, STOP
from parlour.games.held_hands.state import (
    COLOURS,
    DEAL,
    FAN,
    KINDS,
    LEFT,
    LOOK,
    OFF_BALANCE,
    PLAYERS,
    REVEALING,
    RIGHT,
    SIDES,
    WALK,
)
from parlour.games.held_hands.turns import (
    begin_turn,
    begin_walk,
    break_up,
    count_hand,
    end_look,
    end_refill,
    end_walk,
    free_nodes,
    reach_of,
    show_half,
    turn_fan,
)


@rule
def setup(e, g):
    """HH-4 Tokens on their start nodes at Balance 0. HH-6 Objectives face down. HH-R22 Fans before the deal."""
    g.phase = FAN
    g.ring = 0
    g.goal = NONE
    g.goals[:] = e.goals
    g.aims[:] = e.aims
    g.met[:] = NONE
    g.met[: e.rings] = 0
    g.node[:] = e.start
    g.balance[:] = 0
    g.side[:] = NONE
    g.walked = 0
    g.crossed = 0
    g.card[:, :] = NONE
    g.half[:, :, :] = NONE
    g.since[:, :] = NONE
    g.stock = e.cards
    g.deck[:] = e.copies
    g.pile[:, :] = 0
    g.shuffles = 0
    g.found[:, :] = 0
    g.back[:, :] = 0
    g.ending = NONE
    set_first(g, g.first)


@rule
def legal(e, g, out):
    """HH-9 One more step or a stop; otherwise a fan to choose, or what chance may bring."""
    if g.seat == CHANCE:
        return legal_for_chance(e, g, out)
    if g.phase == WALK:
        return list_walk(e, g, out)
    out[0] = make(SHOW_LEFT, NONE, NONE, NONE)
    out[1] = make(SHOW_RIGHT, NONE, NONE, NONE)
    return len(SIDES)


@rule
def play(e, g, m):
    kind = kind_of(m)
    if kind == STEP:
        take_step(e, g, a_of(m), b_of(m), c_of(m))
    elif kind == DRAW:
        draw_card(e, g, a_of(m))
    elif kind == STOP:
        end_walk(e, g)
    elif kind == SHOW_LEFT:
        choose_side(e, g, LEFT)
    elif kind == SHOW_RIGHT:
        choose_side(e, g, RIGHT)
    elif kind == REVEAL:
        reveal_goal(e, g, a_of(m))
    else:
        set_first(g, a_of(m))


# What may be done


@rule
def list_walk(e, g, out):
    """HH-10 A card of either hand by the half that its fan shows. HH-R2 At least one step before the stop."""
    seat = np.int64(g.turn)
    free = free_nodes(e, g, seat)
    node = np.int64(g.node[seat])
    n = 0
    if free != 0:
        for hand in range(PLAYERS):
            side = np.int64(g.side[hand])
            for slot in range(e.hand):
                colour = np.int64(g.half[hand, slot, side])
                if colour != NONE:
                    n = list_steps(e, node, reach_of(e, g, seat, colour, free), make(STEP, hand, slot, NONE), out, n)
    if g.walked > 0:
        out[n] = make(STOP, NONE, NONE, NONE)
        n += 1
    return n


@rule
def list_steps(e, node, reach, card, out, n):
    """One step for each neighbour in reach; `card` is the move but for its node."""
    if reach != 0:
        for k in range(len(e.near[node])):
            near = np.int64(e.near[node, k])
            if near == NONE:
                break
            if (reach >> near) & 1:
                out[n] = card + near + 1
                n += 1
    return n


@rule
def legal_for_chance(e, g, out):
    """HH-R17 Who starts; HH-8 any objective not yet turned up; HH-5 any card of the deck."""
    n = 0
    if g.first == NONE:
        for seat in range(PLAYERS):
            out[n] = make(STARTS, seat, NONE, NONE)
            n += 1
    elif g.phase == REVEALING:
        for colour in range(len(COLOURS)):
            for copy in range(g.aims[colour]):
                out[n] = make(REVEAL, colour, copy, NONE)
                n += 1
    else:
        for kind in range(KINDS):
            for copy in range(g.deck[kind]):
                out[n] = make(DRAW, kind, copy, NONE)
                n += 1
    return n


# Set-up


@rule
def set_first(g, seat):
    """HH-7 Whoever starts also chooses the fan first, is dealt to first and turns up the first objective."""
    g.first = seat
    g.turn = seat
    g.giver = seat
    g.seat = CHANCE if seat == NONE else np.int64(seat)


@rule
def choose_side(e, g, side):
    """HH-5 The first fan is a free choice. HH-16 So is every fan after a turn that ends on the axis."""
    if g.phase == LOOK:
        turn_fan(g, np.int64(g.turn), side)
        end_look(e, g)
        return
    g.side[g.turn] = side
    g.turn = 1 - g.turn
    if g.side[g.turn] == NONE:
        g.seat = g.turn
    else:
        g.phase = DEAL
        g.seat = CHANCE


@rule
def draw_card(e, g, kind):
    """HH-5, HH-15 Into the first free slot; everybody sees the half that the fan shows, nobody the other."""
    seat = np.int64(g.turn)
    slot = np.int64(0)
    while g.card[seat, slot] != NONE:
        slot += 1
    g.deck[kind] -= 1
    g.stock -= 1
    g.card[seat, slot] = kind
    g.since[seat, slot] = g.shuffles
    show_half(g, seat, slot, np.int64(g.side[seat]))
    if g.stock > 0 and count_hand(e, g, seat) < e.hand:
        return
    if g.phase != DEAL:
        end_refill(e, g)
    elif seat == g.first:
        g.turn = 1 - seat
    else:
        begin_turn(e, g, 1 - seat)


@rule
def reveal_goal(e, g, colour):
    """HH-8 The objective is turned up, by the two players in turn; then the walk begins."""
    g.aims[colour] -= 1
    g.goal = colour
    g.goals[g.giver] -= 1
    g.giver = 1 - g.giver
    begin_walk(e, g)


# Movement


@rule
def take_step(e, g, hand, slot, node):
    """HH-9 One card a node. HH-11 It goes to the walker's own pile. HH-13 Balance moves with every step."""
    seat = np.int64(g.turn)
    colour = np.int64(g.half[hand, slot, g.side[hand]])
    discard_card(g, seat, hand, slot)
    g.node[seat] = node
    g.crossed |= np.int64(1) << node
    g.walked += 1
    g.balance[seat] += e.sign[colour]
    if abs(np.int64(g.balance[seat])) > e.limit:
        break_up(g, OFF_BALANCE)


@rule
def discard_card(g, seat, hand, slot):
    """HH-R22 A played card lies face up: both of its halves are seen now."""
    kind = np.int64(g.card[hand, slot])
    if g.half[hand, slot, LEFT] == NONE or g.half[hand, slot, RIGHT] == NONE:
        g.found[g.since[hand, slot], kind] += 1
        g.news += 1
    g.pile[seat, kind] += 1
    g.card[hand, slot] = NONE
    g.half[hand, slot, LEFT] = NONE
    g.half[hand, slot, RIGHT] = NONE
    g.since[hand, slot] = NONE
