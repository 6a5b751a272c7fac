"""Dates in Perfect Match. Clause ids are those of README.md."""

import numpy as np

from parlour.engine.jit import inlined
from parlour.engine.record import NONE
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import (
    count_cards,
    discard_from,
    is_face_down,
    stage_slot,
    turn_up,
)
from parlour.games.perfect_match.ending import score_turn


@inlined
def can_date(e, g, place):
    """PM-13 Only a contestant with a complete profile."""
    return count_cards(e, g, place) == e.wants


@inlined
def play_date(e, g, place):
    """PM-13 Everything is turned up. PM-17 A red flag among it leaves the profile incomplete."""
    for k in range(S.PROFILE):
        if is_face_down(g, stage_slot(place, k)):
            turn_up(e, g, stage_slot(place, k))
    g.news += 1
    complete = can_date(e, g, place)
    # PM-14, PM-R15 The same traits in the same numbers, in any order.
    if complete and count_traits(e, g, place) == e.wish[g.profile[g.turn]]:
        woo(e, g, place)
    else:
        fail(e, g, place, complete)


@inlined
def count_traits(e, g, place):
    """What a complete profile shows, counted as in what a player's profile asks for."""
    found = np.int64(0)
    for k in range(e.wants):
        found += np.int64(e.one[g.card[stage_slot(place, k)]])
    return found


@inlined
def woo(e, g, place):
    """PM-15 The contestant comes along, red flags and all. PM-R5 The goal is tested before the refill."""
    g.owner[g.stage[place]] = g.turn
    g.wooed[g.turn] += 1
    g.stage[place] = NONE
    for k in range(e.wants):
        discard_from(g, stage_slot(place, k))
    g.could[g.turn] = np.int64(1) << np.int64(g.profile[g.turn])
    score_turn(e, g)


@inlined
def fail(e, g, place, complete):
    """PM-16 The traits stay and the actions are over. PM-R2 Everybody saw what this seat does not look for."""
    g.actions = 0
    if complete and not is_told(g, g.turn):
        traits = count_traits(e, g, place)
        for profile in range(e.profiles):
            if e.wish[profile] == traits:
                g.could[g.turn] = np.int64(g.could[g.turn]) & ~(np.int64(1) << profile)


@inlined
def is_told(g, seat):
    """PM-R2 Whether the dates so far leave one profile only; an open one was told at the deal."""
    could = np.int64(g.could[seat])
    return could & (could - 1) == 0
