"""The rules of Perfect Match. Clause ids are those of README.md.

The turn is in this file and the list of its actions in actions.py; opening.py lays the table. What dramas and
contestants do is in choices.py and effects.py, dates and hearts are in dates.py, and cards.py moves the cards. Nothing
says "phase": whoever is to decide follows from what is missing on the table (`move_on`).
"""

import numpy as np
from numpy import uint64 as ix  # an index that is never negative: saves the look from the end of the array

from parlour.engine.jit import inlined, rule
from parlour.engine.moves import NEXT_A, a_of, b_of, kind_of, make
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.games.perfect_match.actions import list_actions
from parlour.games.perfect_match.cards import (
    desk_slot,
    discard_from_hand,
    draw_card,
    empty_slot,
    hand_slot,
    turn_up,
)
from parlour.games.perfect_match.choices import list_choices
from parlour.games.perfect_match.dates import date, end_game
from parlour.games.perfect_match.effects import (
    begin_effect,
    face_rival,
    fetch_card,
    finish_effect,
    grab_card,
    is_finished,
    name_contestant,
    offer_card,
    pick_card,
    play_card,
    point_at,
    spill_card,
)
from parlour.games.perfect_match.moves import (
    DO_DATE,
    DO_DISCARD,
    DO_DRAMA,
    DO_DRAW,
    DO_ENTER,
    DO_FACE,
    DO_FAVOUR,
    DO_FETCH,
    DO_GRAB,
    DO_NAME,
    DO_OFFER,
    DO_PICK,
    DO_PLAY,
    DO_POINT,
    DO_PROFILE,
    DO_REVEAL,
)
from parlour.games.perfect_match.opening import deal_profile, enter_stage, is_setting_up, is_stage_short, list_opening
from parlour.games.perfect_match.state import HAND, LANES, PLANT


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
    g.waiting = (np.int64(1) << np.int64(e.contestants)) - 1
    g.stage[:] = NONE
    g.owner[:] = NONE
    g.wooed[:] = 0
    g.burden[:] = 0
    g.profile[:] = NONE
    g.could[:] = (np.int64(1) << np.int64(e.profiles)) - 1
    g.held[:] = 0
    g.card[:] = NONE
    g.seen[:] = 0
    g.maybe[:] = 0
    g.up[:] = 0
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
    if g.effect != NONE and g.effect != PLANT:
        return list_choices(e, g, out)
    return list_actions(e, g, out)


@inlined
def list_draws(g, out):
    """PM-6 Any card of the main deck."""
    deck = g.deck
    first = make(DO_DRAW, 0, NONE, NONE)
    for i in range(in_lanes(g.pile)):
        out[ix(i)] = first + np.int64(deck[ix(i)]) * NEXT_A
    return np.int64(g.pile)


@inlined
def list_discards(g, out):
    """PM-8 Any card of the hand."""
    cards = g.card
    first = hand_slot(g.seat, np.int64(0))
    n = np.int64(0)
    for held in range(HAND):
        out[ix(n)] = make(DO_DISCARD, held, NONE, NONE)
        n += np.int64(cards[ix(first + held)] != NONE)
    return n


@inlined
def in_lanes(count):
    """So many cells, rounded up: what is written beyond the end does no harm."""
    return (np.int64(count) + LANES - 1) & -LANES


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
    elif kind == DO_DISCARD:
        discard_from_hand(g, g.turn, a_of(m))
    else:
        play_action(e, g, kind, m)
    move_on(e, g)


@inlined
def play_action(e, g, kind, m):
    """PM-7 Each costs one action; to rest gives up those that are left."""
    g.actions -= 1
    if kind == DO_PLAY:
        play_card(g, a_of(m), b_of(m))
    elif kind == DO_REVEAL:
        turn_up(e, g, desk_slot(a_of(m), b_of(m)))
    elif kind == DO_DRAMA:
        play_drama(e, g, a_of(m))
    elif kind == DO_DATE:
        date(e, g, a_of(m))
    elif kind == DO_FAVOUR:
        begin_effect(g, np.int64(e.favour[a_of(m)]), np.int64(e.favours[a_of(m)]))
    else:
        g.actions = 0


@inlined
def play_choice(e, g, kind, m):
    """One small choice of the effect that is being carried out."""
    if kind == DO_PICK:
        pick_card(e, g, desk_slot(a_of(m), b_of(m)))
    elif kind == DO_POINT:
        point_at(e, g, a_of(m))
    elif kind == DO_NAME:
        name_contestant(e, g, a_of(m))
    elif kind == DO_FACE:
        face_rival(g, a_of(m))
    elif kind == DO_GRAB:
        grab_card(g, a_of(m), b_of(m))
    elif kind == DO_FETCH:
        fetch_card(e, g, a_of(m))
    elif kind == DO_OFFER:
        offer_card(g, a_of(m))
    elif kind == DO_DISCARD:
        spill_card(g, a_of(m))
    elif kind == DO_PLAY:
        play_card(g, a_of(m), b_of(m))
        g.left -= 1
    else:
        finish_effect(g)


@inlined
def play_chance(e, g, kind, a):
    """What chance lays on the table."""
    if kind == DO_DRAW:
        draw_card(e, g, a)
    elif kind == DO_ENTER:
        enter_stage(g, a)
    elif kind == DO_PROFILE:
        deal_profile(g, a)
    else:
        g.first = a


@inlined
def move_on(e, g):
    """Who decides next: chance while something has to be drawn, then whoever's turn it is."""
    if g.seat == OVER:
        return
    if g.due > 0:
        draw_or_end(e, g, g.pile > 0)
    elif is_setting_up(e, g):
        g.seat = CHANCE
    elif g.turn == NONE:
        begin_game(e, g)
        draw_or_end(e, g, g.pile > 0)
    elif is_stage_short(e, g):
        draw_or_end(e, g, g.waiting != 0)
    else:
        ask_player(e, g)


@inlined
def ask_player(e, g):
    """Steps 2 and 3 of a turn; then the next player's begins."""
    if g.effect != NONE and is_finished(e, g):
        finish_effect(g)
    if g.effect != NONE and g.rival != NONE:
        g.seat = g.rival
    elif g.effect != NONE or g.actions > 0 or g.held[g.turn] > e.limit:
        g.seat = g.turn
    else:
        begin_turn(e, g, next_seat(g))
        draw_or_end(e, g, g.pile > 0)


@inlined
def next_seat(g):
    after = np.int64(g.turn) + 1
    return after if after < g.seats else np.int64(0)


@inlined
def draw_or_end(e, g, can_draw):
    """PM-21 Whoever has to draw from an empty deck ends the game. PM-R6 The cards before that are drawn."""
    if can_draw:
        g.seat = CHANCE
    else:
        end_game(e, g)


# The turn


@inlined
def begin_game(e, g):
    """PM-R1 Five cards for the starter too, unless an edition deals a few and two are drawn to them."""
    begin_turn(e, g, np.int64(g.first))
    g.due = e.opening[g.seats]


@inlined
def begin_turn(e, g, seat):
    """PM-6 Draw two, or five with an empty hand. PM-R17 The hand is looked at only now."""
    g.turn = seat
    g.actions = e.turn_actions
    g.due = e.draws_empty if g.held[seat] == 0 else e.draws


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
