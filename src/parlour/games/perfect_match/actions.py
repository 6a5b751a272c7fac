"""The actions of a turn of Perfect Match: what somebody may do, as a list.

A move is written always and counted if it is possible: that is faster than to ask first.
"""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.bits import list_bits
from parlour.engine.jit import inlined
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.perfect_match import moves as M
from parlour.games.perfect_match import state as S
from parlour.games.perfect_match.cards import hand_end, hand_slot, places_with_space, survey
from parlour.games.perfect_match.choices import list_stop


@inlined
def list_actions(e, g, out):
    """PM-7 One of six, as far as the table allows them; while cards are planted, only the first."""
    surveyed = survey(g)
    spaces = places_with_space(e, surveyed[0])
    end = hand_end(g, g.seat)
    n = list_plays(e, g, spaces, end, out)
    if g.effect == S.PLANT:
        return list_stop(out, n)
    n = list_reveals(surveyed[1], out, n)
    n = list_dramas(e, g, end, out, n)
    n = list_dates(e, spaces, out, n)
    n = list_bits(M.FAVOUR, own_contestants(e, g), S.CONTESTANTS, out, n)
    out[ix(n)] = make(M.REST, NONE, NONE, NONE)
    return n + 1


@inlined
def list_plays(e, g, spaces, end, out):
    """PM-9 A trait or red flag from the hand at a place with space. PM-R13 Never a drama."""
    cards = g.card
    first = hand_slot(g.seat, np.int64(0))
    n = np.int64(0)
    if spaces != 0:
        for held in range(end):
            card = np.int64(cards[ix(first + held)])
            fits = np.int64(card != NONE) & np.int64(card < e.dramas_from)
            for place in range(S.STAGE):
                out[ix(n)] = make(M.PLAY, held, place, NONE)
                n += (spaces >> place) & fits
    return n


@inlined
def list_reveals(down, out, n):
    """PM-10 Any face-down card of any contestant."""
    for place in range(S.STAGE):
        for k in range(S.PROFILE):
            out[ix(n)] = make(M.REVEAL, place, k, NONE)
            n += (down >> (place * S.PROFILE + k)) & 1
    return n


@inlined
def list_dates(e, spaces, out, n):
    """PM-13, PM-R9, PM-R18 Anybody may date whoever has a complete profile, however it came about."""
    for place in range(S.STAGE):
        out[ix(n)] = make(M.DATE, place, NONE, NONE)
        n += ~(spaces >> place) & np.int64(place < e.places)
    return n


@inlined
def list_dramas(e, g, end, out, n):
    """PM-12 Any drama in the hand, also one that finds nothing to work on."""
    cards = g.card
    first = hand_slot(g.seat, np.int64(0))
    for held in range(end):
        out[ix(n)] = make(M.DRAMA, held, NONE, NONE)
        n += np.int64(cards[ix(first + held)] >= e.dramas_from)
    return n


@inlined
def own_contestants(e, g):
    """PM-18, PM-R11 The contestants you have wooed, as bits; also one whose action finds nothing to work on."""
    found = np.int64(0)
    if g.wooed[g.seat] != 0:
        for contestant in range(e.contestants):
            found |= np.int64(g.owner[contestant] == g.seat) << contestant
    return found
