"""Games of Work of Heart between greedy bots, with everything counted that its balance is read from."""

from typing import ClassVar

import numpy as np

from parlour.engine.moves import a_of, kind_of
from parlour.engine.record import CHANCE, NONE, SEATS
from parlour.engine.seats import has_ruling
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.affection import quirk_bonus
from parlour.games.work_of_heart.traits import has_quirk
from parlour.lab.keeping import Fields, KeptGames

# The most members that a family of perks, cards, effects or quirks may have here.
WIDTH = 64
# What a seat is asked: where to walk, to roll or to be done, anything else on its own turn; and on others' turns
# whether to interrupt at a step where people stop by default or at one that they let go by, a window for cards or a
# six that only Tenacity may answer (with few windows), a group event, or what its own answer led to.
WALK, ROUTINE, OWN, STOP, LET_BY, WINDOW, TENACIOUS, JOIN, FOLLOW = range(9)
# What a person is guessed to take for each of these, and to watch a die or a card; all answer a group event at once,
# and all who are asked about a step. PAUSE is what the server waits once a turn, at the first step where people stop.
SECONDS = np.array([12, 1, 6, 3, 0, 3, 3, 0, 6])
WATCH, PAUSE = 1, 1


def is_drawn(g):
    """Love interests are drawn at random, so that all twelve are courted."""
    return g.seat == CHANCE or g.phase == S.WOO


def note_step(e, g, m, n, row, total):
    """What a seat is asked and uses, what comes up, and how an affection roll stands before it is made."""
    seat = np.int64(g.seat)
    row.seconds += seconds_of(g, n, row)
    if not is_drawn(g):
        what = question(g, seat)
        row.asked[seat, what] += is_asked(g, seat, what, n)
    note_move(e, g, kind_of(m), a_of(m), total)
    note_use(g, seat, kind_of(m), a_of(m), row.uses)
    row.hearts = g.hearts.sum()
    row.fails = g.tally[:, S.FAILS].sum()
    row.actor = g.actor
    row.die = g.die
    row.extra = quirk_bonus(e, g, np.int64(g.actor)) if g.actor >= 0 and g.loves[g.actor] >= 0 else 0


def note_outcome(e, g, row, total):
    """Whether that was an affection roll."""
    won = g.hearts.sum() > row.hearts
    if won or g.tally[:, S.FAILS].sum() > row.fails:
        note_court(e, g, won, row, total)


def question(g, seat):
    """What kind of question a seat is asked."""
    if g.phase == S.MOVE:
        return WALK
    if g.phase == S.READY or g.phase == S.DONE:
        return ROUTINE
    if g.phase == S.INTERRUPT:
        return STOP if g.step == S.AT_SIX or g.step == S.AT_ROLL else LET_BY
    if g.turn == NONE or g.turn == seat:
        return OWN
    if g.phase == S.REPLY:
        return LET_BY
    if has_ruling(g, S.FEW_WINDOWS) and (g.phase == S.SIX or g.phase == S.HECKLE):
        return TENACIOUS if g.phase == S.SIX and g.offered == 0 else WINDOW
    return JOIN if g.phase == S.GROUP else FOLLOW


def is_asked(g, seat, what, n):
    """Whether a person would have to say something; on others' turns a forced answer counts too."""
    return n > 1 or what == ROUTINE or (g.turn != NONE and g.turn != seat)


def turn_of(g):
    """Which turn this is; 0 before the first one."""
    return 0 if g.turn == NONE else (np.int64(g.day) * 8 + np.int64(g.lap)) * SEATS + np.int64(g.turn) + 1


def seconds_of(g, n, row):
    """What a step takes if people sit at all seats and raise their hands as they do by default."""
    if is_drawn(g):
        return WATCH
    what = question(g, np.int64(g.seat))
    if what in (STOP, LET_BY):
        if what == LET_BY or g.asked != g.polled:
            return 0  # Who lets a step go by has no say there, which bots have.
        pause = PAUSE if row.paused != turn_of(g) else 0
        row.paused = turn_of(g)
        return SECONDS[what] + pause
    return SECONDS[what] if is_asked(g, np.int64(g.seat), what, n) else WATCH


def note_use(g, seat, kind, a, uses):
    """Perks and cards by who used them."""
    if kind == M.PERK:
        uses[seat, a] += 1
    elif kind == M.STEP and g.phase == S.SIX:
        uses[seat, S.TENACITY] += 1
    elif kind == M.PLAY:
        uses[seat, len(S.PERKS) + g.hand[seat, a]] += 1


def note_move(e, g, kind, a, total):
    """Perks, cards and answers with their effects, and the quirks that show in a move."""
    seat = np.int64(g.seat)
    if kind == M.PERK:
        total.perk[a] += 1
    elif kind == M.STEP and g.phase == S.SIX:
        total.perk[S.TENACITY] += 1
    elif kind == M.PLAY:
        card = np.int64(g.hand[seat, a])
        total.card[card] += 1
        total.effect[e.act_effect[card]] += 1
    elif kind == M.ANSWER:
        note_answer(e, g, seat, a, total)
    elif kind == M.JOIN and a != M.NO_TRAIT:
        total.quirk[S.GOSSIP] += has_quirk(e, g, seat, S.GOSSIP)
    elif kind == M.PEEK:
        total.quirk[S.ACCIDENTS] += 1
    elif kind == M.DRAW and g.back == S.REFILL and has_quirk(e, g, np.int64(g.drawer), S.MAGPIE):
        total.quirk[S.MAGPIE] += g.held[g.drawer] >= e.refill
    elif kind == M.GO and g.phase == S.MOVE:
        within = (np.int64(e.reach[g.space[seat], g.roll]) >> a) & 1
        total.quirk[S.STROLL] += has_quirk(e, g, seat, S.STROLL) and within == 0
        total.quirk[S.TIDY] += has_quirk(e, g, seat, S.TIDY) and g.tile[a] == seat


def note_answer(e, g, seat, answer, total):
    for k in range(2):
        if e.effect[g.card, answer, k] != NONE:
            total.effect[e.effect[g.card, answer, k]] += 1
    level = np.int64(g.level[seat, e.tests[g.card, 0]])
    if e.tests[g.card, 1] != NONE:
        level += g.level[seat, e.tests[g.card, 1]]
    total.quirk[S.STORYTELLER] += has_quirk(e, g, seat, S.STORYTELLER) and e.at[g.card, answer] > level


def note_court(e, g, won, row, total):
    """Quirks that show in an affection roll."""
    actor = np.int64(row.actor)
    if row.extra > 0:
        total.quirk[e.quirk[g.loves[actor]]] += 1
    total.quirk[S.MUSE] += won and has_quirk(e, g, actor, S.MUSE)
    total.quirk[S.SOLACE] += not won and has_quirk(e, g, actor, S.SOLACE)
    total.quirk[S.GAMBLE] += has_quirk(e, g, actor, S.GAMBLE) and (row.die == 1 or row.die == e.die_faces)


class Weeks(KeptGames):
    """Games with the questions and the uses of perks and cards of every seat, and counts of what came up.

    The last fields of a game's record hold how things stood before a step.
    """

    name = "work_of_heart"
    notes = (
        is_drawn,
        question,
        is_asked,
        turn_of,
        seconds_of,
        note_answer,
        note_move,
        note_use,
        note_court,
        note_step,
        note_outcome,
    )
    rows: ClassVar[Fields] = [
        ("asked", "i8", (SEATS, len(SECONDS))),
        ("seconds", "i8"),
        ("paused", "i8"),
        ("uses", "i8", (SEATS, WIDTH)),
        ("hearts", "i8"),
        ("fails", "i8"),
        ("actor", "i8"),
        ("die", "i8"),
        ("extra", "i8"),
    ]
    totals: ClassVar[Fields] = [(family, "i8", (WIDTH,)) for family in ("perk", "card", "effect", "quirk")]
