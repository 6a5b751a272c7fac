"""Games of Work of Heart between greedy bots, with everything counted that its balance is read from."""

from typing import ClassVar

import numpy as np
from _keeping import Games, Shapes

from parlour.bots.kernels import arena, choice, greedy
from parlour.bots.kernels.choice import stand_in
from parlour.engine import kernels as engine
from parlour.engine.chance import start_stream
from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, OVER, SEATS
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import quirk_bonus
from parlour.games.work_of_heart.traits import has_perk, has_quirk

# Stand-ins for what the kernel gets when it is specialised.
begin = step = hide = random_move = list_moves = stand_in
start_bot = greedy_values = pick_best = bot_key = stand_in
# Enough of the bots for greedy play.
KERNELS = (
    engine.begin,
    engine.step,
    engine.random_move,
    *choice.KERNELS,
    *greedy.KERNELS,
    arena.list_moves,
    arena.bot_key,
)

# What is counted: a row for each family, a column for each member.
FAMILIES = PERK, CARD, EFFECT, QUIRK = range(4)
WIDTH = 64
# What a seat is asked: where to walk, to roll or to be done, anything else on its own turn; and on others' turns a
# window for cards, a six that only Tenacity may answer, a group event, or what its own answer led to. Other forced
# answers count on others' turns only.
WALK, ROUTINE, OWN, WINDOW, TENACIOUS, JOIN, FOLLOW = range(7)
# What a person is guessed to take for each of these, and to watch a die or a card; all join in a group event at once.
SECONDS = np.array([12.0, 1.0, 6.0, 3.0, 3.0, 0.0, 6.0])
WATCH = 1.0


def keep_games(edition, table, spec, seed, first, working, ends, asked, offers, uses, counts):
    """Play a game for each of `ends` and keep its last State.

    Love interests are drawn at random, so that all twelve are courted. `asked` counts questions by game, seat and
    kind, `offers` the sixes that a seat could answer with Tenacity, `uses` perks and cards by game and seat; `counts`
    how often each perk, card, effect and quirk came up.
    """
    e = edition[0]
    room = working[0]
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        g = ends[i]
        start_stream(rng, seed, first + i)
        begin(e, g, table[0], table[1], table[2], table[3])
        while g.seat != OVER:
            seat = np.int64(g.seat)
            if seat == CHANCE or g.phase == S.WOO:
                m = random_move(e, g, rng, room.moves)
            else:
                room.hidden[0] = g
                hide(e, room.hidden[0], seat)
                n = list_moves(e, seat, room)
                m = room.moves[0]
                if n > 1:
                    start_bot(room, bot_key(seed, first + i, seat), seat)
                    greedy_values(e, seat, spec, room, n)
                    m = room.moves[pick_best(room.values, n, room.rng)]
                what = question(g, seat)
                asked[i, seat, what] += n > 1 or what == ROUTINE or (g.turn != NONE and g.turn != seat)
                offers[i, seat] += g.phase == S.SIX and has_perk(e, g, seat, S.TENACITY)
            note_move(e, g, kind_of(m), a_of(m), counts)
            note_use(g, seat, kind_of(m), a_of(m), uses[i])
            hearts, fails = g.hearts.sum(), g.tally[:, S.FAILS].sum()
            extra = quirk_bonus(e, g, np.int64(g.actor)) if g.actor >= 0 and g.loves[g.actor] >= 0 else 0
            die = np.int64(g.die)
            actor = np.int64(g.actor)
            step(e, g, m)
            if g.hearts.sum() > hearts or g.tally[:, S.FAILS].sum() > fails:
                note_court(e, g, actor, g.hearts.sum() > hearts, extra, die, counts)


def question(g, seat):
    """What kind of question a seat is asked."""
    if g.phase == S.MOVE:
        return WALK
    if g.phase == S.READY or g.phase == S.DONE:
        return ROUTINE
    if g.turn == NONE or g.turn == seat:
        return OWN
    if g.phase == S.SIX and g.offered == 0:
        return TENACIOUS
    if g.phase == S.SIX or g.phase == S.HECKLE:
        return WINDOW
    return JOIN if g.phase == S.GROUP else FOLLOW


def note_use(g, seat, kind, a, uses):
    """Perks and cards by who used them."""
    if kind == M.PERK:
        uses[seat, a] += 1
    elif kind == M.STEP and g.phase == S.SIX:
        uses[seat, S.TENACITY] += 1
    elif kind == M.PLAY:
        uses[seat, len(S.PERKS) + g.hand[seat, a]] += 1


def note_move(e, g, kind, a, counts):
    """Perks, cards and answers with their effects, and the quirks that show in a move."""
    seat = np.int64(g.seat)
    if kind == M.PERK:
        counts[PERK, a] += 1
    elif kind == M.STEP and g.phase == S.SIX:
        counts[PERK, S.TENACITY] += 1
    elif kind == M.PLAY:
        card = np.int64(g.hand[seat, a])
        counts[CARD, card] += 1
        counts[EFFECT, e.act_effect[card]] += 1
    elif kind == M.ANSWER:
        note_answer(e, g, seat, a, counts)
    elif kind == M.JOIN and a != M.NO_TRAIT:
        counts[QUIRK, S.GOSSIP] += has_quirk(e, g, seat, S.GOSSIP)
    elif kind == M.PEEK:
        counts[QUIRK, S.ACCIDENTS] += 1
    elif kind == M.DRAW and g.back == S.REFILL and has_quirk(e, g, np.int64(g.drawer), S.MAGPIE):
        counts[QUIRK, S.MAGPIE] += g.held[g.drawer] >= e.refill
    elif kind == M.GO and g.phase == S.MOVE:
        within = (np.int64(e.reach[g.space[seat], g.roll]) >> a) & 1
        counts[QUIRK, S.STROLL] += has_quirk(e, g, seat, S.STROLL) and within == 0
        counts[QUIRK, S.TIDY] += has_quirk(e, g, seat, S.TIDY) and g.tile[a] == seat


def note_answer(e, g, seat, answer, counts):
    for k in range(2):
        if e.effect[g.card, answer, k] != NONE:
            counts[EFFECT, e.effect[g.card, answer, k]] += 1
    level = np.int64(g.level[seat, e.tests[g.card, 0]])
    if e.tests[g.card, 1] != NONE:
        level += g.level[seat, e.tests[g.card, 1]]
    counts[QUIRK, S.STORYTELLER] += has_quirk(e, g, seat, S.STORYTELLER) and e.at[g.card, answer] > level


def note_court(e, g, actor, won, extra, die, counts):
    """Quirks that show in an affection roll."""
    if extra > 0:
        counts[QUIRK, e.quirk[g.loves[actor]]] += 1
    counts[QUIRK, S.MUSE] += won and has_quirk(e, g, actor, S.MUSE)
    counts[QUIRK, S.SOLACE] += not won and has_quirk(e, g, actor, S.SOLACE)
    counts[QUIRK, S.GAMBLE] += has_quirk(e, g, actor, S.GAMBLE) and (die == 1 or die == e.die_faces)


class Weeks(Games):
    """Games with the questions and the uses of perks and cards of every seat, and counts of what came up."""

    name = "work_of_heart"
    kernels = (*KERNELS, note_answer, note_move, note_use, note_court, question, keep_games)
    rows: ClassVar[Shapes] = {"asked": (SEATS, len(SECONDS)), "offers": (SEATS,), "uses": (SEATS, WIDTH)}
    totals: ClassVar[Shapes] = {"counts": (len(FAMILIES), WIDTH)}
