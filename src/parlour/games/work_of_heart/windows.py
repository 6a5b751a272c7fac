"""The steps of a turn at which others may interrupt, and where play goes on after each."""

import numpy as np

from parlour.engine.answers import ask_together
from parlour.engine.bits import all_bits, has_bit
from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.engine.seats import has_ruling, seat_after
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.traits import has_perk
from parlour.games.work_of_heart.turns import ask_chance, ask_seat, pass_turn, refill_hands


@rule
def end_landing(e, g):
    """After a landing on another's turn, on with those who interrupt it; after one's own, the last word of the turn."""
    if g.window != NONE:
        ask_next(e, g)
    else:
        ask_done(e, g)


@rule
def ask_done(e, g):
    """WH-63 Whoever holds a card may play one after landing; that there is one is all that the question tells."""
    if g.held[g.turn] > 0:
        ask_seat(g, S.DONE, np.int64(g.turn))
    else:
        end_move(e, g)


@rule
def end_move(e, g):
    """WH-28, WH-59, WH-R11 When a move is complete others may interrupt, once; then the turn is over."""
    six = g.roll == e.die_faces
    if has_bit(g.opened, S.AT_SIX) or has_bit(g.opened, S.AT_LANDED):
        pass_turn(e, g)
    elif has_ruling(g, S.FEW_WINDOWS):
        if six:
            begin_few(e, g)
        else:
            pass_turn(e, g)
    else:
        begin_step(e, g, S.AT_SIX if six else S.AT_LANDED)


@rule
def begin_step(e, g, step):
    """WH-59 A step of the turn: all who could interrupt it are asked together."""
    g.window = step
    g.opened = np.int64(g.opened) | (np.int64(1) << step)
    g.heard = 0
    g.eager = 0
    if not ask_others(e, g, step, np.int64(g.turn)):
        leave_step(e, g)


@rule
def ask_others(e, g, step, actor):
    """WH-59 Ask everybody else who could interrupt; False if nobody is asked."""
    if has_ruling(g, S.FEW_WINDOWS):
        return False
    seats = np.int64(0)
    for seat in range(np.int64(g.seats)):
        if seat != actor and could_interrupt(e, g, np.int64(seat), step):
            seats |= np.int64(1) << seat
    g.step = step
    g.voices = 0
    if seats == 0:
        return False
    g.phase = S.INTERRUPT
    ask_together(g, seats)
    return True


@rule
def could_interrupt(e, g, seat, step):
    """WH-59 By what everybody sees: a card in this hand can be one for the step, or Tenacity is ready at a six."""
    if step == S.AT_SIX and has_perk(e, g, seat, S.TENACITY):
        return True
    fitting = np.int64(e.answering[step]) & ~np.int64(g.thrown)
    found = np.int64(0)
    for slot in range(S.HAND):
        found |= np.int64(g.maybe[seat, slot])
    return found & fitting != 0


@rule
def ask_next(e, g):
    """WH-28, WH-59 Each in seat order, with the table as it then stands: whoever interrupts this step."""
    seat = seat_after(g, np.int64(g.turn))
    while seat != g.turn:
        if has_bit(g.eager, seat):
            g.eager = np.int64(g.eager) ^ (np.int64(1) << seat)
            if may_answer(e, g, seat):
                ask_seat(g, S.SIX if g.window == S.AT_SIX else S.REPLY, seat)
                return
        seat = seat_after(g, seat)
    end_step(e, g)


@rule
def end_step(e, g):
    """WH-63 Whoever was interrupted when the move was complete has the last word, with a card in hand."""
    if g.heard == 1 and (g.window == S.AT_LANDED or g.window == S.AT_SIX) and g.held[g.turn] > 0:
        g.window = NONE
        ask_seat(g, S.DONE, np.int64(g.turn))
    else:
        leave_step(e, g)


@rule
def leave_step(e, g):
    """On with the turn, or with the next one."""
    step = np.int64(g.window)
    g.window = NONE
    if step == S.AT_START:
        ask_chance(g, S.ROLL)
    elif step == S.AT_ROLLED:
        ask_seat(g, S.MOVE, np.int64(g.turn))
    else:
        pass_turn(e, g)


@rule
def go_back(e, g, where):
    """To where a card, a choice or a draw came up in the course of a turn."""
    if where == S.LANDED:
        end_landing(e, g)
    elif where == S.MOVE or where == S.READY:
        ask_seat(g, where, np.int64(g.turn))
    elif where == S.DONE:
        ask_done(e, g)
    elif where == S.SIX or where == S.REPLY:
        ask_next(e, g)
    else:
        refill_hands(e, g)


# Few windows


@rule
def begin_few(e, g):
    """WH-59 A six: everybody in turn, about cards only if the turn has a window left."""
    g.window = S.AT_SIX
    g.opened = np.int64(g.opened) | (np.int64(1) << S.AT_SIX)
    g.heard = 0
    g.open = 1 if g.windows < e.windows else 0
    g.windows += g.open
    g.eager = all_but(g, np.int64(g.turn))
    ask_next(e, g)


@rule
def all_but(g, seat):
    return all_bits(g.seats) ^ (np.int64(1) << seat)


@rule
def may_answer(e, g, seat):
    """WH-28, WH-59 Whoever interrupts; with few windows who has Tenacity ready, and about cards up to the limit."""
    if not has_ruling(g, S.FEW_WINDOWS):
        g.offered = 1
        return True
    g.offered = 1 if g.open == 1 and is_listening(e, g, seat) else 0
    g.called[seat] += g.offered
    return g.offered == 1 or has_perk(e, g, seat, S.TENACITY)


@rule
def is_listening(e, g, seat):
    """WH-59 Cards in hand, and not yet asked about them as often today as the edition allows."""
    return g.held[seat] > 0 and g.called[seat] < e.calls
