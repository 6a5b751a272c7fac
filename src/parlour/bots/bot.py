"""A bot: it gets what its seat knows and the legal moves, and chooses one."""

import threading
import time
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.room import ROOT, fit_tree, make_room
from parlour.bots.spec import Spec, read_spec
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.record import CHANCE

# How long a search runs before it looks at the clock again, and how many iterations it begins with.
BURST_NS = 500_000
FIRST_BURST = 8
# The part of its time that a search by the clock may spend on greedy's opinion.
PART = 4


@cache
def kernels_of(game: Game) -> SimpleNamespace:
    """The bots' kernels with one game's rules in them."""
    return game.specialised(KERNELS)


class Here(threading.local):
    """What belongs to one thread: working memory for every game that is played in it."""

    def __init__(self) -> None:
        self.rooms: dict[Game, np.ndarray] = {}


HERE = Here()


def room_of(game: Game, *specs: Spec) -> np.ndarray:
    """This thread's working memory, with a tree for these bots.

    A choice leaves nothing behind that the next one reads, so a thousand bots need no more memory than one.
    """
    if game not in HERE.rooms:
        HERE.rooms[game] = make_room(game.state.dtype, game.most)
    room = HERE.rooms[game]
    fit_tree(room, max((s.nodes for s in specs), default=1))
    return room


class Bot:
    """A player made of a spec and a seed: what it knows decides what it does, whatever happened before."""

    def __init__(self, spec: Spec, game: Game, seed: int) -> None:
        self.spec, self.game = spec, game
        self.key = np.uint64(seed % 2**64)
        self.kernels = kernels_of(game)
        self.row = spec.row
        self.sit_down()
        # Iterations of the last search.
        self.iterations = 0

    def __repr__(self) -> str:
        return f"<Bot {self.spec.name} for {self.game.name}>"

    def sit_down(self) -> None:
        """Use the working memory of the thread that calls."""
        self.room = room_of(self.game, self.spec)
        self.desk: Any = self.room[0]

    def choose(self, edition: Edition, hidden: np.ndarray, moves: list[int], seat: int) -> int:
        """One of the legal moves of a seat, from the seat's hidden record and nothing else."""
        if len(moves) == 1:
            return moves[0]
        if self.spec.milliseconds:
            return int(self.desk.moves[self.search(edition, hidden, seat)])
        self.sit_down()
        self.desk.hidden[0] = hidden[0]
        return int(self.kernels.choose_move(edition.record, np.int64(seat), self.row, self.key, self.room))

    def search(self, edition: Edition, hidden: np.ndarray, seat: int) -> int:
        """Search until the budget is used up; the place of the best move in `room.moves`."""
        self.sit_down()
        start = time.thread_time_ns()
        end = start + int(self.spec.milliseconds * 1e6)
        self.desk.hidden[0] = hidden[0]
        who = np.int64(seat)
        n = self.kernels.open_search(edition.record, who, self.key, self.room)
        worlds = self.look_at_worlds(edition, who, n, start + (end - start) // PART)
        self.kernels.plant_tree(who, self.row, self.room, n, np.int64(worlds))
        if self.spec.iterations:
            self.deepen(edition, who, self.spec.iterations)
        else:
            self.deepen_until(edition, who, end)
        return int(self.kernels.close_search(self.room, n))

    def look_at_worlds(self, edition: Edition, seat: np.int64, n: int, end: int) -> int:
        """Get greedy's opinion of the moves, by the clock in fewer worlds if they take long; how many it was."""
        done = 0
        while done == 0 or (done < self.spec.worlds and self.has_time(end)):
            self.kernels.look_at_world(edition.record, seat, self.room, n)
            done += 1
        return done

    def has_time(self, end: int) -> bool:
        return not self.spec.milliseconds or time.thread_time_ns() < end

    def deepen(self, edition: Edition, seat: np.int64, iterations: int) -> None:
        self.kernels.search_more(edition.record, seat, self.row, self.room, np.int64(iterations))
        self.iterations = iterations

    def deepen_until(self, edition: Edition, seat: np.int64, end: int) -> None:
        """Search until this much CPU time of the thread, in bursts short enough to stop in time."""
        burst, done = FIRST_BURST, 0
        before = time.thread_time_ns()
        while done == 0 or before < end:
            self.deepen(edition, seat, burst)
            done += burst
            now = time.thread_time_ns()
            burst = next_burst(burst, now - before, end - now)
            before = now
        self.iterations = done

    def findings(self) -> list[tuple[int, float, int]]:
        """The root's moves right after a search, most tried first: move, mean worth, how often it was tried."""
        found = []
        tried = self.desk.nodes[self.desk.counts[ROOT]].tried
        for option, edge in zip(self.desk.options[:tried], self.desk.edges[:tried], strict=True):
            if edge.visits > 0:
                move = int(self.desk.moves[option.place])
                found.append((move, float(edge.total / edge.visits), int(edge.visits)))
        return sorted(found, key=lambda f: (-f[2], -f[1]))


def next_burst(burst: int, took: int, left: int) -> int:
    """How many iterations to do before looking at the clock again."""
    return max(1, min(2 * burst, burst * min(BURST_NS, left) // max(took, 1)))


def compile_bots(game: Game) -> None:
    """Call every kernel once, so that it is compiled and cached."""
    mode, seats = next(game.variants())
    edition = game.base
    g = game.new(edition, seats, mode, game.about.ruling_bits({}))
    while g["seat"][0] == CHANCE or len(game.legal(edition, g)) == 1:
        g = game.play(edition, g, game.legal(edition, g)[0])
    seat = int(g["seat"][0])
    hidden, moves = game.hide(edition, g, seat), game.legal(edition, g)
    for name in ("random", "search:1ms"):
        bot = Bot(read_spec(name), game, 0)
        bot.choose(edition, hidden, moves, seat)
    bot.findings()
