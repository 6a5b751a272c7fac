"""Moving over the campus: where a roll can end, who stands where, pawns that move, and single steps."""

import numpy as np

from parlour.engine.bits import has_bit, list_bits
from parlour.engine.jit import rule
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.traits import has_perk


@rule
def reach_of(e, g):
    """WH-49, WH-54, WH-55, WH-R8 The spaces where this turn's walk may end, as bits."""
    space = np.int64(g.space[g.turn])
    ends = np.int64(0)
    for steps in range(1, S.FACES + 1):
        if has_bit(g.paces, steps):
            ends |= e.reach[space, steps]
    if g.paces & 1:
        ends |= e.halls
    return ends


@rule
def tiled_spaces(e, g):
    spaces = np.int64(0)
    for space in range(np.int64(e.spaces)):
        if g.tile[space] != NONE:
            spaces |= np.int64(1) << space
    return spaces


@rule
def is_walkway(e, space):
    return has_bit(S.WALKWAYS, e.kind[space])


@rule
def is_building(e, space):
    return has_bit(S.BUILT, e.kind[space])


@rule
def is_taken(e, g, seat, space):
    """WH-50 By another pawn; WH-56, WH-R7 buildings and the Quad have room for all."""
    if not is_walkway(e, space):
        return False
    for other in range(np.int64(g.seats)):  # noqa: SIM110  `any` over a generator does not compile
        if other != seat and g.space[other] == space:
            return True
    return False


@rule
def move_pawn(e, g, seat, space):
    """The pawn moves; buildings remember who has ended a move in them."""
    g.tally[seat, S.DISTANCE] += e.far[g.space[seat], space]
    g.space[seat] = space
    g.bumped = 0
    g.contested = NONE
    g.goal = NONE
    if is_building(e, space):
        g.visited[seat] = np.int64(g.visited[seat]) | (np.int64(1) << np.int64(space))


@rule
def send_home(e, g, seat):
    """To the Quad, which is counted: some bonus cards feel sorry for you."""
    g.space[seat] = e.quad
    g.tally[seat, S.EXILES] += 1


@rule
def shove(e, g, seat, space):
    """WH-25 Whoever else stands there goes to the Quad."""
    for other in range(np.int64(g.seats)):
        if other != seat and g.space[other] == space:
            send_home(e, g, other)


@rule
def step_targets(e, g, seat):
    """WH-28 One space; over others who stand in the way, to the next free one beyond them; WH-25 or theirs."""
    takes = has_perk(e, g, seat, S.BRAWN)
    start = np.int64(g.space[seat])
    crossed = np.int64(1) << start
    free = np.int64(0)
    edge = np.int64(e.nears[start])
    while edge != 0:
        beyond = np.int64(0)
        for space in range(np.int64(e.spaces)):
            if has_bit(edge, space):
                if is_taken(e, g, seat, space):
                    beyond |= e.nears[space]
                if takes or not is_taken(e, g, seat, space):
                    free |= np.int64(1) << space
        crossed |= edge
        edge = beyond & ~crossed
    return free


@rule
def list_steps(e, g, out, n):
    return list_bits(M.STEP, step_targets(e, g, np.int64(g.seat)), e.spaces, out, n)
