"""Before the first day: empty boards, whom to court, and which bonus card to put into the deck."""

import numpy as np

from parlour.engine.bits import list_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.record import NONE
from parlour.engine.seats import seat_after
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.traits import group_of
from parlour.games.work_of_heart.turns import begin_pick, begin_turn, refill_hands


@inlined
def legal(e, g, phase, out):
    return list_interests(e, g, out) if phase == S.WOO else list_picks(e, g, out)


@inlined
def play(e, g, phase, a):
    if phase == S.WOO:
        play_woo(e, g, a)
    else:
        play_pick(e, g, a)


@rule
def clear_turn(g):
    g.back = S.REFILL
    g.turn = NONE
    g.actor = NONE
    g.agent = NONE
    g.roll = NONE
    g.paces = 0
    g.origin = NONE
    g.goal = NONE
    g.contested = NONE
    g.bumped = 0
    g.lifted = 0
    g.peeked = NONE
    g.stepped = 0
    clear_windows(g)
    g.wanted = NONE
    g.amount = 0
    g.given = NONE
    g.mark = NONE
    g.drawer = NONE
    g.owed = 0
    g.face = NONE
    g.die = NONE
    g.extra = 0
    g.less = 0
    g.encore = 0
    g.card = NONE


@rule
def clear_windows(g):
    g.opened = 0
    g.window = NONE
    g.step = NONE
    g.polled = 0
    g.eager = 0
    g.jeering = 0
    g.voices = 0
    g.heard = 0
    g.entered = 0
    g.resume = S.LANDED
    g.windows = 0
    g.called[:] = 0
    g.open = 0
    g.offered = 0


@rule
def clear_boards(e, g):
    """WH-13, WH-22 Eight trackers each, all at the start; no tile on the map."""
    g.loves[:] = NONE
    g.space[:] = NONE
    g.space[: g.seats] = e.quad
    g.level[:, :] = 0
    g.used[:] = 0
    g.hearts[:] = 0
    g.tried[:] = 0
    g.spark[:] = 0
    g.bonus[:] = 0
    g.tally[:, :] = 0
    g.visited[:] = 0
    g.held[:] = 0
    g.hand[:, :] = NONE
    g.seen[:, :] = 0
    g.maybe[:, :] = 0
    g.pick[:] = NONE
    g.gone[:] = NONE
    g.shown = 0
    g.shared = 0
    g.answer[:] = NONE
    g.tile[:] = NONE


@rule
def list_interests(e, g, out):
    """WH-10, WH-12 Anybody; WH-11 Flying Solo: whom nobody courts yet, as long as there is such a one."""
    taken = np.int64(0)
    for seat in range(np.int64(g.seats)):
        if g.mode == S.SOLO and g.loves[seat] != NONE:
            taken |= np.int64(1) << np.int64(g.loves[seat])
    if taken + 1 == np.int64(1) << np.int64(e.interests):
        taken = np.int64(0)
    return list_bits(M.WOO, ~taken, e.interests, out, 0)


@rule
def play_woo(e, g, interest):
    """WH-6, WH-13 Everybody of the group gets a copy of the card. WH-17 After the last group hands are dealt."""
    for seat in range(np.int64(g.seats)):
        if group_of(g, seat) == group_of(g, np.int64(g.seat)):
            g.loves[seat] = interest
    chooser = np.int64(g.first)
    for _ in range(np.int64(g.seats)):
        if g.loves[chooser] == NONE:
            g.seat = chooser
            return
        chooser = seat_after(g, chooser)
    refill_hands(e, g)


@rule
def list_picks(e, g, out):
    """WH-18 One of the bonus cards that are left."""
    return list_bits(M.PICK, ~np.int64(g.gone[g.seat]), e.bonuses, out, 0)


@rule
def play_pick(e, g, card):
    """WH-18 The picks make the bonus deck; then the first day begins."""
    seat = np.int64(g.seat)
    g.pick[seat] = card
    seat = seat_after(g, seat)
    if g.pick[seat] == NONE:
        begin_pick(g, seat)
    else:
        begin_turn(e, g, np.int64(g.first))
