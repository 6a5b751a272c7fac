"""What a position of ...and then we held hands... is worth: progress counts, since hardly anybody arrives.

One unit is one objective met. Beyond those behind us count the cards that are left to walk with, Balance, and
above all what the two players can reach in their next turns with the halves that lie open. It is the same for
both seats: they have everything in common.
"""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE, OVER, WIN
from parlour.games.held_hands import state as S
from parlour.games.held_hands.turns import count_hand, is_goal_met

# How many steps ahead a player's next walk is looked through.
FAR, TOO_FAR = np.int64(3), np.int64(4)

# Halves that lie open are counted in one number, so many bits for each colour.
HALF_BITS, MAX_HALVES = np.int64(8), np.int64(255)

# What things are worth in objectives.
ALIVE, NEARLY = 1.0, 0.9
HELD_CARD = 0.12
DECK_CARD = 0.05
TILT = 0.12
NEXT_REACH, LATER_REACH = 0.9, 0.45
STEP_COST = 0.08
NEARNESS = 0.3
# Somebody who could not take a single step, or to one node only.
STUCK, NARROW = 1.5, 0.4
# One waits in the Heart: the other one can follow, or hardly. Before that nothing may be worth as much as following.
FOLLOWS, LEFT_BEHIND = 5.9, 0.2
BEFORE_HEART = 0.75


@rule
def worth(e, g, seat):
    """Objectives met and those expected, as a share of all; 1 for a win."""
    whole = np.float64(S.PLAYERS * np.int64(e.goals) * np.int64(e.rings)) + 6.0
    met = np.float64(g.points[seat])
    if g.seat == OVER:
        return 1.0 if g.result[seat] == WIN else met / whole
    for s in range(S.PLAYERS):
        if g.node[1 - s] == e.heart:
            return min((met + value_following(e, g, np.int64(s))) / whole, 0.99)
    expected = ALIVE + value_cards(e, g) + value_reach(e, g)
    if (g.phase == S.WALK or g.phase == S.LOOK) and g.walked > 0 and is_goal_met(e, g, np.int64(g.turn)):
        expected += NEARLY
    for s in range(S.PLAYERS):
        expected -= TILT * abs(np.int64(g.balance[s]))
    if g.ring == e.rings:
        expected *= BEFORE_HEART
    return min(max((met + expected) / whole, 0.0), 0.99)


@rule
def value_following(e, g, seat):
    """A partner waits in the Heart for one turn: nothing counts but the way there."""
    if g.node[seat] == e.heart:
        return FOLLOWS
    steps = count_steps(e, g, seat, count_open_halves(e, g), np.int64(0))
    if steps <= FAR:
        return FOLLOWS - STEP_COST * steps
    return LEFT_BEHIND + NEARNESS / (1.0 + np.float64(e.away[g.ring, g.node[seat], 0]))


@rule
def value_cards(e, g):
    """Cards in hand, with the refill that is due, and cards in the deck."""
    held = np.int64(0)
    for s in range(S.PLAYERS):
        held += count_hand(e, g, s)
    drawn = np.int64(0)
    if g.phase == S.REFILL:
        drawn = min(np.int64(g.stock), np.int64(e.hand) - count_hand(e, g, np.int64(g.turn)))
    return HELD_CARD * (held + drawn) + DECK_CARD * (np.int64(g.stock) - drawn)


@rule
def value_reach(e, g):
    """What whoever walks next can reach, and what the other one could; that both can walk at all."""
    halves = count_open_halves(e, g)
    total = 0.0
    for s in range(S.PLAYERS):
        weight = NEXT_REACH if s == next_walker(g) or g.ring == e.rings else LATER_REACH
        total += weight * value_steps(e, g, np.int64(s), halves) - value_narrowness(e, g, np.int64(s), halves)
    return total


@rule
def value_narrowness(e, g, seat, halves):
    """How bad it is that a seat has hardly a step to take: whoever is stuck breaks both up."""
    ways = find_steps(e, np.int64(g.node[seat]), free_round(e, g, seat), halves, np.int64(g.balance[seat]))
    if ways == 0:
        return STUCK
    return NARROW if ways & (ways - 1) == 0 else 0.0


@rule
def next_walker(g):
    """Who walks next, or goes on walking."""
    return 1 - np.int64(g.turn) if g.phase == S.REFILL or g.phase == S.LOOK else np.int64(g.turn)


@rule
def value_steps(e, g, seat, halves):
    """One for an objective at hand, less for every card that it costs; a little for being near."""
    total = 0.0
    share = 0.0
    for colour in range(len(S.COLOURS)):
        weight = np.float64(g.aims[colour])
        if g.ring == e.rings or g.goal != NONE:
            weight = np.float64(colour == max(np.int64(g.goal), 0))
        if weight > 0.0:
            share += weight
            total += weight * value_way(e, g, seat, halves, colour)
    return total / share if share > 0.0 else 0.0


@rule
def value_way(e, g, seat, halves, colour):
    """What the seat's way to an objective of this colour is worth."""
    steps = count_steps(e, g, seat, halves, colour)
    if steps <= FAR:
        return 1.0 - STEP_COST * steps
    away = np.float64(e.away[g.ring, g.node[seat], colour])
    return NEARNESS / (1.0 + away) if away >= 0.0 else 0.0


# How far somebody gets with what lies open


@rule
def count_open_halves(e, g):
    """How many halves of each colour lie open, HALF_BITS for each colour."""
    halves = np.int64(0)
    for hand in range(S.PLAYERS):
        for slot in range(e.hand):
            colour = np.int64(g.half[hand, slot, g.side[hand]])
            if colour >= 0:
                halves += half_of(colour)
    return halves


@rule
def count_steps(e, g, seat, halves, colour):
    """The fewest steps that take the seat to the Heart or a node of this colour in the ring; TOO_FAR if more than FAR.

    Looks through all walks, but for nodes that are too far away from any objective.
    """
    here = np.int64(g.node[seat])
    away = e.away[g.ring]
    if away[here, colour] > FAR:
        return TOO_FAR
    free = free_round(e, g, seat)
    balance = np.int64(g.balance[seat])
    goals = goals_of(e, g, colour)
    first = find_steps(e, here, free, halves, balance)
    if first & goals:
        return np.int64(1)
    found = TOO_FAR
    for i in range(e.degree[here]):
        a = np.int64(e.near[here, i])
        if first & bit(a) and away[a, colour] < FAR:
            free_a, halves_a, balance_a = step_on(e, a, free, halves, balance)
            second = find_steps(e, a, free_a, halves_a, balance_a)
            if second & goals:
                return np.int64(2)
            for j in range(e.degree[a]):
                b = np.int64(e.near[a, j])
                if found == TOO_FAR and second & bit(b) and away[b, colour] == 1:
                    free_b, halves_b, balance_b = step_on(e, b, free_a, halves_a, balance_a)
                    if find_steps(e, b, free_b, halves_b, balance_b) & goals:
                        found = FAR
    return found


@rule
def free_round(e, g, seat):
    """The nodes where a seat may go when its next walk begins, as bits."""
    here, other = np.int64(g.node[seat]), np.int64(g.node[1 - seat])
    free = np.int64(e.open[g.ring]) & ~bit(here)
    return free if other == e.heart else free & ~bit(other)


@rule
def goals_of(e, g, colour):
    """The nodes of a colour in the ring that is played, and the Heart, as bits."""
    inner = np.int64(e.open[g.ring - 1]) if g.ring > 0 else np.int64(0)
    return (np.int64(e.painted[colour]) & np.int64(e.open[g.ring]) & ~inner) | bit(e.heart)


@rule
def find_steps(e, here, free, halves, balance):
    """The free neighbours that a half pays for and Balance allows; the Heart if some half brings Balance to 0."""
    near = np.int64(e.links[here]) & free
    paid = np.int64(0)
    for colour in range(len(S.COLOURS)):
        paid |= np.int64(e.painted[colour]) * has_half(halves, colour)
    if balance >= e.limit:
        paid &= ~np.int64(e.raising)
    if balance <= -e.limit:
        paid &= ~np.int64(e.lowering)
    if near & bit(e.heart):
        for colour in range(len(S.COLOURS)):
            if has_half(halves, colour) and balance + np.int64(e.sign[colour]) == 0:
                paid |= bit(e.heart)
    return near & paid


@rule
def has_half(halves, colour):
    return np.int64((halves >> (colour * HALF_BITS)) & MAX_HALVES != 0)


@rule
def step_on(e, node, free, halves, balance):
    """What is left after a step to a node: free nodes, halves, and Balance."""
    colour = np.int64(e.colour[node])
    return free ^ bit(node), halves - half_of(colour), balance + np.int64(e.sign[colour])


@rule
def half_of(colour):
    return np.int64(1) << (colour * HALF_BITS)


@rule
def bit(node):
    return np.int64(1) << np.int64(node)
