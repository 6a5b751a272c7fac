"""The walk: the player's own roll, the spaces where it can end, and who stands in the way."""

import numpy as np

from parlour.engine.bits import has_bit, list_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.hands import list_plays
from parlour.games.work_of_heart.landing import land
from parlour.games.work_of_heart.movement import is_taken, reach_of, shove, tiled_spaces
from parlour.games.work_of_heart.traits import has_perk, has_quirk, use_perk
from parlour.games.work_of_heart.turns import ask_chance, ask_seat, list_faces
from parlour.games.work_of_heart.windows import begin_step


@inlined
def legal(e, g, phase, out):
    if phase == S.MOVE:
        return list_walks(e, g, out)
    if phase == S.READY:
        return list_ready(e, g, out)
    if phase == S.ROLL:
        return list_faces(M.ROLL, np.int64(e.die_faces), out)
    return list_bumps(e, g, out)


@inlined
def play(e, g, phase, kind, a):
    if phase == S.ROLL:
        roll_movement(e, g, a + 1)
    elif phase == S.READY:
        begin_step(e, g, S.AT_START)
    elif kind == M.GO:
        walk_to(e, g, a)
    elif kind == M.BUMP:
        bump_to(e, g, a)
    elif kind == M.PEEK:
        peek_under(g, a)
    elif a == S.CHARM:
        roll_again(g)
    else:
        push(e, g)


@rule
def list_ready(e, g, out):
    """WH-48, WH-63 The player's own roll, or first a card for any time."""
    n = list_plays(e, g, S.IN_READY, out, 0)
    out[n] = make(M.THROW, NONE, NONE, NONE)
    return n + 1


@rule
def roll_movement(e, g, steps):
    """WH-48 As many steps as the die shows."""
    g.roll = steps
    g.paces = np.int64(1) << steps
    if has_quirk(e, g, np.int64(g.turn), S.STROLL) and steps > 1:
        g.paces = np.int64(g.paces) | (np.int64(1) << (steps - 1))
    if has_bit(g.opened, S.AT_ROLLED):
        ask_seat(g, S.MOVE, np.int64(g.turn))
    else:
        begin_step(e, g, S.AT_ROLLED)


@rule
def roll_again(g):
    """WH-24 Charm: the same die once more."""
    use_perk(g, np.int64(g.turn), S.CHARM)
    ask_chance(g, S.ROLL)


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
        n = list_bits(M.PEEK, tiled_spaces(e, g), e.spaces, out, n)
    return n


@rule
def peek_under(g, space):
    """WH-36 Kindness is used, and tiles do not count for this walk."""
    use_perk(g, np.int64(g.seat), S.KINDNESS)
    g.lifted = 1
    g.peeked = space


@rule
def walk_to(e, g, space):
    """Set out for a space; if it is taken the walker is asked how to continue."""
    seat = np.int64(g.turn)
    if g.roll == e.die_faces:
        g.tally[seat, S.SIXES] += 1
    g.origin = g.space[seat]
    if is_taken(e, g, seat, space):
        g.goal = space
        contest_space(g, space)
    else:
        land(e, g, seat, space)


# Taken spaces


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
def bump_to(e, g, space):
    """WH-50, WH-R6 On to the next space; if that is taken too, on again."""
    if is_taken(e, g, np.int64(g.turn), space):
        contest_space(g, space)
    else:
        land(e, g, np.int64(g.turn), space)


@rule
def push(e, g):
    """WH-25 Brawn: take the space; whoever stands there goes to the Quad."""
    space = np.int64(g.contested)
    use_perk(g, np.int64(g.turn), S.BRAWN)
    shove(e, g, np.int64(g.turn), space)
    land(e, g, np.int64(g.turn), space)


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
