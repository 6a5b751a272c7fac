"""The rules of Work of Heart: the contract, and who is asked for what. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import (
    begin_court,
    list_court,
    list_die_faces,
    list_faces,
    list_second_thoughts,
    list_trait_faces,
    next_heckler,
    think_again,
)
from parlour.games.work_of_heart.answers import (
    list_done,
    list_heckles,
    list_ready,
    list_six_answers,
    play_bump,
    play_pass,
    play_perk,
    play_step,
)
from parlour.games.work_of_heart.effects import carry_out, hit_target, list_lowers, list_raises, list_targets
from parlour.games.work_of_heart.ending import list_reveals, list_tie, play_reveal, play_tie
from parlour.games.work_of_heart.events import (
    list_answers,
    list_events,
    list_joins,
    play_answer,
    play_join,
    show_event,
)
from parlour.games.work_of_heart.hands import (
    cut_hand,
    finish_draw,
    list_discards,
    list_draws,
    list_snatches,
    play_card,
    snatch_card,
    take_card,
    throw_card,
)
from parlour.games.work_of_heart.landing import land, list_perk_or_pass, shuffle_events
from parlour.games.work_of_heart.movement import (
    list_bumps,
    list_steps,
    list_walks,
    roll_movement,
    walk_to,
)
from parlour.games.work_of_heart.setup import (
    clear_boards,
    clear_turn,
    list_interests,
    list_picks,
    play_pick,
    play_woo,
)
from parlour.games.work_of_heart.traits import (
    lower_trait,
    raise_trait,
    use_perk,
)
from parlour.games.work_of_heart.turns import (
    ask_chance,
    ask_done,
    ask_seat,
    end_landing,
    next_six,
    refill_hands,
)


@rule
def setup(e, g):
    """WH-12, WH-14, WH-16, WH-19 Monday morning on the Quad; the first seat chooses whom to court."""
    if g.first == NONE:
        g.first = 0
    clear_turn(g)
    clear_boards(e, g)
    g.day = 0
    g.lap = 0
    shuffle_events(e, g)
    g.pile = e.actions
    g.deck = (np.int64(1) << np.int64(e.actions)) - 1
    g.fresh = g.deck
    g.thrown = 0
    ask_seat(g, S.WOO, np.int64(g.first))


@rule
def legal(e, g, out):
    if g.seat == CHANCE:
        return legal_for_chance(e, g, out)
    phase = np.int64(g.phase)
    if phase == S.READY:
        return list_ready(e, g, out)
    if phase == S.MOVE:
        return list_walks(e, g, out)
    if phase == S.DONE:
        return list_done(e, g, out)
    if phase == S.SIX:
        return list_six_answers(e, g, out)
    if phase == S.HECKLE:
        return list_heckles(e, g, out)
    if phase == S.GROUP:
        return list_joins(e, g, out)
    if phase == S.ANSWER:
        return list_answers(e, g, out)
    if phase == S.COURT:
        return list_court(e, g, out)
    if phase == S.COURTED:
        return list_second_thoughts(e, g, out)
    if phase == S.TILE:
        return list_perk_or_pass(S.KINDNESS, out)
    if phase == S.LUCK:
        return list_perk_or_pass(S.HUMOR, out)
    if phase == S.KEEP:
        return list_perk_or_pass(S.SMARTS, out)
    return legal_choice(e, g, phase, out)


@rule
def legal_choice(e, g, phase, out):
    """Choices that come up less often."""
    if phase == S.BUMP:
        return list_bumps(e, g, out)
    if phase == S.DISCARD:
        return list_discards(g, out)
    if phase == S.RAISE:
        return list_raises(e, g, out)
    if phase == S.LOWER:
        return list_lowers(e, g, out)
    if phase == S.TARGET:
        return list_targets(g, out)
    if phase == S.STEP:
        return list_steps(e, g, out, 0)
    if phase == S.WOO:
        return list_interests(e, g, out)
    if phase == S.TIE:
        return list_tie(out)
    return list_picks(e, g, out)


@rule
def legal_for_chance(e, g, out):
    """Dice and decks: every face, every card that is still there."""
    phase = np.int64(g.phase)
    if phase == S.ROLL:
        return list_faces(M.ROLL, np.int64(e.die_faces), out)
    if phase == S.DRAW:
        return list_draws(e, g, out)
    if phase == S.EVENT:
        return list_events(e, g, out)
    if phase == S.FACE:
        return list_trait_faces(e, out)
    if phase == S.DIE:
        return list_die_faces(e, out)
    if phase == S.SNATCH:
        return list_snatches(g, out)
    return list_reveals(e, g, out)


@rule
def play(e, g, m):
    kind, a = kind_of(m), a_of(m)
    if kind == M.ROLL:
        roll_movement(e, g, a + 1)
    elif kind == M.THROW:
        ask_chance(g, S.ROLL)
    elif kind == M.GO:
        if walk_to(e, g, a):
            land(e, g, np.int64(g.turn), a)
    elif kind == M.PASS:
        play_pass(e, g)
    elif kind == M.DRAW:
        take_card(g, a)
        if finish_draw(e, g):
            go_on(e, g)
    elif kind == M.PLAY:
        play_action(e, g, a)
    elif kind == M.PERK:
        play_perk(e, g, a)
    elif kind == M.JOIN:
        play_join(e, g, a)
    elif kind == M.EVENT:
        show_event(e, g, a)
    elif kind == M.ANSWER:
        play_answer(e, g, a)
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
        begin_court(e, g)
    elif kind == M.BUMP:
        play_bump(e, g, a)
    elif kind == M.STEP:
        play_step(e, g, a)
    elif kind == M.DISCARD:
        throw_card(g, np.int64(g.seat), a)
        if cut_hand(e, g):
            go_on(e, g)
    elif kind == M.SNATCH:
        snatch_card(g, a)
        if cut_hand(e, g):
            go_on(e, g)
    else:
        play_choice(e, g, kind, a)


@rule
def play_face(e, g, face):
    """WH-40 The trait die; then the movement die, unless it lies there already."""
    g.face = face
    if g.die == NONE:
        ask_chance(g, S.DIE)
    else:
        go_on(e, g)


@rule
def play_choice(e, g, kind, a):
    if kind == M.RAISE:
        raise_trait(e, g, np.int64(g.seat), a, np.int64(g.amount))
        g.given = NONE
        go_on(e, g)
    elif kind == M.LOWER:
        lower_trait(e, g, np.int64(g.seat), a)
        g.given = a
        ask_seat(g, S.RAISE, np.int64(g.seat))
    elif kind == M.TARGET:
        if hit_target(e, g, a):
            go_on(e, g)
    elif kind == M.PEEK:
        use_perk(g, np.int64(g.seat), S.KINDNESS)
        g.lifted = 1
        g.peeked = a
    elif kind == M.REVEAL:
        play_reveal(e, g, a)
    elif kind == M.TIE:
        play_tie(e, g, a)
    elif kind == M.WOO:
        play_woo(e, g, a)
    elif kind == M.PICK:
        play_pick(e, g, a)


@rule
def go_on(e, g):
    """Back to where a choice or a draw came up."""
    if g.back == S.LANDED:
        end_landing(e, g)
    elif g.back == S.MOVE or g.back == S.READY:
        ask_seat(g, np.int64(g.back), np.int64(g.turn))
    elif g.back == S.DONE:
        ask_done(e, g)
    elif g.back == S.COURT:
        ask_seat(g, S.COURT, np.int64(g.actor))
    elif g.back == S.SIX:
        next_six(e, g)
    elif g.back == S.HECKLE:
        next_heckler(e, g)
    elif g.back == S.COURTED:
        think_again(e, g)
    else:
        refill_hands(e, g)


@rule
def play_action(e, g, slot):
    """WH-63 A card from the hand: shown, discarded, carried out; then play goes on where it was."""
    seat = np.int64(g.seat)
    g.back = g.phase
    card = play_card(g, seat, slot)
    effect, trait = np.int64(e.act_effect[card]), np.int64(e.act_trait[card])
    if carry_out(e, g, seat, effect, trait, np.int64(e.act_amount[card])):
        go_on(e, g)
