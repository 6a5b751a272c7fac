"""Generic kernels: one source that is specialised for every game.

The names below stand for a game's rules until `specialise` puts the real ones in their place. Kernels take
arrays of records (calling them so from Python costs a fifth of a microsecond; passing a record costs ten
times that). `step` is the only way that a rule's `play` is ever called.
"""

import numpy as np

from parlour.engine.chance import below, start_stream
from parlour.engine.jit import rule, thorough
from parlour.engine.record import CHANCE, OVER, SEATS

# Which games are played: what a game begins with, the seed, the number of the first game (game i of a run uses stream
# `index` + i of the seed), and how many.
RUN = np.dtype(
    (
        np.record,
        [
            ("seats", "i8"),
            ("mode", "i8"),
            ("rulings", "i8"),
            ("first", "i8"),  # the seat that starts; NONE lets the game choose
            ("seed", "u8"),
            ("index", "i8"),
            ("games", "i8"),
        ],
    )
)

# What came of a game.
END = np.dtype(
    (
        np.record,
        [
            ("plies", "i4"),
            ("decisions", "i4"),  # the moves that a player made and not chance
            ("first", "i1"),  # the seat that moved first; NONE where the game has none
            ("result", "i1", (SEATS,)),
            ("points", "i2", (SEATS,)),
        ],
    )
)

# Stand-ins for the rules of the game that a kernel is specialised for.
setup = legal = play = hide = see = imagine = worth = asked = lambda *_: None
MOST = 1


def begin(e, g, seats, mode, rulings, first):
    """Write the header of a new game, then let the game set up the rest."""
    g.seat = CHANCE
    g.seats = seats
    g.mode = mode
    g.rulings = rulings
    g.first = first
    g.ply = 0
    g.points[:] = 0
    g.winners = 0
    g.result[:] = 0
    g.asked = 0
    g.news = 0
    setup(e, g)


def step(e, g, m):
    """Play one legal move and count it; every draw of chance is news."""
    g.ply += 1
    if g.seat == CHANCE:
        g.news += 1
    play(e, g, m)


def new_game(E, G, seats, mode, rulings, first):
    begin(E[0], G[0], seats, mode, rulings, first)


def legal_moves(E, G, out):
    """The legal moves of whoever decides, ascending; how many there are."""
    return legal(E[0], G[0], out)


def legal_moves_of(E, G, seat, out):
    """The legal answers of one of the seats that are asked at the same time."""
    copy = G.copy()
    copy[0].seat = seat
    n = legal(E[0], copy[0], out)
    # A record does not keep its array alive: this does, until the rule has returned.
    copy[0].seat = seat
    return n


def play_move(E, G, m):
    step(E[0], G[0], m)


def hide_from(E, G, H, seat):
    """Copy a State into H and erase there what the seat does not know."""
    H[0] = G[0]
    hide(E[0], H[0], seat)


def see_move(E, G, m, seat):
    return see(E[0], G[0], m, seat)


def imagine_world(E, H, W, seat, rng):
    """Fill a copy of a hidden record with a world that the seat cannot tell from the true one."""
    W[0] = H[0]
    imagine(E[0], W[0], seat, rng)


def worth_to(E, G, seat):
    return worth(E[0], G[0], seat)


def ask(E, G, *arguments):
    """What a rule says of a copy of a record, which it may change; specialised for each rule that may be asked."""
    copy = G.copy()
    found = asked(E[0], copy[0], *arguments)
    # A record does not keep its array alive: this does, until the rule has returned.
    copy[0].ply = G[0].ply
    return found


def random_move(e, g, rng, moves):
    """One legal move, each equally likely; `moves` is room for the list."""
    return moves[below(rng, legal(e, g, moves))]


def random_walk(E, G, rng, plies):
    """Play up to so many random moves from a State, in place."""
    e = E[0]
    g = G[0]
    moves = np.empty(MOST, np.int64)
    for _ in range(plies):
        if g.seat == OVER:
            return
        step(e, g, random_move(e, g, rng, moves))


@rule
def note_end(g, decisions, end):
    """Write down what came of a game that is over."""
    end.decisions = decisions
    end.plies = g.ply
    end.first = g.first
    for s in range(g.seats):
        end.result[s] = g.result[s]
        end.points[s] = g.points[s]


@thorough
def random_games(E, runs, ends):
    """Play a random game of a run (a RUN record) for each of `ends`, and write down what came of it."""
    e = E[0]
    run = runs[0]
    # A record does not keep its array alive: it is read from the array again for every game.
    states = np.zeros(1, G_TYPE)
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MOST, np.int64)
    for i in range(len(ends)):
        g = states[0]
        decisions = np.int64(0)
        start_stream(rng, run.seed, run.index + i)
        begin(e, g, run.seats, run.mode, run.rulings, run.first)
        while g.seat != OVER:
            decisions += g.seat != CHANCE
            # Not by way of random_move: handing `moves` on costs four reference counts a step.
            step(e, g, moves[below(rng, legal(e, g, moves))])
        note_end(states[0], decisions, ends[i])


def copy_batch(G, H):
    """Copy every State, as a search does; for measuring."""
    for i in range(len(G)):
        H[i] = G[i]


def count_lines(E, G, depth, most):
    """How many lines of play of this length there are from a State (as perft counts them).

    A line that ends early counts once. Stops counting at `most`.
    """
    e = E[0]
    states = np.empty(depth + 1, G_TYPE)
    lists = np.empty((depth + 1, MOST), np.int64)
    left = np.zeros(depth + 1, np.int64)
    states[0] = G[0]
    found = 0
    at = 0
    left[0] = -1
    while at >= 0:
        if left[at] == -1:
            if at == depth or states[at].seat == OVER:
                found += 1
                if found >= most:
                    return found
                at -= 1
                continue
            left[at] = legal(e, states[at], lists[at])
        if left[at] == 0:
            at -= 1
            continue
        left[at] -= 1
        states[at + 1] = states[at]
        step(e, states[at + 1], lists[at, left[at]])
        at += 1
        left[at] = -1
    return found


G_TYPE = np.dtype("i1")

# In the order in which they call one another.
KERNELS = (
    begin,
    step,
    new_game,
    legal_moves,
    legal_moves_of,
    play_move,
    hide_from,
    see_move,
    imagine_world,
    worth_to,
    random_move,
    random_walk,
    random_games,
    copy_batch,
    count_lines,
)
