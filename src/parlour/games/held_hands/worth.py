"""What a position of ...and then we held hands... is worth: progress counts, since hardly anybody arrives.

One unit is one objective met. Beyond those behind us count the cards that are left to walk with, Balance, and
above all what the two players can reach in their next turns with the halves that lie open. It is the same for
both seats: they have everything in common.
"""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.record import NONE, OVER, WIN, field, record
from parlour.games.held_hands.state import COLOURS, LOOK, PLAYERS, REFILL, WALK
from parlour.games.held_hands.turns import count_hand, is_goal_met

# How many steps ahead a player's next walk is looked through.
FAR = 3

# What things are worth in objectives.
ALIVE, NEARLY = 1.0, 0.9
HELD_CARD = 0.12
DECK_CARD = 0.05
TILT = 0.12
NEXT_REACH, LATER_REACH = 0.9, 0.45
STEP_COST = 0.08
NEARNESS = 0.3
IN_HEART = 2.0

REACH = record(
    field("steps", "i8", (len(COLOURS),), "nobody", "count", "fewest steps to each colour; FAR + 1 if too far"),
    field("halves", "i8", (len(COLOURS),), "nobody", "count", "halves of each colour that lie open and are not spent"),
    field("path", "i8", (FAR + 1,), "nobody", "place", "the walk so far"),
    field("tried", "i8", (FAR + 1,), "nobody", "count", "neighbours tried at each node of it"),
    field("depth", "i8", (), "nobody", "count", "its length"),
    field("balance", "i8", (), "nobody", "number", "the walker's Balance there"),
    field("free", "i8", (), "nobody", "bits", "nodes that may still be entered"),
)
REACH_TYPE = REACH.dtype


@rule
def worth(e, g, seat):
    """Objectives met and what there is to hope for, as a share of all that could be; 1 for a win."""
    whole = np.float64(PLAYERS * np.int64(e.goals) * np.int64(e.rings)) + 6.0
    met = np.float64(g.points[seat])
    if g.seat == OVER:
        return 1.0 if g.result[seat] == WIN else met / whole
    hope = ALIVE + value_cards(e, g) + value_reach(e, g)
    if (g.phase == WALK or g.phase == LOOK) and g.walked > 0 and is_goal_met(e, g, np.int64(g.turn)):
        hope += NEARLY
    for s in range(PLAYERS):
        hope -= TILT * abs(np.int64(g.balance[s]))
        if g.node[s] == e.heart:
            hope += IN_HEART
    return min(max((met + hope) / whole, 0.0), 0.99)


@rule
def value_cards(e, g):
    """Cards in hand, with the refill that is due, and cards in the deck."""
    held = np.int64(0)
    for s in range(PLAYERS):
        held += count_hand(e, g, s)
    drawn = np.int64(0)
    if g.phase == REFILL:
        drawn = min(np.int64(g.stock), np.int64(e.hand) - count_hand(e, g, np.int64(g.turn)))
    return HELD_CARD * (held + drawn) + DECK_CARD * (np.int64(g.stock) - drawn)


@rule
def value_reach(e, g):
    """What whoever walks next can reach, and what the other one could."""
    W = np.empty(1, REACH_TYPE)
    w = W[0]
    total = 0.0
    for s in range(PLAYERS):
        find_reach(e, g, w, np.int64(s))
        weight = NEXT_REACH if s == next_walker(g) else LATER_REACH
        total += weight * value_steps(e, g, w, np.int64(s))
    return total


@rule
def next_walker(g):
    """Who walks next, or goes on walking."""
    return 1 - np.int64(g.turn) if g.phase == REFILL or g.phase == LOOK else np.int64(g.turn)


@rule
def value_steps(e, g, w, seat):
    """One for an objective at hand, less for every card that it costs; a little for being near."""
    total = 0.0
    share = 0.0
    for colour in range(len(COLOURS)):
        weight = np.float64(g.aims[colour])
        if g.ring == e.rings or g.goal != NONE:
            weight = np.float64(colour == max(np.int64(g.goal), 0))
        share += weight
        if w.steps[colour] <= FAR:
            total += weight * (1.0 - STEP_COST * w.steps[colour])
        elif e.away[g.ring, g.node[seat], colour] >= 0:
            total += weight * NEARNESS / (1.0 + np.float64(e.away[g.ring, g.node[seat], colour]))
    return total / share if share > 0.0 else 0.0


# How far somebody gets with what lies open


@rule
def find_reach(e, g, w, seat):
    """The fewest steps in which the seat can end on each colour of the ring, or in the Heart.

    Looks through all walks of up to FAR steps, depth first, each step paid with a half that lies open.
    """
    w.steps[:] = FAR + 1
    w.path[0] = g.node[seat]
    w.balance = g.balance[seat]
    if w.path[0] == e.heart:
        w.steps[:] = 0
        return
    count_open_halves(e, g, w)
    w.free = np.int64(e.open[g.ring]) & ~(np.int64(1) << w.path[0])
    if g.node[1 - seat] != e.heart:
        w.free &= ~(np.int64(1) << np.int64(g.node[1 - seat]))
    w.tried[0] = 0
    w.depth = 0
    while w.depth >= 0:
        near = next_node(e, w)
        if near == NONE:
            step_back(e, w)
        elif near == e.heart:
            look_into_heart(e, w)
        else:
            step_on(e, g, w, near)


@rule
def count_open_halves(e, g, w):
    w.halves[:] = 0
    for hand in range(PLAYERS):
        for slot in range(e.hand):
            colour = np.int64(g.half[hand, slot, g.side[hand]])
            if colour >= 0:
                w.halves[colour] += 1


@rule
def next_node(e, w):
    """The next free neighbour of where the walk stands, NONE if all were tried."""
    here = w.path[w.depth]
    while w.depth < FAR and w.tried[w.depth] < len(e.near[here]):
        near = np.int64(e.near[here, w.tried[w.depth]])
        w.tried[w.depth] += 1
        if near == NONE:
            break
        if (w.free >> near) & 1:
            return near
    return NONE


@rule
def step_on(e, g, w, near):
    """Walk on to a node if a half pays for it and Balance allows it."""
    colour = np.int64(e.colour[near])
    balance = w.balance + np.int64(e.sign[colour])
    if w.halves[colour] == 0 or abs(balance) > e.limit:
        return
    if e.ring[near] == g.ring:
        w.steps[colour] = min(w.steps[colour], w.depth + 1)
    if w.depth + 1 == FAR:
        return
    w.balance = balance
    w.halves[colour] -= 1
    w.free ^= np.int64(1) << near
    w.depth += 1
    w.path[w.depth] = near
    w.tried[w.depth] = 0


@rule
def step_back(e, w):
    if w.depth > 0:
        node = w.path[w.depth]
        colour = np.int64(e.colour[node])
        w.balance -= e.sign[colour]
        w.halves[colour] += 1
        w.free |= np.int64(1) << node
    w.depth -= 1


@rule
def look_into_heart(e, w):
    """The Heart is one step on if some half that lies open brings Balance to 0."""
    for colour in range(len(COLOURS)):
        if w.halves[colour] > 0 and w.balance + e.sign[colour] == 0:
            for other in range(len(COLOURS)):
                w.steps[other] = min(w.steps[other], w.depth + 1)
