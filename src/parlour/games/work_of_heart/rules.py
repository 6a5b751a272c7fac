"""The rules of Work of Heart: the contract, and who is asked for what. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE
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
    list_heckles,
    list_six_answers,
    play_bump,
    play_pass,
    play_perk,
    play_step,
)
from parlour.games.work_of_heart.effects import is_done, is_hit, list_lowers, list_raises, list_targets
from parlour.games.work_of_heart.ending import list_reveals, play_reveal
from parlour.games.work_of_heart.events import (
    list_answers,
    list_events,
    list_joins,
    play_answer,
    play_join,
    show_event,
)
from parlour.games.work_of_heart.hands import (
    is_discarding,
    is_drawing,
    list_discards,
    list_draws,
    list_snatches,
    play_card,
    snatch_card,
    take_card,
    throw_card,
)
from parlour.games.work_of_heart.landing import land, list_perk_or_pass
from parlour.games.work_of_heart.movement import (
    can_walk_to,
    list_bumps,
    list_steps,
    list_walks,
    roll_movement,
)
from parlour.games.work_of_heart.moves import (
    M_ANSWER,
    M_BUMP,
    M_COURT,
    M_DIE,
    M_DISCARD,
    M_DRAW,
    M_EVENT,
    M_FACE,
    M_GO,
    M_JOIN,
    M_LOWER,
    M_PASS,
    M_PEEK,
    M_PERK,
    M_PICK,
    M_PLAY,
    M_RAISE,
    M_REVEAL,
    M_ROLL,
    M_SNATCH,
    M_STEP,
    M_TARGET,
    M_WOO,
)
from parlour.games.work_of_heart.opening import (
    clear_boards,
    clear_turn,
    list_interests,
    list_picks,
    play_pick,
    play_woo,
)
from parlour.games.work_of_heart.state import (
    ANSWER,
    BUMP,
    COURT,
    COURTED,
    DIE,
    DISCARD,
    DRAW,
    EVENT,
    FACE,
    GROUP,
    HECKLE,
    HUMOR,
    KEEP,
    KINDNESS,
    LANDED,
    LOWER,
    LUCK,
    MOVE,
    RAISE,
    ROLL,
    SIX,
    SMARTS,
    SNATCH,
    STEP,
    TARGET,
    TILE,
    WOO,
)
from parlour.games.work_of_heart.traits import (
    lower_trait,
    raise_trait,
    use_perk,
)
from parlour.games.work_of_heart.turns import (
    ask_chance,
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
    g.events = (np.int64(1) << np.int64(e.event_cards)) - 1
    g.pile = e.actions
    g.deck = (np.int64(1) << np.int64(e.actions)) - 1
    g.fresh = g.deck
    g.thrown = 0
    ask_seat(g, WOO, np.int64(g.first))


@rule
def legal(e, g, out):
    if g.seat == CHANCE:
        return legal_for_chance(e, g, out)
    phase = np.int64(g.phase)
    if phase == MOVE:
        return list_walks(e, g, out)
    if phase == SIX:
        return list_six_answers(e, g, out)
    if phase == HECKLE:
        return list_heckles(e, g, out)
    if phase == GROUP:
        return list_joins(e, g, out)
    if phase == ANSWER:
        return list_answers(e, g, out)
    if phase == COURT:
        return list_court(out)
    if phase == COURTED:
        return list_second_thoughts(e, g, out)
    if phase == TILE:
        return list_perk_or_pass(KINDNESS, out)
    if phase == LUCK:
        return list_perk_or_pass(HUMOR, out)
    if phase == KEEP:
        return list_perk_or_pass(SMARTS, out)
    return legal_choice(e, g, phase, out)


@rule
def legal_choice(e, g, phase, out):
    """Choices that come up less often."""
    if phase == BUMP:
        return list_bumps(e, g, out)
    if phase == DISCARD:
        return list_discards(g, out)
    if phase == RAISE:
        return list_raises(e, g, out)
    if phase == LOWER:
        return list_lowers(g, out)
    if phase == TARGET:
        return list_targets(g, out)
    if phase == STEP:
        return list_steps(e, g, out, 0)
    if phase == WOO:
        return list_interests(e, g, out)
    return list_picks(e, g, out)


@rule
def legal_for_chance(e, g, out):
    """Dice and decks: every face, every card that is still there."""
    phase = np.int64(g.phase)
    if phase == ROLL:
        return list_faces(M_ROLL, np.int64(e.die_faces), out)
    if phase == DRAW:
        return list_draws(e, g, out)
    if phase == EVENT:
        return list_events(e, g, out)
    if phase == FACE:
        return list_trait_faces(e, out)
    if phase == DIE:
        return list_die_faces(e, out)
    if phase == SNATCH:
        return list_snatches(g, out)
    return list_reveals(e, g, out)


@rule
def play(e, g, m):
    kind, a = kind_of(m), a_of(m)
    if kind == M_ROLL:
        roll_movement(e, g, a + 1)
    elif kind == M_GO:
        if can_walk_to(e, g, a):
            land(e, g, np.int64(g.turn), a)
    elif kind == M_PASS:
        play_pass(e, g)
    elif kind == M_DRAW:
        take_card(g, a)
        if not is_drawing(e, g):
            go_on(e, g)
    elif kind == M_PLAY:
        play_action(e, g, a)
    elif kind == M_PERK:
        play_perk(e, g, a)
    elif kind == M_JOIN:
        play_join(e, g, a)
    elif kind == M_EVENT:
        show_event(e, g, a)
    elif kind == M_ANSWER:
        play_answer(e, g, a)
    else:
        play_other(e, g, kind, a)


@rule
def play_other(e, g, kind, a):
    """Moves that come up less often."""
    if kind == M_FACE:
        play_face(e, g, a)
    elif kind == M_DIE:
        g.die = a + 1
        go_on(e, g)
    elif kind == M_COURT:
        begin_court(e, g)
    elif kind == M_BUMP:
        play_bump(e, g, a)
    elif kind == M_STEP:
        play_step(e, g, a)
    elif kind == M_DISCARD:
        throw_card(g, np.int64(g.seat), a)
        if not is_discarding(e, g):
            go_on(e, g)
    elif kind == M_SNATCH:
        snatch_card(g, a)
        if not is_discarding(e, g):
            go_on(e, g)
    else:
        play_choice(e, g, kind, a)


@rule
def play_face(e, g, face):
    """WH-40 The trait die; then the movement die, unless it lies there already."""
    g.face = face
    if g.die == NONE:
        ask_chance(g, DIE)
    else:
        go_on(e, g)


@rule
def play_choice(e, g, kind, a):
    if kind == M_RAISE:
        raise_trait(e, g, np.int64(g.seat), a, np.int64(g.amount))
        go_on(e, g)
    elif kind == M_LOWER:
        lower_trait(e, g, np.int64(g.seat), a)
        ask_seat(g, RAISE, np.int64(g.seat))
    elif kind == M_TARGET:
        if is_hit(e, g, a):
            go_on(e, g)
    elif kind == M_PEEK:
        use_perk(g, np.int64(g.seat), KINDNESS)
        g.lifted = 1
        g.peeked = a
    elif kind == M_REVEAL:
        play_reveal(e, g, a)
    elif kind == M_WOO:
        play_woo(e, g, a)
    elif kind == M_PICK:
        play_pick(e, g, a)


@rule
def go_on(e, g):
    """Back to where a choice or a draw came up."""
    if g.back == LANDED:
        end_landing(e, g)
    elif g.back == MOVE:
        ask_seat(g, MOVE, np.int64(g.turn))
    elif g.back == SIX:
        next_six(e, g)
    elif g.back == HECKLE:
        next_heckler(e, g)
    elif g.back == COURTED:
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
    if is_done(e, g, seat, effect, trait, np.int64(e.act_amount[card])):
        go_on(e, g)
