"""Events: the card, second thoughts about it, graded answers, and what everybody may join in."""

import numpy as np

from parlour.engine.answers import ask_together, keep_answer
from parlour.engine.bits import all_bits, has_bit, list_bits
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import make
from parlour.engine.record import NONE
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.effects import apply_now, carry_out
from parlour.games.work_of_heart.landing import begin_event, list_perk_or_pass
from parlour.games.work_of_heart.traits import has_perk, has_quirk, quirk_amount, raise_trait, use_perk
from parlour.games.work_of_heart.turns import ask_seat
from parlour.games.work_of_heart.windows import end_landing


@inlined
def legal(e, g, phase, out):
    if phase == S.EVENT:
        return list_events(e, g, out)
    if phase == S.GROUP:
        return list_joins(e, g, out)
    if phase == S.ANSWER:
        return list_answers(e, g, out)
    return list_perk_or_pass(S.SMARTS, out)


@inlined
def play(e, g, phase, kind, a):
    if phase == S.EVENT:
        show_event(e, g, a)
    elif phase == S.GROUP:
        play_join(e, g, a)
    elif kind == M.ANSWER:
        play_answer(e, g, a)
    elif kind == M.PERK:
        redraw_event(e, g)
    else:
        open_group(g)


@rule
def list_events(e, g, out):
    """WH-45 Any event that was not drawn since the last shuffle."""
    n = list_bits(M.EVENT, np.int64(g.events[0]), e.groups, out, 0)
    for i in range(np.int64(e.event_cards) - e.groups):
        if has_bit(g.events[1], i):
            out[n] = make(M.EVENT, np.int64(e.groups) + i, NONE, NONE)
            n += 1
    return n


@rule
def show_event(e, g, card):
    """WH-64 Everybody hears it; WH-27 Smarts may think of something better."""
    seat = np.int64(g.actor)
    g.card = card
    g.tally[seat, S.EVENTS_DRAWN] += 1
    if card >= e.groups:
        g.events[1] = np.int64(g.events[1]) ^ (np.int64(1) << (card - e.groups))
        ask_seat(g, S.ANSWER, seat)
        return
    g.events[0] = np.int64(g.events[0]) ^ (np.int64(1) << card)
    if has_perk(e, g, seat, S.SMARTS):
        ask_seat(g, S.KEEP, seat)
    else:
        open_group(g)


@rule
def redraw_event(e, g):
    """WH-27, WH-R21 This card is discarded; the next one counts."""
    use_perk(g, np.int64(g.actor), S.SMARTS)
    begin_event(e, g)


# Standard events


@rule
def tested_level(e, g, seat):
    """WH-66 The level tested, or the sum of two; storytellers make a little more of it."""
    total = np.int64(g.level[seat, e.tests[g.card, 0]])
    if e.tests[g.card, 1] != NONE:
        total += g.level[seat, e.tests[g.card, 1]]
    if has_quirk(e, g, seat, S.STORYTELLER):
        total += quirk_amount(e, g, seat)
    return total


@rule
def list_answers(e, g, out):
    """WH-66 Every answer whose least level is met; WH-27 or another card."""
    seat = np.int64(g.seat)
    level = tested_level(e, g, seat)
    n = 0
    if has_perk(e, g, seat, S.SMARTS):
        out[n] = make(M.PERK, S.SMARTS, NONE, NONE)
        n += 1
    for answer in range(np.int64(e.answers[g.card])):
        if level >= e.at[g.card, answer]:
            out[n] = make(M.ANSWER, answer, NONE, NONE)
            n += 1
    return n


@rule
def play_answer(e, g, answer):
    """WH-66 The drawer alone gets what the answer brings."""
    seat, card = np.int64(g.actor), np.int64(g.card)
    g.back = S.LANDED
    if e.effect[card, answer, 1] != NONE:
        extra = np.int64(e.effect[card, answer, 1])
        amount = np.int64(e.effect_amount[card, answer, 1])
        apply_now(e, g, seat, extra, np.int64(e.effect_trait[card, answer, 1]), amount)
    effect = np.int64(e.effect[card, answer, 0])
    trait = np.int64(e.effect_trait[card, answer, 0])
    if carry_out(e, g, seat, effect, trait, np.int64(e.effect_amount[card, answer, 0])):
        end_landing(e, g)


# Group events


@rule
def open_group(g):
    """WH-65, WH-R28 All choose at the same time."""
    g.phase = S.GROUP
    ask_together(g, all_bits(g.seats))


@rule
def list_joins(e, g, out):
    """WH-65 One of the three traits, if it has room; or none."""
    n = 0
    for trait in range(S.MAIN):
        if has_bit(e.offers[g.card], trait) and g.level[g.seat, trait] < e.cap:
            out[n] = make(M.JOIN, trait, NONE, NONE)
            n += 1
    out[n] = make(M.JOIN, M.NO_TRAIT, NONE, NONE)
    return n + 1


@rule
def play_join(e, g, trait):
    """WH-R28 Kept secret until everybody has chosen."""
    if keep_answer(g, trait):
        join_all(e, g)
        end_landing(e, g)


@rule
def join_all(e, g):
    for seat in range(np.int64(g.seats)):
        if g.answer[seat] != M.NO_TRAIT:
            gossip = has_quirk(e, g, seat, S.GOSSIP)
            levels = quirk_amount(e, g, seat) if gossip else np.int64(1)
            raise_trait(e, g, seat, np.int64(g.answer[seat]), levels)
    g.answer[:] = NONE
