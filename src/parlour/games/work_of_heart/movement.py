"""Moving: where a roll can take you, who stands in the way, and single steps."""

import numpy as np

from parlour.engine.bits import has_bit, list_bits
from parlour.engine.jit import rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.hands import list_plays
from parlour.games.work_of_heart.traits import has_perk, has_quirk
from parlour.games.work_of_heart.turns import ask_seat


@rule
def roll_movement(e, g, steps):
    """WH-48 As many steps as the die shows."""
    g.roll = steps
    g.paces = np.int64(1) << steps
    if has_quirk(e, g, np.int64(g.turn), S.STROLL) and steps > 1:
        g.paces = np.int64(g.paces) | (np.int64(1) << (steps - 1))
    ask_seat(g, S.MOVE, np.int64(g.turn))


@rule
def list_walks(e, g, out):
    """WH-48 A destination, WH-24 a new roll, a card, or WH-36 a look under a tile."""
    seat = np.int64(g.seat)
    ends = reach_of(e, g)
    n = list_bits(M.GO, ends, e.spaces, out, 0)
    if has_perk(e, g, seat, S.CHARM):
        out[n] = make(M.PERK, S.CHARM, NONE, NONE)
        n += 1
    n = list_plays(e, g, S.IN_MOVE, out, n)
    if has_quirk(e, g, seat, S.ACCIDENTS) and has_perk(e, g, seat, S.KINDNESS):
        n = list_bits(M.PEEK, ends & tiled_spaces(e, g), e.spaces, out, n)
    return n


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
def walk_to(e, g, space):
    """Set out for a space; True if it is free, else the walker is asked how to continue."""
    seat = np.int64(g.turn)
    if g.roll == e.die_faces:
        g.tally[seat, S.SIXES] += 1
    g.origin = g.space[seat]
    if not is_taken(e, g, seat, space):
        return True
    g.goal = space
    contest_space(g, space)
    return False


@rule
def contest_space(g, space):
    g.contested = space
    g.bumped = np.int64(g.bumped) | (np.int64(1) << np.int64(space))
    ask_seat(g, S.BUMP, np.int64(g.turn))


@rule
def list_bumps(e, g, out):
    """WH-50 Any adjacent space; WH-25 or Brawn, which takes this one."""
    n = list_bits(M.BUMP, bump_targets(e, g), e.spaces, out, 0)
    if has_perk(e, g, np.int64(g.seat), S.BRAWN):
        out[n] = make(M.PERK, S.BRAWN, NONE, NONE)
        n += 1
    return n


@rule
def bump_targets(e, g):
    """WH-R6 Neighbours that some path of this roll has not crossed; if none, the last free space of a path."""
    path = np.empty(S.FACES + 1, np.int64)
    tried = np.zeros(S.FACES + 1, np.int64)
    onward = np.int64(0)
    last_free = np.int64(0)
    path[0] = g.origin
    at = 0
    while at >= 0:
        here = path[at]
        if here == g.goal and has_bit(g.paces, at):
            crossed = crossed_by(path, at)
            onward |= e.nears[g.contested] & ~(crossed | np.int64(g.bumped))
            last_free |= last_free_of(e, g, path, at)
        near = np.int64(NONE)
        if at < S.FACES and here != g.goal and tried[at] < e.near.shape[1]:
            near = np.int64(e.near[here, tried[at]])
            tried[at] += 1
        if near == NONE:
            at -= 1
        elif not is_crossed(path, at, near) and (near == g.goal or not has_bit(g.bumped, near)):
            at += 1
            path[at] = near
            tried[at] = 0
    return onward if onward != 0 else last_free


@rule
def crossed_by(path, length):
    crossed = np.int64(0)
    for i in range(length + 1):
        crossed |= np.int64(1) << path[i]
    return crossed


@rule
def is_crossed(path, length, space):
    for i in range(length + 1):  # noqa: SIM110  `any` over a generator does not compile
        if path[i] == space:
            return True
    return False


@rule
def last_free_of(e, g, path, length):
    for i in range(length - 1, -1, -1):
        if not is_taken(e, g, np.int64(g.turn), path[i]):
            return np.int64(1) << path[i]
    return np.int64(0)


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
def shove(e, g, space):
    """WH-25 Whoever stands there goes to the Quad."""
    for other in range(np.int64(g.seats)):
        if other != g.turn and g.space[other] == space:
            send_home(e, g, other)


@rule
def step_targets(e, g, seat):
    """WH-28 One space; over others who stand in the way, to the next free one beyond them."""
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
                else:
                    free |= np.int64(1) << space
        crossed |= edge
        edge = beyond & ~crossed
    return free


@rule
def list_steps(e, g, out, n):
    return list_bits(M.STEP, step_targets(e, g, np.int64(g.seat)), e.spaces, out, n)
