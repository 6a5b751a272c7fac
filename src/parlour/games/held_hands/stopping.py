"""What a stop would bring after a step, and where cards lead on from there: asked by previews of what both know.

Which kind a covered card is changes none of it: a card that is played counts on the pile, and its open half pays.
"""

import numpy as np

from parlour.engine.asking import MOVE, askable
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, c_of, kind_of
from parlour.engine.record import NONE
from parlour.engine.seats import has_ruling
from parlour.games.held_hands import moves as M
from parlour.games.held_hands import state as S
from parlour.games.held_hands.turns import (
    count_hand,
    free_nodes,
    is_goal_met,
    meet_goal,
    move_token,
    reach_of,
)


@askable(MOVE)
@rule
def stop_after(e, g, m):
    """HH-14 to HH-18, HH-21, HH-22 A stop after this step, or now, in the order of HH-R7.

    Balance before it, 1 if the chain is long, the half that the fan shows then, 1 if the objective is met, 1 if that
    opens a ring, how many cards are drawn, and how it ends; NONE for a free choice of the fan, and for no end.
    """
    seat = np.int64(g.turn)
    try_step(e, g, seat, m)
    balance = np.int64(g.balance[seat])
    chained = np.int64(g.walked >= e.chain)
    side = np.int64(e.half[seat, g.node[seat]])
    none = np.int64(0)
    if abs(balance) > e.limit:
        return balance, none, np.int64(g.side[seat]), none, none, none, np.int64(S.OFF_BALANCE)
    if g.node[1 - seat] == e.heart:
        ending = np.int64(S.TOGETHER if g.node[seat] == e.heart else S.LEFT_BEHIND)
        return balance, chained, np.int64(g.side[seat]), none, none, none, ending
    ring, met = np.int64(g.ring), is_goal_met(e, g, seat)
    if met:
        meet_goal(e, g)
    short = np.int64(e.hand) - count_hand(e, g, seat) if chained or balance == 0 else none
    drawn = min(short, np.int64(g.stock))
    ending = np.int64(S.LAST_CARD) if drawn < short and has_ruling(g, S.EMPTY_DECK_IS_LOSS) else NONE
    return balance, chained, side, np.int64(met), np.int64(g.ring) - ring, drawn, ending


@askable(MOVE, S.PLAYERS, S.HAND)
@rule
def reach_after(e, g, m, hand, slot):
    """HH-9, HH-10 The nodes to which a card that lies open would lead on after this step; as bits."""
    seat = np.int64(g.turn)
    try_step(e, g, seat, m)
    side = np.int64(g.side[hand])
    if side == NONE or g.half[hand, slot, side] == NONE or abs(np.int64(g.balance[seat])) > e.limit:
        return np.int64(0)
    return reach_of(e, g, seat, np.int64(g.half[hand, slot, side]), free_nodes(e, g, seat))


@rule
def try_step(e, g, seat, m):
    """HH-9, HH-11 Pay and move, if the move is a step; the card counts on the pile as any kind."""
    if kind_of(m) != M.STEP:
        return
    hand, slot = a_of(m), b_of(m)
    colour = np.int64(g.half[hand, slot, g.side[hand]])
    g.card[hand, slot] = NONE
    g.half[hand, slot, :] = NONE
    g.pile[seat, 0] += 1
    move_token(e, g, seat, colour, c_of(m))
