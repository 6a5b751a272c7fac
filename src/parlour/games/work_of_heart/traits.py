"""Traits, their perks, and what they are worth; and who loves whom."""

import numpy as np

from parlour.engine.bits import has_bit
from parlour.engine.jit import rule
from parlour.games.work_of_heart import state as S


@rule
def raise_trait(e, g, seat, trait, amount):
    """WH-21 One column to the right for each level, never beyond the last."""
    g.level[seat, trait] = min(np.int64(e.cap), np.int64(g.level[seat, trait]) + amount)
    update_points(e, g, seat)


@rule
def lower_trait(e, g, seat, trait):
    """WH-R22 A level that is lost takes perk and point with it."""
    g.level[seat, trait] = max(np.int64(0), np.int64(g.level[seat, trait]) - 1)
    update_points(e, g, seat)


@rule
def update_points(e, g, seat):
    """WH-31 A point for every main trait at the top. WH-37 Two for every success. WH-70 And the bonus."""
    points = np.int64(g.hearts[seat]) * e.heart_points + np.int64(g.bonus[seat])
    for trait in range(S.MAIN):
        if g.level[seat, trait] == e.cap:
            points += e.trait_points
    g.points[seat] = points


@rule
def can_raise(e, g, seat):
    """Whether any of the seven traits has room."""
    for trait in range(S.MAIN + 1):  # noqa: SIM110  `any` over a generator does not compile
        if g.level[seat, trait] < e.cap:
            return True
    return False


@rule
def can_trade(e, g, seat):
    """Whether a level of some trait can be given up for one of another."""
    for trait in range(S.MAIN + 1):  # noqa: SIM110  `any` over a generator does not compile
        if can_give(e, g, seat, trait):
            return True
    return False


@rule
def can_give(e, g, seat, trait):
    """Whether a trait has a level to give and another one has room."""
    if g.level[seat, trait] == 0:
        return False
    for other in range(S.MAIN + 1):  # noqa: SIM110  `any` over a generator does not compile
        if other != trait and g.level[seat, other] < e.cap:
            return True
    return False


@rule
def lowest_trait(g, seat):
    """The main trait with the lowest level; the first of several."""
    lowest = np.int64(0)
    for trait in range(1, S.MAIN):
        if g.level[seat, trait] < g.level[seat, lowest]:
            lowest = np.int64(trait)
    return lowest


@rule
def has_perk(e, g, seat, perk):
    """WH-23 From level two, once a day. WH-30 Mojo has two perks, each with its own use."""
    return g.level[seat, min(np.int64(perk), S.MOJO)] >= e.perk_level and not has_bit(g.used[seat], perk)


@rule
def use_perk(g, seat, perk):
    g.used[seat] = np.int64(g.used[seat]) | (np.int64(1) << perk)
    g.tally[seat, S.PERKS_USED] += 1


@rule
def has_quirk(e, g, seat, quirk):
    """WH-33 A quirk concerns only those who court its owner."""
    return e.quirk[g.loves[seat]] == quirk


@rule
def quirk_amount(e, g, seat):
    return np.int64(e.quirk_amount[g.loves[seat]])


@rule
def group_of(g, seat):
    """WH-9, WH-10, WH-11, WH-R1 Who courts the same person: all, every second seat, or nobody else."""
    if g.mode == S.HAREM:
        return np.int64(0)
    if g.mode == S.SOLO:
        return np.int64(seat)
    return np.int64(seat) % 2
