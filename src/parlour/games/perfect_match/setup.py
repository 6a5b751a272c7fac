"""The start of Perfect Match: who starts, a profile for everybody, and contestants for the stage."""

import numpy as np

from parlour.engine.bits import all_bits, first_free, list_bits
from parlour.engine.jit import inlined
from parlour.engine.record import NONE
from parlour.engine.seats import has_ruling
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S


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
    for place in range(S.STAGE):
        short |= (g.stage[place] == NONE) & (place < e.places)
    return short


@inlined
def list_opening(e, g, out):
    """PM-R16 Who starts, PM-4 a profile, or PM-3 a contestant: whatever the table lacks."""
    n = np.int64(0)
    if g.first == NONE:
        return list_bits(M.STARTS, all_bits(g.seats), g.seats, out, n)
    if g.profile[g.seats - 1] == NONE:
        return list_bits(M.PROFILE, ~dealt_profiles(g), e.profiles, out, n)
    return list_bits(M.ENTER, np.int64(g.waiting), e.contestants, out, n)


@inlined
def dealt_profiles(g):
    """PM-4 The profiles that somebody has already, as bits."""
    dealt = np.int64(0)
    for seat in range(g.seats):
        if g.profile[seat] != NONE:
            dealt |= np.int64(1) << np.int64(g.profile[seat])
    return dealt


@inlined
def deal_profile(g, profile):
    """PM-4 One for each seat in turn. PM-R2 Open, unless the players want it secret."""
    seat = first_free(g.profile)
    g.profile[seat] = profile
    if has_ruling(g, S.OPEN_PROFILES):
        g.could[seat] = np.int64(1) << profile


@inlined
def enter_stage(g, contestant):
    """PM-3, PM-15 To the place that is free."""
    g.stage[first_free(g.stage)] = contestant
    g.waiting = np.int64(g.waiting) & ~(np.int64(1) << contestant)
