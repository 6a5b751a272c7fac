"""The rules of Work of Heart: the contract, and who is asked for what. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.bits import all_bits
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE
from parlour.games.work_of_heart import (
    affection,
    answers,
    effects,
    ending,
    events,
    hands,
    landing,
    movement,
    traits,
    turns,
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
    if g.seat == CHANCE:
        return legal_for_chance(e, g, out)
    phase = np.int64(g.phase)
    if phase == S.READY:
        return answers.list_ready(e, g, out)
    if phase == S.MOVE:
        return movement.list_walks(e, g, out)
    if phase == S.DONE:
        return answers.list_done(e, g, out)
    if phase == S.SIX:
        return answers.list_six_answers(e, g, out)
    if phase == S.HECKLE:
        return answers.list_heckles(e, g, out)
    if phase == S.GROUP:
        return events.list_joins(e, g, out)
    if phase == S.ANSWER:
        return events.list_answers(e, g, out)
    if phase == S.COURT:
        return affection.list_court(e, g, out)
    if phase == S.COURTED:
        return affection.list_second_thoughts(e, g, out)
    if phase == S.TILE:
        return landing.list_perk_or_pass(S.KINDNESS, out)
    if phase == S.LUCK:
        return landing.list_perk_or_pass(S.HUMOR, out)
    if phase == S.KEEP:
        return landing.list_perk_or_pass(S.SMARTS, out)
    return legal_choice(e, g, phase, out)


@rule
def legal_choice(e, g, phase, out):
    """Choices that come up less often."""
    if phase == S.BUMP:
        return movement.list_bumps(e, g, out)
    if phase == S.DISCARD:
        return hands.list_discards(g, out)
    if phase == S.RAISE:
        return effects.list_raises(e, g, out)
    if phase == S.LOWER:
        return effects.list_lowers(e, g, out)
    if phase == S.TARGET:
        return effects.list_targets(g, out)
    if phase == S.STEP:
        return movement.list_steps(e, g, out, 0)
    if phase == S.WOO:
        return opening.list_interests(e, g, out)
    if phase == S.TIE:
        return ending.list_tie(out)
    return opening.list_picks(e, g, out)


@rule
def legal_for_chance(e, g, out):
    """Dice and decks: every face, every card that is still there."""
    phase = np.int64(g.phase)
    if phase == S.ROLL:
        return affection.list_faces(M.ROLL, np.int64(e.die_faces), out)
    if phase == S.DRAW:
        return hands.list_draws(e, g, out)
    if phase == S.EVENT:
        return events.list_events(e, g, out)
    if phase == S.FACE:
        return affection.list_trait_faces(e, out)
    if phase == S.DIE:
        return affection.list_die_faces(e, out)
    if phase == S.SNATCH:
        return hands.list_snatches(g, out)
    return ending.list_reveals(e, g, out)


@rule
def play(e, g, m):
    kind, a = kind_of(m), a_of(m)
    if kind == M.ROLL:
        movement.roll_movement(e, g, a + 1)
    elif kind == M.THROW:
        turns.ask_chance(g, S.ROLL)
    elif kind == M.GO:
        if movement.walk_to(e, g, a):
            landing.land(e, g, np.int64(g.turn), a)
    elif kind == M.PASS:
        answers.play_pass(e, g)
    elif kind == M.DRAW:
        hands.take_card(g, a)
        if hands.finish_draw(e, g):
            go_on(e, g)
    elif kind == M.PLAY:
        play_action(e, g, a)
    elif kind == M.PERK:
        answers.play_perk(e, g, a)
    elif kind == M.JOIN:
        events.play_join(e, g, a)
    elif kind == M.EVENT:
        events.show_event(e, g, a)
    elif kind == M.ANSWER:
        events.play_answer(e, g, a)
    else:
        play_other(e, g, kind, a)


@rule
def play_other(e, g, kind, a):
    """Moves that come up less often."""
    if kind == M.FACE:
        play_face(e, g, a)
    elif kind == M.DIE:
        g.die = a + 1
        go_on(e, g)
    elif kind == M.COURT:
        affection.begin_court(e, g)
    elif kind == M.BUMP:
        answers.play_bump(e, g, a)
    elif kind == M.STEP:
        answers.play_step(e, g, a)
    elif kind == M.DISCARD:
        hands.throw_card(g, np.int64(g.seat), a)
        if hands.cut_hand(e, g):
            go_on(e, g)
    elif kind == M.SNATCH:
        hands.snatch_card(g, a)
        if hands.cut_hand(e, g):
            go_on(e, g)
    else:
        play_choice(e, g, kind, a)


@rule
def play_face(e, g, face):
    """WH-40 The trait die; then the movement die, unless it lies there already."""
    g.face = face
    if g.die == NONE:
        turns.ask_chance(g, S.DIE)
    else:
        go_on(e, g)


@rule
def play_choice(e, g, kind, a):
    if kind == M.RAISE:
        traits.raise_trait(e, g, np.int64(g.seat), a, np.int64(g.amount))
        g.given = NONE
        go_on(e, g)
    elif kind == M.LOWER:
        traits.lower_trait(e, g, np.int64(g.seat), a)
        g.given = a
        turns.ask_seat(g, S.RAISE, np.int64(g.seat))
    elif kind == M.TARGET:
        if effects.hit_target(e, g, a):
            go_on(e, g)
    elif kind == M.PEEK:
        traits.use_perk(g, np.int64(g.seat), S.KINDNESS)
        g.lifted = 1
        g.peeked = a
    elif kind == M.REVEAL:
        ending.play_reveal(e, g, a)
    elif kind == M.TIE:
        ending.play_tie(e, g, a)
    elif kind == M.WOO:
        opening.play_woo(e, g, a)
    elif kind == M.PICK:
        opening.play_pick(e, g, a)


@rule
def go_on(e, g):
    """Back to where a choice or a draw came up."""
    if g.back == S.LANDED:
        turns.end_landing(e, g)
    elif g.back == S.MOVE or g.back == S.READY:
        turns.ask_seat(g, np.int64(g.back), np.int64(g.turn))
    elif g.back == S.DONE:
        turns.ask_done(e, g)
    elif g.back == S.COURT:
        turns.ask_seat(g, S.COURT, np.int64(g.actor))
    elif g.back == S.SIX:
        turns.ask_next_six(e, g)
    elif g.back == S.HECKLE:
        affection.ask_next_heckler(e, g)
    elif g.back == S.COURTED:
        affection.think_again(e, g)
    else:
        turns.refill_hands(e, g)


@rule
def play_action(e, g, slot):
    """WH-63 A card from the hand: shown, discarded, carried out; then play goes on where it was."""
    seat = np.int64(g.seat)
    g.back = g.phase
    card = hands.play_card(g, seat, slot)
    effect, trait = np.int64(e.act_effect[card]), np.int64(e.act_trait[card])
    if effects.carry_out(e, g, seat, effect, trait, np.int64(e.act_amount[card])):
        go_on(e, g)
