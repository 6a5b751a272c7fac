"""What cards and answers do: the whole vocabulary of effects.

`is_done(...)` carries an effect out for a seat. It is True if that was all; if somebody must first choose or
draw, it asks, and play goes on at `g.back` afterwards.
"""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart.hands import show_hand
from parlour.games.work_of_heart.movement import send_home, step_targets
from parlour.games.work_of_heart.moves import M_LOWER, M_RAISE, M_TARGET
from parlour.games.work_of_heart.state import (
    AGAIN,
    ANY,
    BANISH,
    BAREFOOT,
    BOOST,
    CAB,
    CHEER,
    COURTED,
    DIE,
    DRAWS,
    ENCORE,
    FACE,
    FREESTYLE,
    HECKLE,
    HECKLES,
    HOME,
    HURRY,
    JINX,
    LIKED,
    LOWER,
    LOWEST,
    MAIN,
    PEEK,
    PINCH,
    RAISE,
    RAISES,
    REFRESH,
    SNATCH,
    SPARK,
    STEP,
    STEPS,
    SWAP,
    SWEEP,
    TARGET,
    TOGETHER,
    TRADE,
    TRIPLE,
)
from parlour.games.work_of_heart.traits import can_lower, can_raise, lowest_trait, raise_trait
from parlour.games.work_of_heart.turns import ask_chance, ask_seat, begin_draw, can_draw


@rule
def is_done(e, g, seat, effect, trait, amount):
    """Carry out one effect for a seat; False if somebody is asked first."""
    g.agent = seat
    if effect in (ANY, TRADE):
        return is_choosing_nothing(e, g, seat, effect, amount)
    if effect in (DRAWS, CHEER):
        if effect == CHEER:
            g.extra += amount
        return is_drawing_nothing(g, seat, amount)
    if effect == STEPS:
        return is_standing_still(e, g, seat)
    if BANISH <= effect <= TOGETHER:
        return is_without_target(e, g, seat, effect, trait, amount)
    if HURRY <= effect <= BAREFOOT:
        change_walk(e, g, effect, amount)
        return True
    if BOOST <= effect <= JINX:
        return is_roll_complete(e, g, effect, amount)
    do_plainly(e, g, seat, effect, trait, amount)
    return True


@rule
def do_plainly(e, g, seat, effect, trait, amount):
    """Effects that need no further choice and no draw."""
    if effect == RAISES:
        raise_trait(e, g, seat, trait, amount)
    elif effect == LIKED:
        raise_trait(e, g, seat, np.int64(e.liked[g.loves[seat], amount - 1]), np.int64(1))
    elif effect == LOWEST:
        raise_trait(e, g, seat, lowest_trait(g, seat), amount)
    elif effect == REFRESH:
        g.used[seat] = 0
    elif effect == SPARK:
        g.spark[seat] += amount
    elif effect == SWEEP:
        sweep_tiles(e, g, seat)
    elif effect == HOME:
        send_home(e, g, seat)


@rule
def sweep_tiles(e, g, seat):
    """The tiles around you are lifted: what lies under them is there for the next to come."""
    for space in range(np.int64(e.spaces)):
        if (np.int64(e.nears[g.space[seat]]) >> space) & 1:
            g.tile[space] = NONE


@rule
def is_choosing_nothing(e, g, seat, effect, amount):
    """Raise any trait; or give one level away for another."""
    if effect == TRADE:
        if not can_lower(g, seat):
            return True
        g.amount = 1
        ask_seat(g, LOWER, seat)
        return False
    if not can_raise(e, g, seat):
        return True
    g.amount = amount
    ask_seat(g, RAISE, seat)
    return False


@rule
def is_drawing_nothing(g, seat, count):
    if not can_draw(g):
        return True
    begin_draw(g, seat, count, np.int64(g.back))
    return False


@rule
def is_standing_still(e, g, seat):
    if step_targets(e, g, seat) == 0:
        return True
    ask_seat(g, STEP, seat)
    return False


@rule
def is_roll_complete(e, g, effect, amount):
    """Whatever touches an affection roll: more, less, or another throw."""
    if effect == BOOST:
        g.extra += amount
    elif effect == HECKLES:
        g.less += amount
    elif effect == TRIPLE:
        g.face = e.best_face
    elif effect == ENCORE:
        g.encore = 1
    elif effect == AGAIN:
        g.die = NONE
        g.back = COURTED
        ask_chance(g, FACE)
        return False
    else:
        g.back = HECKLE
        ask_chance(g, DIE)
        return False
    return True


@rule
def change_walk(e, g, effect, amount):
    """Further, any way you like, by cab, or without minding tiles."""
    if effect == HURRY:
        steps = min(np.int64(e.die_faces), np.int64(g.roll) + amount)
        g.paces = np.int64(g.paces) | (np.int64(1) << steps)
    elif effect == FREESTYLE:
        g.paces = np.int64(g.paces) | ((np.int64(1) << (np.int64(e.die_faces) + 1)) - 2)
    elif effect == CAB:
        g.paces = np.int64(g.paces) | 1
    else:
        g.lifted = 1


# Effects on somebody else


@rule
def is_without_target(e, g, seat, effect, trait, amount):
    """On your own turn you choose whom; on another's turn it is whoever has the turn."""
    g.wanted = effect
    g.amount = trait if effect == TOGETHER else amount
    if not has_target(g, seat):
        return True
    if seat != g.turn:
        return is_hit(e, g, np.int64(g.turn))
    ask_seat(g, TARGET, seat)
    return False


@rule
def is_target(g, seat, other):
    """Anybody else; but only hands that hold something can be looked at or robbed."""
    if other == seat:
        return False
    return g.held[other] > 0 if g.wanted == PINCH or g.wanted == PEEK else True


@rule
def has_target(g, seat):
    if seat != g.turn:
        return is_target(g, seat, np.int64(g.turn))
    for other in range(np.int64(g.seats)):  # noqa: SIM110  `any` over a generator does not compile
        if is_target(g, seat, other):
            return True
    return False


@rule
def list_targets(g, out):
    n = 0
    for other in range(np.int64(g.seats)):
        if is_target(g, np.int64(g.seat), other):
            out[n] = make(M_TARGET, other, NONE, NONE)
            n += 1
    return n


@rule
def is_hit(e, g, target):
    """What the agent's card does to its target; False if chance must still pick a card."""
    effect, agent = np.int64(g.wanted), np.int64(g.agent)
    g.wanted = NONE
    if effect == PINCH:
        g.mark = target
        ask_chance(g, SNATCH)
        return False
    if effect == PEEK:
        show_hand(g, target, agent)
    elif effect == BANISH:
        send_home(e, g, target)
    elif effect == SWAP:
        space = g.space[target]
        g.space[target] = g.space[agent]
        g.space[agent] = space
    else:
        raise_trait(e, g, agent, np.int64(g.amount), np.int64(1))
        raise_trait(e, g, target, np.int64(g.amount), np.int64(1))
    return True


# Choosing traits


@rule
def list_raises(e, g, out):
    """WH-21 Any trait that has room."""
    n = 0
    for trait in range(MAIN + 1):
        if g.level[g.seat, trait] < e.cap:
            out[n] = make(M_RAISE, trait, NONE, NONE)
            n += 1
    return n


@rule
def list_lowers(g, out):
    n = 0
    for trait in range(MAIN + 1):
        if g.level[g.seat, trait] > 0:
            out[n] = make(M_LOWER, trait, NONE, NONE)
            n += 1
    return n
