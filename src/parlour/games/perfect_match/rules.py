"""The rules of Perfect Match. Clause ids are those of README.md.

The turn is in this file; what dramas and contestants do is in choices.py and effects.py, dates and hearts are in
dates.py, and cards.py moves the cards. Nothing says "phase": whoever is to decide follows from what is missing on the
table (`move_on`).
"""

import numpy as np
from numpy import uint64 as ix  # an index that is never negative: saves the look from the end of the array

from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, kind_of, make
from parlour.engine.record import CHANCE, NONE, OVER
from parlour.games.perfect_match.cards import (
    desk_slot,
    discard_from_hand,
    draw_card,
    empty_slot,
    hand_end,
    hand_slot,
    places_with_space,
    survey,
    turn_up,
)
from parlour.games.perfect_match.choices import can_begin, list_choices, list_stop
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
    DO_REST,
    DO_REVEAL,
    DO_STARTS,
)
from parlour.games.perfect_match.state import CONTESTANTS, HAND, LANES, OPEN_PROFILES, PLANT, PROFILE, STAGE


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


@rule
def legal(e, g, out):
    """PM-7 An action; or the next choice of an effect; or PM-8 a card to discard; or what chance can do.

    A move is written always and counted if it is possible: that is faster than to ask first. The lists that are
    asked for most are written here, because to hand `out` on costs almost as much as to fill it.
    """
    n = np.int64(0)
    if g.seat == CHANCE:
        if g.due == 0:
            return legal_for_chance(e, g, out)
        deck = g.deck
        for i in range(in_lanes(g.pile)):
            out[ix(i)] = make(DO_DRAW, deck[ix(i)], NONE, NONE)
        return np.int64(g.pile)
    cards = g.card
    first = hand_slot(g.seat, np.int64(0))
    if is_discarding(g):
        for held in range(HAND):
            out[ix(n)] = make(DO_DISCARD, held, NONE, NONE)
            n += np.int64(cards[ix(first + held)] != NONE)
        return n
    if g.effect != NONE and g.effect != PLANT:
        return list_choices(e, g, out)
    desk = survey(g)
    spaces = places_with_space(e, desk[0])
    end = hand_end(g, g.seat)
    # PM-9 A trait or red flag from the hand at a place with space. PM-R13 Never a drama.
    if spaces != 0:
        for held in range(end):
            card = np.int64(cards[ix(first + held)])
            fits = np.int64(card != NONE) & np.int64(card < e.dramas_from)
            for place in range(STAGE):
                out[ix(n)] = make(DO_PLAY, held, place, NONE)
                n += (spaces >> place) & fits
    if g.effect == PLANT:
        return list_stop(out, n)
    # PM-10 Any face-down card of any contestant.
    for place in range(STAGE):
        for k in range(PROFILE):
            out[ix(n)] = make(DO_REVEAL, place, k, NONE)
            n += (desk[1] >> (place * PROFILE + k)) & 1
    dramas = possible_dramas(e, g, desk, end)
    if dramas != 0:
        for held in range(end):
            out[ix(n)] = make(DO_DRAMA, held, NONE, NONE)
            n += (dramas >> held) & 1
    # PM-13, PM-R9, PM-R18 Anybody may date whoever has a complete profile, however it came about.
    for place in range(e.places):
        out[ix(n)] = make(DO_DATE, place, NONE, NONE)
        n += ~(spaces >> place) & 1
    favours = possible_favours(e, g, desk)
    if favours != 0:
        for contestant in range(CONTESTANTS):
            out[ix(n)] = make(DO_FAVOUR, contestant, NONE, NONE)
            n += (favours >> contestant) & 1
    out[ix(n)] = make(DO_REST, NONE, NONE, NONE)
    return n + 1


@rule
def in_lanes(count):
    """So many cells, rounded up: what is written beyond the end does no harm."""
    return (np.int64(count) + LANES - 1) & -LANES


@rule
def is_discarding(g):
    """PM-8 At the end of a turn, or because of a rival's effect."""
    return g.rival != NONE or (g.effect == NONE and g.actions == 0)


@rule
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


@rule
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


@rule
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


@rule
def play_chance(e, g, kind, a):
    """What chance lays on the table."""
    if kind == DO_DRAW:
        draw_card(e, g, a)
    elif kind == DO_ENTER:
        enter_stage(e, g, a)
    elif kind == DO_PROFILE:
        deal_profile(g, a)
    else:
        g.first = a


@rule
def move_on(e, g):
    """Who decides next: chance while something has to be drawn, then whoever's turn it is."""
    if g.seat == OVER:
        return
    if is_setting_up(e, g):
        g.seat = CHANCE
        return
    if g.turn == NONE:
        begin_game(e, g)
    if is_stage_short(e, g):
        draw_or_end(e, g, g.waiting != 0)
    elif g.due > 0:
        draw_or_end(e, g, g.pile > 0)
    else:
        ask_player(e, g)


@rule
def ask_player(e, g):
    """Steps 2 and 3 of a turn; then the next player's begins."""
    if g.effect != NONE and is_finished(e, g):
        finish_effect(g)
    if g.effect != NONE and g.rival != NONE:
        g.seat = g.rival
    elif g.effect != NONE or g.actions > 0 or g.held[g.turn] > e.limit:
        g.seat = g.turn
    else:
        begin_turn(e, g, (np.int64(g.turn) + 1) % g.seats)
        draw_or_end(e, g, g.pile > 0)


@rule
def draw_or_end(e, g, can_draw):
    """PM-21 Whoever has to draw from an empty deck ends the game. PM-R6 The cards before that are drawn."""
    if can_draw:
        g.seat = CHANCE
    else:
        end_game(e, g)


# Laying the table


@rule
def is_setting_up(e, g):
    """PM-R16 Who starts, PM-4 a profile for everybody, PM-R20 and the first contestants are drawn."""
    if g.turn != NONE:
        return False
    return g.first == NONE or g.profile[g.seats - 1] == NONE or is_stage_short(e, g)


@rule
def is_stage_short(e, g):
    """PM-3 There are always three contestants."""
    short = False
    for place in range(e.places):
        short |= g.stage[place] == NONE
    return short


@rule
def legal_for_chance(e, g, out):
    """PM-R16 Who starts, PM-4 a profile, or PM-3 a contestant: whatever the table lacks."""
    if g.first == NONE:
        for seat in range(g.seats):
            out[seat] = make(DO_STARTS, seat, NONE, NONE)
        return np.int64(g.seats)
    if g.profile[g.seats - 1] == NONE:
        return list_profiles(e, g, out)
    return list_waiting(e, g, out)


@rule
def list_profiles(e, g, out):
    """PM-4 Any profile that nobody has yet."""
    dealt = np.int64(0)
    for seat in range(g.seats):
        if g.profile[seat] != NONE:
            dealt |= np.int64(1) << np.int64(g.profile[seat])
    n = np.int64(0)
    for profile in range(e.profiles):
        out[ix(n)] = make(DO_PROFILE, profile, NONE, NONE)
        n += ~(dealt >> profile) & 1
    return n


@rule
def list_waiting(e, g, out):
    n = np.int64(0)
    for contestant in range(e.contestants):
        out[ix(n)] = make(DO_ENTER, contestant, NONE, NONE)
        n += (np.int64(g.waiting) >> contestant) & 1
    return n


@rule
def deal_profile(g, profile):
    """PM-4 One for each seat in turn. PM-R2 Open, unless the players want it secret."""
    seat = 0
    while g.profile[seat] != NONE:
        seat += 1
    g.profile[seat] = profile
    if has_ruling(g, OPEN_PROFILES):
        g.could[seat] = np.int64(1) << profile


@rule
def has_ruling(g, ruling):
    return (np.int64(g.rulings) >> ruling) & 1 == 1


@rule
def enter_stage(e, g, contestant):
    """PM-3, PM-15 To the place that is free."""
    place = 0
    while g.stage[place] != NONE:
        place += 1
    g.stage[place] = contestant
    g.waiting = np.int64(g.waiting) & ~(np.int64(1) << contestant)


# The turn


@rule
def begin_game(e, g):
    """PM-R1 Five cards for the starter too, unless an edition deals a few and two are drawn to them."""
    begin_turn(e, g, np.int64(g.first))
    g.due = e.opening[g.seats]


@rule
def begin_turn(e, g, seat):
    """PM-6 Draw two, or five with an empty hand. PM-R17 The hand is looked at only now."""
    g.turn = seat
    g.actions = e.turn_actions
    g.due = e.draws_empty if g.held[seat] == 0 else e.draws


@rule
def possible_dramas(e, g, desk, end):
    """PM-12 The dramas in the hand that find something to work on, as bits by slot."""
    cards = g.card
    first = hand_slot(g.seat, np.int64(0))
    found = np.int64(0)
    for held in range(end):
        card = np.int64(cards[ix(first + held)])
        if card >= e.dramas_from and can_begin(e, g, np.int64(e.effect[ix(card)]), np.int64(e.amount[ix(card)]), desk):
            found |= np.int64(1) << held
    return found


@rule
def possible_favours(e, g, desk):
    """PM-18, PM-R11 The contestants you have wooed whose action finds something to work on, as bits."""
    found = np.int64(0)
    if g.wooed[g.seat] != 0:
        for contestant in range(e.contestants):
            if g.owner[contestant] == g.seat:
                if can_begin(e, g, np.int64(e.favour[contestant]), np.int64(e.favours[contestant]), desk):
                    found |= np.int64(1) << contestant
    return found


@rule
def play_drama(e, g, held):
    """PM-12 It lies open while it is carried out."""
    slot = hand_slot(g.turn, held)
    card = np.int64(g.card[slot])
    empty_slot(g, slot)
    g.held[g.turn] -= 1
    g.shown = card
    g.news += 1
    begin_effect(g, np.int64(e.effect[card]), np.int64(e.amount[card]))
