"""What cards and answers do: the whole vocabulary of effects.

Functions here that act return True if that was all. If somebody must first choose or draw, they ask and return
False, and play goes on at `g.back` afterwards.
"""

import numpy as np

from parlour.engine.bits import has_bit
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.hands import play_card, show_hand
from parlour.games.work_of_heart.landing import take_step
from parlour.games.work_of_heart.movement import list_steps, send_home, step_targets
from parlour.games.work_of_heart.traits import can_give, can_raise, can_trade, lower_trait, lowest_trait, raise_trait
from parlour.games.work_of_heart.turns import ask_chance, ask_seat, begin_draw, can_draw


@inlined
def legal(e, g, phase, out):
    if phase == S.RAISE:
        return list_raises(e, g, out)
    if phase == S.LOWER:
        return list_lowers(e, g, out)
    if phase == S.TARGET:
        return list_targets(g, out)
    return list_steps(e, g, out, 0)


@inlined
def play(e, g, phase, a):
    """A choice that an effect left open; True if that was all."""
    seat = np.int64(g.seat)
    if phase == S.TARGET:
        return hit_target(e, g, a)
    if phase == S.RAISE:
        raise_trait(e, g, seat, a, np.int64(g.amount))
        g.given = NONE
        return True
    if phase == S.LOWER:
        lower_trait(e, g, seat, a)
        g.given = a
        ask_seat(g, S.RAISE, seat)
    else:
        take_step(e, g, seat, a)
    return False


@rule
def play_action(e, g, slot):
    """WH-63 A card from the hand: shown, discarded, carried out; then play goes on where it was."""
    seat = np.int64(g.seat)
    g.back = g.phase
    card = play_card(g, seat, slot)
    return carry_out(
        e, g, seat, np.int64(e.act_effect[card]), np.int64(e.act_trait[card]), np.int64(e.act_amount[card])
    )


@rule
def carry_out(e, g, seat, effect, trait, amount):
    """Carry out one effect for a seat; False if somebody is asked first."""
    g.agent = seat
    if effect in (S.ANY, S.TRADE):
        return choose_levels(e, g, seat, effect, amount)
    if effect in (S.DRAWS, S.CHEER):
        if effect == S.CHEER:
            g.extra += amount
        return draw_cards(g, seat, amount)
    if effect == S.STEPS:
        return offer_step(e, g, seat)
    if has_bit(S.ON_OTHERS, effect):
        return choose_target(e, g, seat, effect, trait, amount)
    if has_bit(S.ON_WALK, effect):
        change_walk(e, g, effect, amount)
        return True
    if has_bit(S.ON_ROLL, effect):
        return change_roll(e, g, effect, amount)
    apply_now(e, g, seat, effect, trait, amount)
    return True


@rule
def apply_now(e, g, seat, effect, trait, amount):
    """Effects that need no further choice and no draw."""
    if effect == S.RAISES:
        raise_trait(e, g, seat, trait, amount)
    elif effect == S.LIKED:
        raise_trait(e, g, seat, np.int64(e.liked[g.loves[seat], amount - 1]), np.int64(1))
    elif effect == S.LOWEST:
        raise_trait(e, g, seat, lowest_trait(g, seat), amount)
    elif effect == S.REFRESH:
        g.used[seat] = 0
    elif effect == S.SPARK:
        g.spark[seat] += amount
    elif effect == S.SWEEP:
        sweep_tiles(e, g, seat)
    elif effect == S.HOME:
        send_home(e, g, seat)


@rule
def sweep_tiles(e, g, seat):
    """The tiles around you are lifted: what lies under them is there for the next to come."""
    for space in range(np.int64(e.spaces)):
        if has_bit(e.nears[g.space[seat]], space):
            g.tile[space] = NONE


@rule
def choose_levels(e, g, seat, effect, amount):
    """Ask which trait to raise, or which level to give away for another."""
    if effect == S.TRADE:
        if not can_trade(e, g, seat):
            return True
        g.amount = 1
        ask_seat(g, S.LOWER, seat)
        return False
    if not can_raise(e, g, seat):
        return True
    g.amount = amount
    ask_seat(g, S.RAISE, seat)
    return False


@rule
def draw_cards(g, seat, count):
    """Let a seat draw, if there is anything to draw."""
    if not can_draw(g):
        return True
    begin_draw(g, seat, count, np.int64(g.back))
    return False


@rule
def offer_step(e, g, seat):
    """Ask a seat where it steps, if there is anywhere to go."""
    if step_targets(e, g, seat) == 0:
        return True
    ask_seat(g, S.STEP, seat)
    return False


@rule
def change_roll(e, g, effect, amount):
    """Whatever touches an affection roll: more, less, or another throw."""
    if effect == S.BOOST:
        g.extra += amount
    elif effect == S.HECKLES:
        g.less += amount
    elif effect == S.TRIPLE:
        g.face = e.best_face
    elif effect == S.ENCORE:
        g.encore = 1
    elif effect == S.AGAIN:
        g.die = NONE
        g.back = S.COURTED
        ask_chance(g, S.FACE)
        return False
    else:
        g.back = S.HECKLE
        ask_chance(g, S.DIE)
        return False
    return True


@rule
def change_walk(e, g, effect, amount):
    """Further, any way you like, by cab, or without minding tiles."""
    if effect == S.HURRY:
        steps = min(np.int64(e.die_faces), np.int64(g.roll) + amount)
        g.paces = np.int64(g.paces) | (np.int64(1) << steps)
    elif effect == S.FREESTYLE:
        g.paces = np.int64(g.paces) | ((np.int64(1) << (np.int64(e.die_faces) + 1)) - 2)
    elif effect == S.CAB:
        g.paces = np.int64(g.paces) | 1
    else:
        g.lifted = 1


# Effects on somebody else


@rule
def choose_target(e, g, seat, effect, trait, amount):
    """On your own turn you choose whom; on another's turn it is whoever has the turn."""
    g.wanted = effect
    g.amount = trait if effect == S.TOGETHER else amount
    if not has_target(g, seat):
        return True
    if seat != g.turn:
        return hit_target(e, g, np.int64(g.turn))
    ask_seat(g, S.TARGET, seat)
    return False


@rule
def is_target(g, seat, other):
    """Anybody else; but only hands that hold something can be looked at or robbed."""
    if other == seat:
        return False
    return g.held[other] > 0 if g.wanted == S.PINCH or g.wanted == S.PEEK else True


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
            out[n] = make(M.TARGET, other, NONE, NONE)
            n += 1
    return n


@rule
def hit_target(e, g, target):
    """What the agent's card does to its target; False if chance must still pick a card."""
    effect, agent = np.int64(g.wanted), np.int64(g.agent)
    g.wanted = NONE
    if effect == S.PINCH:
        g.mark = target
        ask_chance(g, S.SNATCH)
        return False
    if effect == S.PEEK:
        show_hand(g, target, agent)
    elif effect == S.BANISH:
        send_home(e, g, target)
    elif effect == S.SWAP:
        swap_places(g, agent, target)
    else:
        raise_trait(e, g, agent, np.int64(g.amount), np.int64(1))
        raise_trait(e, g, target, np.int64(g.amount), np.int64(1))
    return True


@rule
def swap_places(g, agent, target):
    """WH-38 Both have entered where they now are: a love interest may be there."""
    space = g.space[target]
    if space != g.space[agent]:
        g.entered = np.int64(g.entered) | (np.int64(1) << agent) | (np.int64(1) << target)
    g.space[target] = g.space[agent]
    g.space[agent] = space


# Choosing traits


@rule
def list_raises(e, g, out):
    """WH-21 Any trait that has room; WH-R22 another than the one that was given up."""
    n = 0
    for trait in range(S.MAIN + 1):
        if g.level[g.seat, trait] < e.cap and trait != g.given:
            out[n] = make(M.RAISE, trait, NONE, NONE)
            n += 1
    return n


@rule
def list_lowers(e, g, out):
    """WH-R22 Any trait that has a level to give, if another one has room."""
    n = 0
    for trait in range(S.MAIN + 1):
        if can_give(e, g, np.int64(g.seat), trait):
            out[n] = make(M.LOWER, trait, NONE, NONE)
            n += 1
    return n
