"""Laying the table of Perfect Match: who starts, a profile for everybody, and contestants for the stage."""

import numpy as np
from numpy import uint64 as ix  # an index that is never negative: saves the look from the end of the array

from parlour.engine.jit import inlined
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.perfect_match.moves import DO_ENTER, DO_PROFILE, DO_STARTS
from parlour.games.perfect_match.state import OPEN_PROFILES, STAGE


@inlined
def is_setting_up(e, g):
    """PM-R16 Who starts, PM-4 a profile for everybody, PM-R20 and the first contestants are drawn."""
    if g.turn != NONE:
        return False
    return g.first == NONE or g.profile[g.seats - 1] == NONE or is_stage_short(e, g)


@inlined
def is_stage_short(e, g):
    """PM-3 There are always three contestants."""
    short = False
    for place in range(STAGE):
        short |= (g.stage[place] == NONE) & (place < e.places)
    return short


@inlined
def list_opening(e, g, out):
    """PM-R16 Who starts, PM-4 a profile, or PM-3 a contestant: whatever the table lacks."""
    if g.first == NONE:
        for seat in range(g.seats):
            out[seat] = make(DO_STARTS, seat, NONE, NONE)
        return np.int64(g.seats)
    if g.profile[g.seats - 1] == NONE:
        return list_profiles(e, g, out)
    return list_waiting(e, g, out)


@inlined
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


@inlined
def list_waiting(e, g, out):
    n = np.int64(0)
    for contestant in range(e.contestants):
        out[ix(n)] = make(DO_ENTER, contestant, NONE, NONE)
        n += (np.int64(g.waiting) >> contestant) & 1
    return n


@inlined
def deal_profile(g, profile):
    """PM-4 One for each seat in turn. PM-R2 Open, unless the players want it secret."""
    seat = 0
    while g.profile[seat] != NONE:
        seat += 1
    g.profile[seat] = profile
    if has_ruling(g, OPEN_PROFILES):
        g.could[seat] = np.int64(1) << profile


@inlined
def has_ruling(g, ruling):
    return (np.int64(g.rulings) >> ruling) & 1 == 1


@inlined
def enter_stage(g, contestant):
    """PM-3, PM-15 To the place that is free."""
    place = 0
    while g.stage[place] != NONE:
        place += 1
    g.stage[place] = contestant
    g.waiting = np.int64(g.waiting) & ~(np.int64(1) << contestant)
