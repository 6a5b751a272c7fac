"""Perks, passes, bumps and steps: what a seat answers when it is asked."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import ask_next_heckler, open_heckling
from parlour.games.work_of_heart.events import open_group, redraw_event
from parlour.games.work_of_heart.hands import list_plays
from parlour.games.work_of_heart.landing import draw_reward, give_reward, land, take_step
from parlour.games.work_of_heart.movement import contest_space, is_taken, list_steps, shove
from parlour.games.work_of_heart.traits import has_perk, use_perk
from parlour.games.work_of_heart.turns import ask_chance, ask_next_six, end_landing, end_move


@rule
def list_six_answers(e, g, out):
    """WH-28 A step, WH-59 a card for another's turn unless the limit is reached, or nothing."""
    n = np.int64(0)
    if has_perk(e, g, np.int64(g.seat), S.TENACITY):
        n = list_steps(e, g, out, n)
    if g.offered == 1:
        n = list_plays(e, g, S.IN_SIX, out, n)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def list_ready(e, g, out):
    """WH-48, WH-63 The player's own roll, or first a card for any time."""
    n = list_plays(e, g, S.ANYTIME, out, 0)
    out[n] = make(M.THROW, NONE, NONE, NONE)
    return n + 1


@rule
def list_done(e, g, out):
    """WH-63 A card for any time after landing, or nothing more."""
    n = list_plays(e, g, S.ANYTIME, out, 0)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def list_heckles(e, g, out):
    n = list_plays(e, g, S.IN_HECKLE, out, 0)
    out[n] = make(M.PASS, NONE, NONE, NONE)
    return n + 1


@rule
def play_perk(e, g, perk):
    """WH-23 Flip the tracker and do what the perk says."""
    if perk == S.SMARTS:
        redraw_event(e, g)
        return
    use_perk(g, np.int64(g.seat), perk)
    if perk == S.CHARM:
        ask_chance(g, S.ROLL)
    elif perk == S.BRAWN:
        space = np.int64(g.contested)
        shove(e, g, space)
        land(e, g, np.int64(g.turn), space)
    elif perk == S.KINDNESS:
        give_reward(e, g, np.int64(g.space[g.actor]))
    elif perk == S.HUMOR:
        draw_reward(e, g, np.int64(e.humor_cards))
    else:
        reroll(g, perk)


@rule
def reroll(g, perk):
    """WH-30, WH-R12 One of the two dice again; the new result stands."""
    g.back = S.COURTED
    ask_chance(g, S.FACE if perk == S.MOJO_1 else S.DIE)


@rule
def play_pass(e, g):
    """Let it be: the roll, the tile, the luck, the event, the six, or the day's attempt."""
    if g.phase == S.SIX:
        ask_next_six(e, g)
    elif g.phase == S.HECKLE:
        ask_next_heckler(e, g)
    elif g.phase == S.COURTED:
        open_heckling(e, g)
    elif g.phase == S.LUCK:
        draw_reward(e, g, np.int64(1))
    elif g.phase == S.KEEP:
        open_group(g)
    elif g.phase == S.DONE:
        end_move(e, g)
    else:
        end_landing(e, g)


@rule
def play_bump(e, g, space):
    """WH-50, WH-R6 On to the next space; if that is taken too, on again."""
    if is_taken(e, g, np.int64(g.turn), space):
        contest_space(g, space)
    else:
        land(e, g, np.int64(g.turn), space)


@rule
def play_step(e, g, space):
    """WH-28 By the perk, unless a card or an answer allows it."""
    seat = np.int64(g.seat)
    if g.phase == S.SIX:
        use_perk(g, seat, S.TENACITY)
    take_step(e, g, seat, space)
