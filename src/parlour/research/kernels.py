"""Many games at once: the loops that `parlour.research.vector` runs, specialised for every game.

Each array has a row for each game. A thread gets a slice of all of them and a room of its own.
"""

from typing import Any

import numpy as np

from parlour.engine.chance import below, mixed, start_stream
from parlour.engine.jit import copied, rule
from parlour.engine.record import CHANCE, OVER, WIN
from parlour.engine.rows import encode


def stand_in(*_: Any) -> Any:
    """Stands where a specialised kernel has the rules of its game."""


# Stand-ins for the rules of the game that a kernel is specialised for, and for what stands here.
begin = step = legal = hide = stand_in
G_TYPE = np.dtype("i1")
MOST = 1

# How a vector plays: what a game begins with, the seed, and what is done for whoever steps it.
PLAN = np.dtype(
    (
        np.record,
        [
            ("seats", "i8"),
            ("mode", "i8"),
            ("rulings", "i8"),
            ("first", "i8"),
            ("seed", "u8"),
            ("games", "i8"),  # from one game of a row to its next
            ("chance", "i1"),  # 1: chance plays by itself
            ("forced", "i1"),  # 1: so does whoever has one legal move
            ("again", "i1"),  # 1: a game that is over begins again at once
            ("points", "i1"),  # 1: rewards are points, not wins
        ],
    )
)

# What a row is: its stream of chance, the number of its game, who decides, and whether its game has just ended.
ROW = np.dtype(
    (
        np.record,
        [
            ("stream", "u8"),
            ("index", "i8"),
            ("steps", "i8"),
            ("actor", "i1"),
            ("ended", "i1"),
            ("illegal", "i1"),
        ],
    )
)


@rule
def id_of(bases, m):
    """The place of a move among all moves; `bases` has a kind's first place and the sizes of its later arguments."""
    kind = m >> 24
    a, b, c = ((m >> 16) & 255) - 1, ((m >> 8) & 255) - 1, (m & 255) - 1
    place = max(a, np.int64(0))
    if bases[kind, 1] > 0:
        place = place * bases[kind, 1] + max(b, np.int64(0))
    if bases[kind, 2] > 0:
        place = place * bases[kind, 2] + max(c, np.int64(0))
    return bases[kind, 0] + place


@copied
def settle(e, g, plan, row, rng, moves, bases, mask):
    """Let play go on until somebody has to choose, and write what may be chosen."""
    mask[:] = 0
    rng[0] = row.stream
    while g.seat != OVER:
        n = legal(e, g, moves)
        if g.seat == CHANCE:
            if not plan.chance:
                break
            step(e, g, moves[below(rng, n)])
        elif plan.forced and n == 1:
            step(e, g, moves[0])
        else:
            for i in range(n):
                mask[id_of(bases, moves[i])] = 1
            break
        row.steps += 1
    row.stream = rng[0]
    row.actor = g.seat


@copied
def open_game(e, g, plan, row, rng, moves, bases, mask):
    """Begin the row's game by its number."""
    start_stream(rng, plan.seed, row.index)
    row.stream = rng[0]
    begin(e, g, plan.seats, plan.mode, plan.rulings, plan.first)
    settle(e, g, plan, row, rng, moves, bases, mask)


@copied
def note_reward(g, plan, row, rewards):
    """What everybody gets at the end of a game."""
    for seat in range(plan.seats):
        if plan.points:
            rewards[seat] = g.points[seat]
        else:
            rewards[seat] = 2.0 * np.int64(g.result[seat]) / WIN - 1.0


def open_rows(E, G, plans, rows, where, bases, masks):
    """Begin new games in the rows that `where` names: the number of the next game is `games` further on."""
    e = E[0]
    plan = plans[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(G)):
        if where[i]:
            row = rows[i]
            row.ended = 0
            row.illegal = 0
            open_game(e, G[i], plan, row, rng, moves, bases, masks[i])


def first_illegal(rows, actions, masks):
    """The first row whose action cannot be played; the number of rows if there is none."""
    for i in range(len(rows)):
        if rows[i].actor >= 0 and not (0 <= actions[i] < masks.shape[1] and masks[i, actions[i]]):
            return i
    return len(rows)


def step_rows(E, G, plans, rows, actions, table, bases, masks, rewards):
    """Play an action in every row. What is not legal ends the row's game, and costs whoever chose it a point."""
    e = E[0]
    plan = plans[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(G)):
        row = rows[i]
        g = G[i]
        row.ended = 0
        row.illegal = 0
        rewards[i, :] = 0
        if row.actor < 0:
            continue
        action = np.int64(actions[i])
        if 0 <= action < masks.shape[1] and masks[i, action]:
            step(e, g, table[action])
            row.steps += 1
            settle(e, g, plan, row, rng, moves, bases, masks[i])
            if g.seat != OVER:
                continue
            note_reward(g, plan, row, rewards[i])
        else:
            rewards[i, np.int64(row.actor)] = -1
            row.illegal = 1
            masks[i, :] = 0
            g.seat = OVER
            row.actor = OVER
        row.ended = 1
        if plan.again:
            row.index += plan.games
            open_game(e, G[i], plan, row, rng, moves, bases, masks[i])


def step_chance_rows(E, G, plans, rows, outcomes, table, bases, masks, rewards):
    """Play a move of chance in every row that waits for one; other rows stay as they are. The first bad row, or n."""
    e = E[0]
    plan = plans[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(G)):
        if rows[i].actor == CHANCE:
            n = legal(e, G[i], moves)
            found = False
            for k in range(n):
                found |= id_of(bases, moves[k]) - masks.shape[1] == outcomes[i]
            if not found:
                return i
    for i in range(len(G)):
        row = rows[i]
        g = G[i]
        rewards[i, :] = 0
        row.ended = 0
        row.illegal = 0
        if row.actor != CHANCE:
            continue
        step(e, g, table[masks.shape[1] + outcomes[i]])
        row.steps += 1
        settle(e, g, plan, row, rng, moves, bases, masks[i])
        if g.seat == OVER:
            note_reward(g, plan, row, rewards[i])
            row.ended = 1
            if plan.again:
                row.index += plan.games
                open_game(e, G[i], plan, row, rng, moves, bases, masks[i])
    return len(G)


def settle_rows(E, G, plans, rows, bases, masks):
    """Write who decides and what may be chosen, after States were put in from elsewhere."""
    e = E[0]
    plan = plans[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(G)):
        row = rows[i]
        settle(e, G[i], plan, row, rng, moves, bases, masks[i])


def observe_rows(E, G, rows, steps, tables, hidden, raw, out):
    """What whoever decides in each row knows; `raw` is `hidden` as bytes."""
    e = E[0]
    for i in range(len(G)):
        seat = np.int64(rows[i].actor)
        if seat < 0:
            out[i, :] = 0
            continue
        hidden[0] = G[i]
        hide(e, hidden[0], seat)
        encode(raw[0], steps[seat], tables, out[i])


def sample_rows(rows, masks, key, actions):
    """One legal action for each row, each equally likely, by a stream that belongs to the row."""
    rng = np.zeros(1, np.uint64)
    for i in range(len(rows)):
        count = np.int64(0)
        for k in range(masks.shape[1]):
            count += masks[i, k]
        if count == 0:
            actions[i] = 0
            continue
        start_stream(rng, mixed(np.uint64(key)), rows[i].stream + np.uint64(rows[i].steps))
        left = below(rng, count)
        for k in range(masks.shape[1]):
            if masks[i, k]:
                if left == 0:
                    actions[i] = k
                    break
                left -= 1


def play_rows(E, G, plans, rows, bases, masks, count):
    """Random play: so many steps in every row, chance included, games beginning again; for measuring."""
    e = E[0]
    plan = plans[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(G)):
        row = rows[i]
        rng[0] = row.stream
        g = G[i]
        for _ in range(count):
            if g.seat == OVER:
                row.index += plan.games
                start_stream(rng, plan.seed, row.index)
                begin(e, g, plan.seats, plan.mode, plan.rulings, plan.first)
            step(e, g, moves[below(rng, legal(e, g, moves))])
        row.steps += count
        row.stream = rng[0]
        if g.seat == OVER:
            row.index += plan.games
            open_game(e, G[i], plan, row, rng, moves, bases, masks[i])


# In the order in which they call one another.
KERNELS = (
    settle,
    open_game,
    note_reward,
    open_rows,
    first_illegal,
    step_rows,
    step_chance_rows,
    settle_rows,
    observe_rows,
    sample_rows,
    play_rows,
)
