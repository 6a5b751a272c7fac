"""What views, words and previews of Labor of Love ask the rules: what a choice would do, step by step of every bulb."""

import numpy as np

from parlour.engine.asking import askable
from parlour.engine.jit import places, rule
from parlour.engine.record import NONE, OVER, SEATS
from parlour.engine.seats import has_ruling
from parlour.games.labor_of_love import state as S
from parlour.games.labor_of_love.bulbs import WIDE, can_move_bulb, move_bulb
from parlour.games.labor_of_love.chain import CAUSES
from parlour.games.labor_of_love.ending import count_bulbs, count_projects, count_reactions
from parlour.games.labor_of_love.rules import (
    arrive,
    count_hours,
    find_last,
    has_card_to_take,
    place_project,
    settle_seat,
    take_from_pile,
    track_bulb,
)

# Why a bulb goes on, by the numbers of chain.CAUSES.
TRACK, CARD, CHAIN, SPARK = places(CAUSES, "track", "card", "chain", "spark")
# What is told of a step: its cause, the step that set it off, the colour, columns before and after, what it sets off.
TOLD = 6
# No bulb goes further than its row is long.
MAX_STEPS = S.COLOURS * S.COLUMNS


@askable(SEATS)
@rule
def points_by_source(e, g, seat):
    """LL-23 The points of a seat now: of its bulbs, its projects and its reactions."""
    return count_bulbs(e, g, seat), count_projects(e, g, seat), count_reactions(e, g, seat)


@askable(SEATS, S.CARDS)
@rule
def hours_for(e, g, seat, card):
    """LL-13 How long a project takes a seat now; nothing for a card that there is not."""
    return count_hours(e, g, seat, card) if card < e.cards else np.int64(0)


@askable(S.COLOURS)
@rule
def may_glow(e, g, colour):
    """LL-22 Whether this bulb is one to choose from."""
    return np.int64(g.bonus > 0 and colour < e.colours and can_move_bulb(e, g, np.int64(g.mover), colour))


@askable(SEATS, S.CARDS)
@rule
def would_make(e, g, seat, card):
    """LL-10, LL-12, LL-16 A project made now by a seat.

    Its hours; where the button would land, on how many others, whether exactly; the bulb that the space moves; points
    by bulbs, projects and reactions; reactions to take, whether there is a bonus; whose turn is next; steps of bulbs.
    """
    steps = np.empty((MAX_STEPS, TOLD), np.int64)
    none = np.int64(0)
    if not can_make(e, g, seat, card):
        return none, none, none, none, NONE, none, none, none, none, none, NONE, steps[:0]
    hours = count_hours(e, g, seat, card)
    bulbs, projects = count_bulbs(e, g, seat), count_projects(e, g, seat)
    points = np.int64(g.points[seat])
    leave_market(e, g, card)
    place_project(e, g, seat, card)
    projects = count_projects(e, g, seat) - projects
    reactions = np.int64(g.points[seat]) - points - projects
    g.bonus = 0
    arrive(e, g, seat, hours)
    exact = np.int64(g.bonus)
    colour = track_bulb(e, g, seat)
    n = np.int64(0)
    if colour != NONE:
        n = tell_step(e, g, seat, colour, TRACK, NONE, has_ruling(g, S.LONG_CHAINS), steps, n)
        n = tell_chain(e, g, seat, steps, none, n)
    first = n
    for i in range(e.symbols[card]):
        n = tell_step(e, g, seat, np.int64(e.symbol[card, i]), CARD, NONE, True, steps, n)
    n = tell_chain(e, g, seat, steps, first, n)
    bulbs = count_bulbs(e, g, seat) - bulbs
    settle_seat(e, g, seat)
    space, level = np.int64(g.place[seat]), np.int64(g.level[seat])
    owed, bonus, then = np.int64(g.owed), np.int64(g.bonus), next_seat(e, g)
    return hours, space, level, exact, colour, bulbs, projects, reactions, owed, bonus, then, steps[:n]


@askable(SEATS, S.COLOURS)
@rule
def would_glow(e, g, seat, colour):
    """LL-22 One more step of a bulb: points of bulbs, reactions to take, whose turn is next, steps of bulbs."""
    steps = np.empty((MAX_STEPS, TOLD), np.int64)
    none = np.int64(0)
    if seat >= g.seats or colour >= e.colours or not has_board(e, g, seat):
        return none, none, NONE, steps[:0]
    bulbs = count_bulbs(e, g, seat)
    n = tell_step(e, g, seat, np.int64(colour), SPARK, NONE, has_ruling(g, S.LONG_CHAINS), steps, none)
    n = tell_chain(e, g, seat, steps, none, n)
    g.bonus = 0
    settle_seat(e, g, seat)
    return count_bulbs(e, g, seat) - bulbs, np.int64(g.owed), next_seat(e, g), steps[:n]


@rule
def can_make(e, g, seat, card):
    """Whether it can be said at all what a card would do: the table is laid, and the seat is still on its way."""
    if g.mover == NONE or g.seat == OVER or seat >= g.seats or card >= e.cards or g.place[seat] == e.end:
        return False
    return g.home[card] == S.IN_PILE or g.home[card] == S.ON_ROW


@rule
def has_board(e, g, seat):
    """LL-7 Whether all bulbs of a seat hang."""
    hung = 0
    for colour in range(e.colours):
        hung += g.line_of[seat, colour] != NONE
    return hung == e.colours


@rule
def leave_market(e, g, card):
    """LL-9 The card lies in the row or in the pile no more."""
    if g.home[card] == S.IN_PILE:
        take_from_pile(g, card)
    for slot in range(e.row):
        if g.row[slot] == card:
            g.row[slot] = NONE


@rule
def next_seat(e, g):
    """LL-8 Whose turn is next. LL-R5 Nobody's, if no card is left to take."""
    return find_last(e, g) if has_card_to_take(e, g) else NONE


# Steps of bulbs, in the order in which they are told


@rule
def tell_chain(e, g, seat, steps, first, n):
    """LL-R6 Chained steps until none is left, each told after the step that has set it off."""
    while first < n:
        colour = steps[first, TOLD - 1]
        if colour != NONE:
            n = tell_step(e, g, seat, colour, CHAIN, first, has_ruling(g, S.LONG_CHAINS), steps, n)
        first += 1
    return n


@rule
def tell_step(e, g, seat, colour, cause, by, chains, steps, n):
    """LL-18, LL-19 One step, if there is one."""
    start = np.int64(g.bulb[seat, colour])
    chained = move_bulb(e, g, seat, colour, chains)
    to = np.int64(g.bulb[seat, colour])
    if to == start:
        return n
    steps[n, 0] = cause
    steps[n, 1] = by
    steps[n, 2] = colour
    steps[n, 3] = start
    steps[n, 4] = to
    steps[n, 5] = NONE
    for other in range(e.colours):
        if chained == np.int64(1) << (WIDE * other):
            steps[n, 5] = other
    return n + 1
