"""What views and previews of Perfect Match ask the rules, of what a seat knows: for whom a profile is right."""

import numpy as np

from parlour.engine.asking import MOVE, askable
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, b_of, kind_of
from parlour.engine.record import HIDDEN, NONE, SEATS, UNKNOWN
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import stage_slot
from parlour.games.perfect_match.dates import can_date, count_traits
from parlour.games.perfect_match.effects import play_card


@askable(S.STAGE, SEATS)
@rule
def is_match(e, g, place, seat):
    """PM-14 Whether the profile at a place is complete and what a seat looks for."""
    if place >= e.places or seat >= g.seats or not can_date(e, g, place):
        return np.int64(0)
    for k in range(e.wants):
        if g.card[stage_slot(place, k)] == HIDDEN:
            return UNKNOWN
    profile = np.int64(g.profile[seat])
    if profile == HIDDEN:
        return UNKNOWN
    return np.int64(profile != NONE and count_traits(e, g, place) == e.wish[profile])


@askable(MOVE, SEATS)
@rule
def is_match_after(e, g, m, seat):
    """PM-14 The same at the place of a date, or where a card is slipped in."""
    kind = kind_of(m)
    if kind == M.PLAY:
        play_card(g, a_of(m), b_of(m))
        return is_match(e, g, b_of(m), seat)
    return is_match(e, g, a_of(m), seat) if kind == M.DATE else np.int64(0)
