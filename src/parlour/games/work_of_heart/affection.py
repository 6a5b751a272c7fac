"""Affection rolls: the attempt, two dice, second thoughts, hecklers, and the answer."""

import numpy as np

from parlour.engine.bits import has_bit
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.engine.seats import has_ruling, seat_after
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.hands import list_plays
from parlour.games.work_of_heart.traits import (
    can_raise,
    has_perk,
    has_quirk,
    quirk_amount,
    update_points,
    use_perk,
)
from parlour.games.work_of_heart.turns import ask_chance, ask_seat, begin_draw, can_draw, list_faces
from parlour.games.work_of_heart.windows import all_but, ask_others, go_back, is_listening


@inlined
def legal(e, g, phase, out):
    if phase == S.COURT:
        return list_court(e, g, out)
    if phase == S.COURTED:
        return list_second_thoughts(e, g, out)
    if phase == S.HECKLE:
        return list_heckles(e, g, out)
    if phase == S.FACE:
        return list_faces(M.FACE, np.int64(e.trait_faces), out)
    return list_faces(M.DIE, np.int64(e.die_faces), out)


@inlined
def play(e, g, phase, kind, a):
    if phase == S.FACE or phase == S.DIE:
        show_die(e, g, phase, a)
    elif phase == S.HECKLE:
        ask_next_heckler(e, g)
    elif kind == M.PERK:
        reroll(g, a)
    elif phase == S.COURTED:
        open_heckling(e, g)
    elif kind == M.COURT:
        begin_court(e, g)
    else:
        ask_next_entry(e, g)


@rule
def can_court(e, g, seat):
    """WH-38 In the building of your love interest, WH-39 once a day."""
    return g.tried[seat] == 0 and g.space[seat] == e.where[g.loves[seat], g.day]


@rule
def begin_entry(e, g, seat, resume):
    """WH-38 A seat has entered a building; play goes on at `resume` when it has had its try there."""
    g.entered = np.int64(g.entered) | (np.int64(1) << np.int64(seat))
    g.resume = resume
    ask_next_entry(e, g)


@rule
def ask_next_entry(e, g):
    """WH-38, WH-R3 Whoever has come to where their love interest is may try, and need not."""
    seat = np.int64(g.turn)
    for _ in range(np.int64(g.seats)):
        if has_bit(g.entered, seat):
            g.entered = np.int64(g.entered) ^ (np.int64(1) << seat)
            if can_court(e, g, seat):
                g.actor = seat
                ask_seat(g, S.COURT, seat)
                return
        seat = seat_after(g, seat)
    go_back(e, g, np.int64(g.resume))


@rule
def list_court(e, g, out):
    """WH-39, WH-63 A card for any time, the attempt, or neither."""
    n = list_plays(e, g, S.IN_COURT if g.seat == g.turn else S.IN_STEP, out, 0)
    out[n] = make(M.COURT, NONE, NONE, NONE)
    out[n + 1] = make(M.PASS, NONE, NONE, NONE)
    return n + 2


@rule
def begin_court(e, g):
    """WH-39 The day's attempt is used; WH-40 the trait die comes first."""
    seat = np.int64(g.actor)
    g.tried[seat] = 1
    g.extra = g.spark[seat]
    g.less = 0
    g.spark[seat] = 0
    g.encore = 0
    g.back = S.COURTED
    ask_chance(g, S.FACE)


@rule
def show_die(e, g, phase, a):
    """WH-40 A die; when both lie there, second thoughts, or the next who has something to say."""
    if phase == S.FACE:
        g.face = a
    else:
        g.die = a + 1
    if g.die == NONE:
        ask_chance(g, S.DIE)
    elif g.back == S.HECKLE:
        ask_next_heckler(e, g)
    else:
        think_again(e, g)


@rule
def think_again(e, g):
    """WH-30 With both dice on the table you may re-roll, or play a card; who can do neither is not asked."""
    seat = np.int64(g.actor)
    if g.held[seat] > 0 or has_perk(e, g, seat, S.MOJO_1) or has_perk(e, g, seat, S.MOJO_2):
        ask_seat(g, S.COURTED, seat)
    else:
        open_heckling(e, g)


@rule
def list_second_thoughts(e, g, out):
    """WH-30 Mojo's two re-rolls in either order, or a card; or let it stand."""
    n = 0
    for perk in (S.MOJO_1, S.MOJO_2):
        if has_perk(e, g, np.int64(g.seat), perk):
            out[n] = make(M.PERK, perk, NONE, NONE)
            n += 1
    n = list_plays(e, g, S.IN_COURTED if g.seat == g.turn else S.AS_GUEST, out, n)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def reroll(g, perk):
    """WH-30, WH-R12 One of the two dice again; the new result stands."""
    use_perk(g, np.int64(g.seat), perk)
    g.back = S.COURTED
    ask_chance(g, S.FACE if perk == S.MOJO_1 else S.DIE)


@rule
def open_heckling(e, g):
    """WH-59 Others may have their say; with few windows only about a roll that is not past helping."""
    if not has_ruling(g, S.FEW_WINDOWS):
        if not ask_others(e, g, S.AT_ROLL, np.int64(g.actor)):
            settle_court(e, g)
    elif g.windows < e.windows and (is_won(e, g) or shortfall(e, g) <= e.mercy):
        g.windows += 1
        g.jeering = all_but(g, np.int64(g.actor))
        ask_next_heckler(e, g)
    else:
        settle_court(e, g)


@rule
def ask_next_heckler(e, g):
    """WH-59 Whoever interrupts the roll; with few windows whoever listens."""
    few = has_ruling(g, S.FEW_WINDOWS)
    seat = seat_after(g, np.int64(g.actor))
    while seat != g.actor:
        if has_bit(g.jeering, seat):
            g.jeering = np.int64(g.jeering) ^ (np.int64(1) << seat)
            if not few or is_listening(e, g, seat):
                g.called[seat] += few
                ask_seat(g, S.HECKLE, seat)
                return
        seat = seat_after(g, seat)
    settle_court(e, g)


@rule
def list_heckles(e, g, out):
    """WH-59 A card for another's affection roll, or nothing."""
    n = list_plays(e, g, S.IN_HECKLE, out, 0)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def count_affection(e, g):
    """WH-40, WH-41 Your levels in the traits shown, and the movement die; then whatever else adds to it."""
    seat = np.int64(g.actor)
    total = np.int64(g.die) + np.int64(g.extra) - np.int64(g.less) + quirk_bonus(e, g, seat)
    for rank in range(S.RANKS):
        if has_bit(e.shows[g.face], rank):
            total += g.level[seat, e.liked[g.loves[seat], rank]]
    return total


@rule
def quirk_bonus(e, g, seat):
    """Owls love late, larks love early, and some love a bit of swagger."""
    late = has_quirk(e, g, seat, S.OWL) and g.lap + 1 == e.laps
    early = has_quirk(e, g, seat, S.LARK) and g.lap <= 1
    swagger = has_quirk(e, g, seat, S.SWAGGER) and g.level[seat, S.MOJO] >= e.perk_level
    return quirk_amount(e, g, seat) if late or early or swagger else np.int64(0)


@rule
def is_won(e, g):
    """WH-42 The threshold reached or passed; a gambler's ends of the die decide by themselves."""
    seat = np.int64(g.actor)
    if has_quirk(e, g, seat, S.GAMBLE) and (g.die == 1 or g.die == e.die_faces):
        return g.die == e.die_faces
    return count_affection(e, g) >= e.threshold[g.loves[seat], g.day]


@rule
def shortfall(e, g):
    """How much the roll lacks."""
    return np.int64(e.threshold[g.loves[g.actor], g.day]) - count_affection(e, g)


@rule
def settle_court(e, g):
    """WH-42 Yes or no; either may move a quirky heart."""
    seat = np.int64(g.actor)
    won = is_won(e, g)
    if won:
        g.hearts[seat] += 1
        update_points(e, g, seat)
    else:
        g.tally[seat, S.FAILS] += 1
        if g.encore:
            g.tried[seat] = 0
    close_court(g)
    if won and has_quirk(e, g, seat, S.MUSE) and can_raise(e, g, seat):
        g.agent = seat
        g.amount = quirk_amount(e, g, seat)
        g.back = S.ENTRY
        ask_seat(g, S.RAISE, seat)
    elif not won and has_quirk(e, g, seat, S.SOLACE) and can_draw(g):
        begin_draw(g, seat, quirk_amount(e, g, seat), S.ENTRY)
    else:
        ask_next_entry(e, g)


@rule
def close_court(g):
    g.face = NONE
    g.die = NONE
    g.extra = 0
    g.less = 0
    g.encore = 0
