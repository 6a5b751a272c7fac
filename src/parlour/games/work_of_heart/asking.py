"""What views, words and previews of Work of Heart ask the rules, of what a seat knows."""

import numpy as np

from parlour.engine.asking import MOVE, askable
from parlour.engine.bits import has_bit
from parlour.engine.jit import rule
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import HIDDEN, NONE, SEATS, UNKNOWN
from parlour.engine.seats import has_ruling
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import count_affection, is_won
from parlour.games.work_of_heart.effects import change_roll
from parlour.games.work_of_heart.ending import count_for
from parlour.games.work_of_heart.landing import ignores_tile, is_landing_step
from parlour.games.work_of_heart.movement import reach_of
from parlour.games.work_of_heart.traits import has_perk
from parlour.games.work_of_heart.windows import all_but, could_interrupt, is_listening


@askable(SEATS)
@rule
def ready_perks(e, g, seat):
    """WH-23 The perks that a seat can use, as bits."""
    perks = np.int64(0)
    for perk in range(len(S.PERKS)):
        if has_perk(e, g, np.int64(seat), perk):
            perks |= np.int64(1) << perk
    return perks


@askable()
@rule
def reach_now(e, g):
    """WH-48 The spaces where the walk of this turn may end, as bits; none at other times."""
    return reach_of(e, g) if g.phase == S.MOVE else np.int64(0)


@askable(SEATS, len(S.CRITERIA))
@rule
def counted(e, g, seat, criterion):
    """WH-8 What a bonus card counts for a seat as it stands now; nothing before everybody courts somebody."""
    return count_for(e, g, seat, criterion) if g.loves[seat] != NONE else np.int64(0)


# Affection rolls


@rule
def has_rolled(g):
    return g.face != NONE and g.die != NONE


@askable()
@rule
def affection_sum(e, g):
    """WH-40, WH-41 The sum of the roll on the table; 0 if there is none."""
    return count_affection(e, g) if has_rolled(g) else np.int64(0)


@askable()
@rule
def is_winning(e, g):
    """WH-42 Whether the roll on the table would win as it lies."""
    return np.int64(has_rolled(g) and is_won(e, g))


@askable(SEATS, 2, 2, 2)
@rule
def count_wins(e, g, seat, faces, dies, fresh):
    """WH-40, WH-42 In how many of all ways these dice win, and how many there are; afresh with what was saved up."""
    if g.loves[seat] == NONE or (faces == 0 and g.face == NONE) or (dies == 0 and g.die == NONE):
        return np.int64(0), np.int64(0)
    g.actor = seat
    if fresh:
        g.extra = g.spark[seat]
        g.less = 0
    wins, ways = np.int64(0), np.int64(0)
    first, last = (0, np.int64(e.trait_faces)) if faces else (np.int64(g.face), np.int64(g.face) + 1)
    low, high = (1, np.int64(e.die_faces) + 1) if dies else (np.int64(g.die), np.int64(g.die) + 1)
    for face in range(first, last):
        for die in range(low, high):
            g.face = face
            g.die = die
            ways += 1
            wins += is_won(e, g)
    return wins, ways


@askable()
@rule
def listeners(e, g):
    """WH-59 The seats that may have a say about the roll on the table, as bits."""
    if g.phase == S.INTERRUPT and g.step == S.AT_ROLL:
        return np.int64(g.polled)
    if g.phase == S.HECKLE:
        return (np.int64(1) << np.int64(g.seat)) | listening(e, g, np.int64(g.jeering))
    if g.phase != S.COURTED or (has_ruling(g, S.FEW_WINDOWS) and g.windows >= e.windows):
        return np.int64(0)
    return listening(e, g, all_but(g, np.int64(g.actor)))


@rule
def listening(e, g, among):
    """Those who would be asked now."""
    seats = np.int64(0)
    few = has_ruling(g, S.FEW_WINDOWS)
    for other in range(np.int64(g.seats)):
        seat = np.int64(other)
        asked = is_listening(e, g, seat) if few else g.phase == S.HECKLE or could_interrupt(e, g, seat, S.AT_ROLL)
        if has_bit(among, seat) and asked:
            seats |= np.int64(1) << seat
    return seats


# What a move would do


@askable(MOVE)
@rule
def takes_under(e, g, m):
    """WH-26, WH-36 Whether a walk or a step lands on a tile that does not count, and takes what it covers."""
    kind, space, seat = kind_of(m), a_of(m), np.int64(g.seat)
    if kind != M.GO and kind != M.BUMP and (kind != M.STEP or not is_landing_step(g, seat)):
        return np.int64(0)
    return np.int64(g.tile[space] != NONE and ignores_tile(e, g, seat, space))


@askable(MOVE)
@rule
def sum_after(e, g, m):
    """WH-59 Whether a card changes the sum of the roll on the table by itself, and what it makes of it."""
    if kind_of(m) != M.PLAY or not has_rolled(g):
        return np.int64(0), np.int64(0)
    card = np.int64(g.hand[g.seat, a_of(m)])
    if card == HIDDEN:
        return UNKNOWN, UNKNOWN
    effect, amount = np.int64(e.act_effect[card]), np.int64(e.act_amount[card])
    if effect == S.CHEER:
        effect = S.BOOST
    if effect != S.BOOST and effect != S.HECKLES and effect != S.TRIPLE:
        return np.int64(0), np.int64(0)
    change_roll(e, g, effect, amount)
    return np.int64(1), count_affection(e, g)
