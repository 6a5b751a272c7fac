"""The rules of ...and then we held hands...: set-up, movement and Balance. Clause ids are those of README.md.

What follows a turn's last step (perspective, objective, refill, the end) is in `turns.py`.
"""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.bits import all_bits, list_bits
from parlour.engine.jit import rule
from parlour.engine.moves import NEXT_A, NEXT_B, a_of, b_of, c_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.engine.seats import has_ruling
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S
from parlour.games.held_hands.turns import (
    begin_turn,
    begin_walk,
    break_up,
    end_look,
    end_refill,
    end_walk,
    free_nodes,
    free_slot,
    move_token,
    reach_of,
    show_half,
    turn_fan,
)

BYTE, LAST_BYTE = np.int64(8), np.int64(255)
# Copies of a card that are written at once, as many as there are of most.
AT_ONCE = 4
FIRST_STEP, FIRST_DRAW, FIRST_REVEAL = (make(M.STEP, 0, 0, 0), make(M.DRAW, 0, 0, NONE), make(M.REVEAL, 0, 0, NONE))


@rule
def setup(e, g):
    """HH-4 Tokens on their start nodes at Balance 0. HH-6 Objectives face down. HH-R22 The deal, then the fans."""
    g.phase = S.DEAL if has_ruling(g, S.DEAL_FIRST) else S.FAN
    g.ring = 0
    g.goal = NONE
    g.walked = 0
    g.crossed = 0
    g.shuffles = 0
    g.stock = e.cards
    g.ending = NONE
    for colour in range(len(S.COLOURS)):
        g.aims[colour] = e.aims[colour]
    for ring in range(S.RINGS):
        g.met[ring] = 0 if ring < e.rings else NONE
    for kind in range(S.KINDS):
        g.deck[kind] = e.copies[kind]
    for stretch in range(S.STRETCHES):
        for kind in range(S.KINDS):
            g.found[stretch, kind] = 0
            g.back[stretch, kind] = 0
    for seat in range(S.PLAYERS):
        set_seat(e, g, seat)
    set_first(g, g.first)


@rule
def set_seat(e, g, seat):
    """HH-4 What lies in front of a player before the deal."""
    g.goals[seat] = e.goals
    g.node[seat] = e.start[seat]
    g.balance[seat] = 0
    g.side[seat] = NONE
    for kind in range(S.KINDS):
        g.pile[seat, kind] = 0
    for slot in range(S.HAND):
        g.card[seat, slot] = NONE
        g.since[seat, slot] = NONE
        g.half[seat, slot, S.LEFT] = NONE
        g.half[seat, slot, S.RIGHT] = NONE


@rule
def legal(e, g, out):
    """HH-9 One more step or a stop; otherwise a fan to choose, or what chance may bring.

    A move is written always and counted if it is legal: that is faster than to ask first. It is one function
    because to hand `out` on costs more than to fill it.
    """
    n = np.int64(0)
    if g.seat == CHANCE:
        if g.first == NONE:
            # HH-R17 Either player.
            n = list_bits(M.STARTS, all_bits(S.PLAYERS), S.PLAYERS, out, n)
        elif g.phase == S.REVEALING:
            # HH-8 Any objective that was not yet turned up.
            for i in range(len(S.COLOURS)):
                move, count = FIRST_REVEAL + i * NEXT_A, np.int64(g.aims[i])
                for copy in range(e.most_aims):
                    out[ix(n + copy)] = move + copy * NEXT_B
                n += count
        else:
            # HH-5, HH-15 Any card of the deck.
            for i in range(S.KINDS):
                move, count = FIRST_DRAW + i * NEXT_A, np.int64(g.deck[i])
                for copy in range(AT_ONCE):
                    out[ix(n + copy)] = move + copy * NEXT_B
                for copy in range(AT_ONCE, count):
                    out[ix(n + copy)] = move + copy * NEXT_B
                n += count
        return n

    if g.phase != S.WALK:
        out[0] = make(M.SHOW_LEFT, NONE, NONE, NONE)
        out[1] = make(M.SHOW_RIGHT, NONE, NONE, NONE)
        return np.int64(len(S.SIDES))

    # HH-9 The free neighbours, a byte each.
    seat = np.int64(g.turn)
    node = np.int64(g.node[ix(seat)])
    free = free_nodes(e, g, seat)
    heart = (free >> np.int64(e.heart)) & 1
    around, ways = np.int64(0), np.int64(0)
    for k in range(e.degree[ix(node)]):
        near = np.int64(e.near[ix(node), k])
        around |= near << (ways * BYTE)
        # A neighbour that is not free is written over by the next one.
        ways += (free >> near) & 1
        around &= (np.int64(1) << (ways * BYTE)) - 1
    # HH-10 A card of either hand by the half that its fan shows.
    for hand in range(S.PLAYERS):
        side = np.int64(g.side[hand])
        for slot in range(e.hand):
            colour = np.int64(g.half[hand, slot, ix(side)])
            reach = free & np.int64(e.painted[ix(colour & S.NO_COLOUR)])
            if heart and colour != NONE:
                reach = reach_of(e, g, seat, colour, free)
            for k in range(ways):
                near = (around >> (k * BYTE)) & LAST_BYTE
                out[ix(n)] = FIRST_STEP + hand * NEXT_A + slot * NEXT_B + near
                n += (reach >> near) & 1
    # HH-R2 At least one step before the stop.
    out[ix(n)] = make(M.STOP, NONE, NONE, NONE)
    return n + np.int64(g.walked > 0)


@rule
def play(e, g, m):
    kind = kind_of(m)
    if kind == M.STEP:
        take_step(e, g, a_of(m), b_of(m), c_of(m))
    elif kind == M.DRAW:
        draw_card(e, g, a_of(m))
    elif kind == M.STOP:
        end_walk(e, g)
    elif kind == M.SHOW_LEFT:
        choose_side(e, g, S.LEFT)
    elif kind == M.SHOW_RIGHT:
        choose_side(e, g, S.RIGHT)
    elif kind == M.REVEAL:
        reveal_goal(e, g, a_of(m))
    else:
        set_first(g, a_of(m))


# Set-up


@rule
def set_first(g, seat):
    """HH-7 Whoever starts also is dealt to first, chooses the fan first and turns up the first objective."""
    g.first = seat
    g.turn = seat
    g.giver = seat
    g.seat = CHANCE if seat == NONE or g.phase == S.DEAL else np.int64(seat)


@rule
def choose_side(e, g, side):
    """HH-5 The first fan is a free choice. HH-16 So is every fan after a turn that ends on the axis."""
    if g.phase == S.LOOK:
        turn_fan(g, np.int64(g.turn), side)
        end_look(e, g)
        return
    g.side[g.turn] = side
    g.turn = 1 - g.turn
    if g.side[g.turn] == NONE:
        g.seat = g.turn
    elif has_ruling(g, S.DEAL_FIRST):
        begin_turn(e, g, np.int64(g.turn))
    else:
        g.phase = S.DEAL
        g.seat = CHANCE


@rule
def draw_card(e, g, kind):
    """HH-5, HH-15 Into the first free slot; everybody sees the half that the fan shows, nobody the other.

    HH-R22 Before the fans are chosen there is no other: both halves lie open.
    """
    seat = np.int64(g.turn)
    slot = free_slot(e, g, seat, np.int64(0))
    g.deck[kind] -= 1
    g.stock -= 1
    g.card[seat, slot] = kind
    g.since[seat, slot] = g.shuffles
    if g.side[seat] == NONE:
        show_half(g, seat, slot, S.LEFT)
        show_half(g, seat, slot, S.RIGHT)
    else:
        show_half(g, seat, slot, np.int64(g.side[seat]))
    if g.stock > 0 and free_slot(e, g, seat, slot) < e.hand:
        return
    if g.phase != S.DEAL:
        end_refill(e, g)
    elif seat == g.first:
        g.turn = 1 - seat
    else:
        end_deal(e, g)


@rule
def end_deal(e, g):
    """HH-5, HH-R22 Whoever starts fans first, if nobody has; otherwise the first turn begins."""
    if has_ruling(g, S.DEAL_FIRST):
        g.phase = S.FAN
        g.turn = g.first
        g.seat = g.first
    else:
        begin_turn(e, g, np.int64(g.first))


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
    move_token(e, g, seat, colour, node)
    if abs(np.int64(g.balance[seat])) > e.limit:
        break_up(g, S.OFF_BALANCE)


@rule
def discard_card(g, seat, hand, slot):
    """HH-R22 A played card lies face up: both of its halves are seen now."""
    kind = np.int64(g.card[hand, slot])
    if g.half[hand, slot, S.LEFT] == NONE or g.half[hand, slot, S.RIGHT] == NONE:
        g.found[g.since[hand, slot], kind] += 1
        g.news += 1
    g.pile[seat, kind] += 1
    g.card[hand, slot] = NONE
    g.half[hand, slot, S.LEFT] = NONE
    g.half[hand, slot, S.RIGHT] = NONE
    g.since[hand, slot] = NONE
