"""The rules of Work of Heart: the contract, and its chapters in the order of a week. Clause ids are those of README.md.

Each chapter lists and plays the moves of its own phases. A card, a choice or a draw comes in between: when all of it is
done, play goes on where it was.
"""

import numpy as np

from parlour.engine.bits import all_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import NONE
from parlour.games.work_of_heart import (
    affection,
    effects,
    ending,
    events,
    hands,
    landing,
    replies,
    turns,
    walk,
    windows,
)
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import setup as opening
from parlour.games.work_of_heart import state as S


@rule
def setup(e, g):
    """WH-12, WH-14, WH-16, WH-19 Monday morning on the Quad; the first seat chooses whom to court."""
    if g.first == NONE:
        g.first = 0
    opening.clear_turn(g)
    opening.clear_boards(e, g)
    g.day = 0
    g.lap = 0
    landing.shuffle_events(e, g)
    g.pile = e.actions
    g.deck = all_bits(e.actions)
    g.fresh = g.deck
    g.thrown = 0
    turns.ask_seat(g, S.WOO, np.int64(g.first))


@rule
def legal(e, g, out):
    phase = np.int64(g.phase)
    if phase == S.WOO or phase == S.PICK:
        return opening.legal(e, g, phase, out)
    if phase == S.READY or phase == S.ROLL or phase == S.MOVE or phase == S.BUMP:
        return walk.legal(e, g, phase, out)
    if phase == S.TILE or phase == S.LUCK or phase == S.DONE:
        return landing.legal(e, g, phase, out)
    if phase == S.EVENT or phase == S.KEEP or phase == S.ANSWER or phase == S.GROUP:
        return events.legal(e, g, phase, out)
    if phase == S.COURT or phase == S.FACE or phase == S.DIE or phase == S.COURTED or phase == S.HECKLE:
        return affection.legal(e, g, phase, out)
    if phase == S.INTERRUPT or phase == S.REPLY or phase == S.SIX:
        return replies.legal(e, g, phase, out)
    if phase == S.DRAW or phase == S.DISCARD or phase == S.SNATCH:
        return hands.legal(e, g, phase, out)
    if phase == S.RAISE or phase == S.LOWER or phase == S.TARGET or phase == S.STEP:
        return effects.legal(e, g, phase, out)
    return ending.legal(e, g, phase, out)


@rule
def play(e, g, m):
    phase, kind, a = np.int64(g.phase), kind_of(m), a_of(m)
    if phase == S.DRAW or phase == S.DISCARD or phase == S.SNATCH:
        done = hands.play(e, g, phase, a)
    elif phase == S.RAISE or phase == S.LOWER or phase == S.TARGET or phase == S.STEP:
        done = effects.play(e, g, phase, a)
    elif kind == M.PLAY:
        done = effects.play_action(e, g, a)
    else:
        done = False
        play_in_turn(e, g, phase, kind, a)
    if done:
        go_on(e, g)


@inlined
def play_in_turn(e, g, phase, kind, a):
    """A move that nothing else waits for."""
    if phase == S.READY or phase == S.ROLL or phase == S.MOVE or phase == S.BUMP:
        walk.play(e, g, phase, kind, a)
    elif phase == S.TILE or phase == S.LUCK or phase == S.DONE:
        landing.play(e, g, phase, kind)
    elif phase == S.EVENT or phase == S.KEEP or phase == S.ANSWER or phase == S.GROUP:
        events.play(e, g, phase, kind, a)
    elif phase == S.COURT or phase == S.FACE or phase == S.DIE or phase == S.COURTED or phase == S.HECKLE:
        affection.play(e, g, phase, kind, a)
    elif phase == S.INTERRUPT or phase == S.REPLY or phase == S.SIX:
        replies.play(e, g, phase, kind, a)
    elif phase == S.WOO or phase == S.PICK:
        opening.play(e, g, phase, a)
    else:
        ending.play(e, g, phase, a)


@rule
def go_on(e, g):
    """Back to where a card, a choice or a draw came up; WH-38 whoever has entered a building meanwhile comes first."""
    back = np.int64(g.back)
    if back == S.COURT:
        affection.begin_entry(e, g, np.int64(g.actor), np.int64(g.resume))
    elif back == S.ENTRY:
        affection.ask_next_entry(e, g)
    elif back == S.HECKLE:
        affection.ask_next_heckler(e, g)
    elif back == S.COURTED:
        affection.think_again(e, g)
    elif g.entered != 0:
        g.resume = back
        affection.ask_next_entry(e, g)
    else:
        windows.go_back(e, g, back)
