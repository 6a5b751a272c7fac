"""A bot: it gets what its seat knows and the legal moves, and chooses one."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.room import RANDOM, fit_tree, make_room
from parlour.bots.policy import Seen, ask
from parlour.bots.spec import Spec, read_spec
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.jit import CONFIG
from parlour.engine.record import CHANCE

# How long a search runs before it looks at the clock again, and how many iterations it begins with.
BURST_NS = 500_000
FIRST_BURST = 8
# The part of its time that a search by the clock may spend on greedy's values.
PART = 4


@cache
def kernels_of(game: Game) -> SimpleNamespace:
    """The bots' kernels with one game's rules in them."""
    return game.specialised(KERNELS)


class Here(threading.local):
    """What belongs to one thread: working memory for the game that it has thought about last.

    Of five games it would be 100 MB a thread; to begin with another game's takes a few milliseconds.
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.room = np.empty(0)


HERE = Here()


def room_of(game: Game, *specs: Spec) -> np.ndarray:
    """This thread's working memory, with a tree for these bots.

    A choice leaves nothing behind that the next one reads, so a thousand bots need no more memory than one.
    """
    if HERE.game is not game:
        HERE.game, HERE.room = game, make_room(game.state.dtype, game.most)
    fit_tree(HERE.room, max((s.nodes for s in specs), default=1))
    return HERE.room


class Tried(NamedTuple):
    """A move that a search has tried: its expected value from 0 to 1, and how often it was tried."""

    move: int
    worth: float
    visits: int


@dataclass(frozen=True)
class Search:
    """What a search found: its move, how many iterations it took, and the moves that it tried, most often first."""

    move: int
    iterations: int
    tried: tuple[Tried, ...]


class Bot:
    """A player made of a spec and a seed: what it knows decides what it does, whatever happened before.

    A bot holds no working memory: every call takes that of its own thread, so any thread may ask.
    """

    def __init__(self, spec: Spec, game: Game, seed: int) -> None:
        self.spec, self.game = spec, game
        self.key = np.uint64(seed % 2**64)
        self.kernels = kernels_of(game)
        self.record = spec.record

    def __repr__(self) -> str:
        return f"<Bot {self.spec.name} for {self.game.name}>"

    def choose(self, edition: Edition, hidden: np.ndarray, moves: list[int], seat: int) -> int:
        """One of the legal moves of a seat, from the seat's hidden record and nothing else."""
        if len(moves) == 1:
            return moves[0]
        if self.spec.policy:
            return self.ask_policy(edition, hidden, moves, seat)
        if self.spec.milliseconds:
            return self.search(edition, hidden, seat).move
        room, who = self.room_with(hidden), np.int64(seat)
        if self.spec.kind == RANDOM:
            return int(self.kernels.choose_randomly(edition.record, who, self.key, room))
        return int(self.kernels.choose_move(edition.record, who, self.record, self.key, room))

    def search(self, edition: Edition, hidden: np.ndarray, seat: int) -> Search:
        """Search until the budget is used up."""
        if self.spec.policy:
            return self.only(edition, hidden, seat)
        start = time.thread_time_ns()
        end = start + int(self.spec.milliseconds * 1e6)
        room, who = self.room_with(hidden), np.int64(seat)
        n = self.kernels.open_search(edition.record, who, self.key, room)
        worlds = self.look_at_worlds(edition, who, room, n, start + (end - start) // PART)
        self.kernels.plant_tree(who, self.record, room, n, np.int64(worlds))
        iterations = self.deepen(edition, who, room, end)
        best = self.kernels.close_search(edition.record, self.record, room, n)
        return Search(int(room[0].moves[best]), iterations, read_tried(room))

    def ask_policy(self, edition: Edition, hidden: np.ndarray, moves: list[int], seat: int) -> int:
        """What a policy of the caller's own plays: it gets a copy, so it can change nothing."""
        assert self.spec.policy
        return ask(self.spec.policy, Seen(self.game, edition, hidden.copy(), tuple(moves), int(seat), int(self.key)))

    def only(self, edition: Edition, hidden: np.ndarray, seat: int) -> Search:
        """A policy's move as a search that tried nothing else; it promises nothing."""
        move = self.choose(edition, hidden, self.game.legal(edition, hidden, seat), seat)
        return Search(move, 1, (Tried(move, 0.5, 1),))

    def room_with(self, hidden: np.ndarray) -> np.ndarray:
        """The working memory of the thread that calls, with what the seat knows in it."""
        room = room_of(self.game, self.spec)
        room[0].hidden[0] = hidden[0]
        return room

    def look_at_worlds(self, edition: Edition, seat: np.int64, room: np.ndarray, n: int, end: int) -> int:
        """Let greedy judge the moves, by the clock in fewer worlds if they take long; how many it was."""
        done = 0
        while done == 0 or (done < self.spec.worlds and self.has_time(end)):
            self.kernels.look_at_world(edition.record, seat, room, n)
            done += 1
        return done

    def has_time(self, end: int) -> bool:
        return not self.spec.milliseconds or time.thread_time_ns() < end

    def deepen(self, edition: Edition, seat: np.int64, room: np.ndarray, end: int) -> int:
        """Search so many iterations, or until this much CPU time of the thread; how many iterations it was."""

        def search_more(iterations: int) -> None:
            self.kernels.search_more(edition.record, seat, self.record, room, np.int64(iterations))

        if self.spec.iterations:
            search_more(self.spec.iterations)
            return self.spec.iterations
        return search_until(end, search_more)


def search_until(end: int, search_more: Callable[[int], None]) -> int:
    """Search in bursts short enough to stop in time; how many iterations it was."""
    burst, done = 1 if CONFIG.DISABLE_JIT else FIRST_BURST, 0
    before = time.thread_time_ns()
    while done == 0 or before < end:
        search_more(burst)
        done += burst
        now = time.thread_time_ns()
        burst = next_burst(burst, now - before, end - now)
        before = now
    return done


def read_tried(room: np.ndarray) -> tuple[Tried, ...]:
    """The root's moves right after a search, copied out of the working memory, most tried first."""
    memory: Any = room[0]
    count = memory.nodes[memory.root].tried
    edges, places = memory.edges[:count], memory.options["place"][:count]
    rows = zip(memory.moves[places].tolist(), edges["total"].tolist(), edges["visits"].tolist(), strict=True)
    found = [Tried(move, total / visits, visits) for move, total, visits in rows if visits > 0]
    return tuple(sorted(found, key=lambda f: (-f.visits, -f.worth)))


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
    for name in ("random", "greedy", "search:1ms"):
        Bot(read_spec(name), game, 0).choose(edition, hidden, moves, seat)
