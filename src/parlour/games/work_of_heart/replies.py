"""Interruptions: who wants to, and what they then do."""

import numpy as np

from parlour.engine.answers import keep_answer, seats_that_gave
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import ask_next_heckler
from parlour.games.work_of_heart.hands import list_plays
from parlour.games.work_of_heart.landing import take_step
from parlour.games.work_of_heart.movement import list_steps
from parlour.games.work_of_heart.traits import has_perk, use_perk
from parlour.games.work_of_heart.windows import ask_next


@inlined
def legal(e, g, phase, out):
    if phase == S.INTERRUPT:
        return list_interrupts(out)
    if phase == S.REPLY:
        return list_replies(e, g, out)
    return list_answers_to_six(e, g, out)


@inlined
def play(e, g, phase, kind, a):
    if phase == S.INTERRUPT:
        play_interrupt(e, g, a)
    elif kind == M.STEP:
        use_perk(g, np.int64(g.seat), S.TENACITY)
        take_step(e, g, np.int64(g.seat), a)
    else:
        ask_next(e, g)


@rule
def list_interrupts(out):
    """WH-59 Whoever is asked may always say yes, so that the question tells nothing."""
    out[0] = make(M.INTERRUPT, M.WAIT, NONE, NONE)
    out[1] = make(M.INTERRUPT, M.CUT_IN, NONE, NONE)
    return 2


@rule
def play_interrupt(e, g, choice):
    """WH-59 When all have answered, those who interrupt have their say in seat order."""
    if not keep_answer(g, choice):
        return
    seats = seats_that_gave(g, M.CUT_IN)
    g.answer[:] = NONE
    g.voices = seats
    if g.step == S.AT_ROLL:
        g.jeering = seats
        ask_next_heckler(e, g)
    else:
        g.eager = seats
        g.heard = 1 if seats != 0 else 0
        ask_next(e, g)


@rule
def list_replies(e, g, out):
    """WH-59 A card for any time, or nothing after all."""
    n = list_plays(e, g, S.IN_STEP, out, 0)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def list_answers_to_six(e, g, out):
    """WH-28 A step, WH-59 a card for another's turn unless a limit is reached, or nothing."""
    n = np.int64(0)
    if has_perk(e, g, np.int64(g.seat), S.TENACITY):
        n = list_steps(e, g, out, n)
    if g.offered == 1:
        n = list_plays(e, g, S.IN_SIX, out, n)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1
