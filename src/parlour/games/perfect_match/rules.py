"""The rules of Perfect Match. Clause ids are those of README.md.

setup.py has what chance does before the first turn, turns.py who decides next, actions.py the list of a turn's actions.
What dramas and contestants do is in choices.py and effects.py, dates are in dates.py, hearts and the end in ending.py;
cards.py moves the cards.
"""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.bits import all_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import NEXT_A, a_of, b_of, kind_of, make
from parlour.engine.record import CHANCE, NONE
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.actions import list_actions
from parlour.games.perfect_match.cards import (
    discard_from_hand,
    draw_card,
    empty_slot,
    hand_slot,
    stage_slot,
    turn_up,
)
from parlour.games.perfect_match.choices import list_choices
from parlour.games.perfect_match.dates import play_date
from parlour.games.perfect_match.effects import (
    begin_effect,
    face_rival,
    fetch_card,
    finish_effect,
    grab_card,
    name_contestant,
    offer_card,
    pick_card,
    play_card,
    point_at,
    spill_card,
)
from parlour.games.perfect_match.setup import deal_profile, enter_stage, list_opening
from parlour.games.perfect_match.turns import move_on


@rule
def setup(e, g):
    """PM-R1, PM-R20 Empty hands, an empty stage and two full decks; chance does the rest."""
    g.turn = NONE
    g.actions = 0
    g.due = 0
    g.pile = 0
    g.deck[:] = NONE
    for card in range(e.cards):
        if e.needs[card] <= g.seats:
            g.deck[g.pile] = card
            g.pile += 1
    g.waiting = all_bits(e.contestants)
    g.stage[:] = NONE
    g.owner[:] = NONE
    g.wooed[:] = 0
    g.burden[:] = 0
    g.profile[:] = NONE
    g.could[:] = all_bits(e.profiles)
    g.held[:] = 0
    g.card[:] = NONE
    g.seen[:] = 0
    g.maybe[:] = 0
    g.up[:] = 0
    g.by[:] = NONE
    g.above[:] = NONE
    g.gone = 0
    g.discards[:] = NONE
    g.shown = NONE
    g.effect = NONE
    g.left = 0
    g.picks = 0
    g.half = NONE
    g.rival = NONE


@inlined
def legal(e, g, out):
    """PM-7 An action; or the next choice of an effect; or PM-8 a card to discard; or what chance can do."""
    if g.seat == CHANCE:
        return list_opening(e, g, out) if g.due == 0 else list_draws(g, out)
    if is_discarding(g):
        return list_discards(g, out)
    if g.effect != NONE and g.effect != S.PLANT:
        return list_choices(e, g, out)
    return list_actions(e, g, out)


@inlined
def list_draws(g, out):
    """PM-6 Any card of the main deck."""
    deck = g.deck
    first = make(M.DRAW, 0, NONE, NONE)
    for i in range(in_lanes(g.pile)):
        out[ix(i)] = first + np.int64(deck[ix(i)]) * NEXT_A
    return np.int64(g.pile)


@inlined
def list_discards(g, out):
    """PM-8 Any card of the hand."""
    cards = g.card
    first = hand_slot(g.seat, np.int64(0))
    n = np.int64(0)
    for held in range(S.HAND):
        out[ix(n)] = make(M.DISCARD, held, NONE, NONE)
        n += np.int64(cards[ix(first + held)] != NONE)
    return n


@inlined
def in_lanes(count):
    """So many cells, rounded up: what is written beyond the end does no harm."""
    return (np.int64(count) + S.LANES - 1) & -S.LANES


@inlined
def is_discarding(g):
    """PM-8 At the end of a turn, or because of a rival's effect."""
    return g.rival != NONE or (g.effect == NONE and g.actions == 0)


@inlined
def play(e, g, m):
    kind = kind_of(m)
    if g.seat == CHANCE:
        play_chance(e, g, kind, a_of(m))
    elif g.effect != NONE:
        play_choice(e, g, kind, m)
    elif kind == M.DISCARD:
        discard_from_hand(g, g.turn, a_of(m))
    else:
        play_action(e, g, kind, m)
    move_on(e, g)


@inlined
def play_action(e, g, kind, m):
    """PM-7 Each costs one action; to rest gives up those that are left."""
    g.actions -= 1
    if kind == M.PLAY:
        play_card(g, a_of(m), b_of(m))
    elif kind == M.REVEAL:
        turn_up(e, g, stage_slot(a_of(m), b_of(m)))
    elif kind == M.DRAMA:
        play_drama(e, g, a_of(m))
    elif kind == M.DATE:
        play_date(e, g, a_of(m))
    elif kind == M.FAVOUR:
        begin_effect(g, np.int64(e.favour[a_of(m)]), np.int64(e.favours[a_of(m)]))
    else:
        g.actions = 0


@inlined
def play_drama(e, g, held):
    """PM-12 It lies open while it is carried out."""
    slot = hand_slot(g.turn, held)
    card = np.int64(g.card[slot])
    empty_slot(g, slot)
    g.held[g.turn] -= 1
    g.shown = card
    g.news += 1
    begin_effect(g, np.int64(e.effect[card]), np.int64(e.amount[card]))


@inlined
def play_choice(e, g, kind, m):
    """One small choice of the effect that is being carried out."""
    if kind == M.PICK:
        pick_card(e, g, stage_slot(a_of(m), b_of(m)))
    elif kind == M.POINT:
        point_at(e, g, a_of(m))
    elif kind == M.NAME:
        name_contestant(e, g, a_of(m))
    elif kind == M.FACE:
        face_rival(g, a_of(m))
    elif kind == M.GRAB:
        grab_card(g, a_of(m), b_of(m))
    elif kind == M.FETCH:
        fetch_card(e, g, a_of(m))
    elif kind == M.OFFER:
        offer_card(g, a_of(m))
    elif kind == M.DISCARD:
        spill_card(g, a_of(m))
    elif kind == M.PLAY:
        play_card(g, a_of(m), b_of(m))
        g.left -= 1
    else:
        finish_effect(g)


@inlined
def play_chance(e, g, kind, a):
    """What chance lays on the table."""
    if kind == M.DRAW:
        draw_card(e, g, a)
    elif kind == M.ENTER:
        enter_stage(g, a)
    elif kind == M.PROFILE:
        deal_profile(g, a)
    else:
        g.first = a
