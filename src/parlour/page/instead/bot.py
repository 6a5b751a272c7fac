"""A bot in a page: its working memory lies in the game's module, so that only a hidden record and a move cross.

In the place of `parlour.bots.bot`, with the same names.
"""

import time
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.kernels import KERNELS
from parlour.bots.kernels.room import MOVE, PAGE, RANDOM, room_type
from parlour.bots.spec import Spec
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.jit import HOST  # type: ignore[attr-defined]

BURST = 0.004
FIRST_BURST = 8
# The part of its time that a search by the clock may spend on greedy's values.
PART = 4


@cache
def kernels_of(game: Game) -> SimpleNamespace:
    return game.specialised(KERNELS)


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


class Room:
    """The working memory of a game's bots, in its module; there is one, because one bot thinks at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout: Any = room_type(game.state.dtype, game.most, PAGE)
        self.place: int = HOST.take(game.name, self.layout.itemsize)

    def write(self, name: str, array: np.ndarray) -> None:
        HOST.write(self.game.name, self.place + self.layout.fields[name][1], array.address, array.nbytes)  # type: ignore[attr-defined]

    def read(self, name: str, count: int = 1, first: int = 0) -> np.ndarray:
        """Some cells of a field."""
        kind, at = self.layout.fields[name]
        found = np.zeros(count, kind.base)
        at += first * kind.base.itemsize
        HOST.read(self.game.name, self.place + at, found.address, found.nbytes)  # type: ignore[attr-defined]
        return found

    def begin(self, hidden: np.ndarray, spec: Spec) -> None:
        """Put in what the seat knows, and let a tree for this bot grow."""
        self.write("hidden", hidden)
        most = self.layout["nodes"].shape[0]
        self.write("slots", np.array([min(most, 1 << (2 * spec.nodes - 1).bit_length())], np.int64))

    def call(self, name: str, *arguments: Any) -> int:
        """Call a kernel; None stands for this memory, which is one record."""
        sent: list[int] = []
        for argument in arguments:
            if argument is None:
                sent += [-self.place, 0, 1, 0]
            elif isinstance(argument, np.ndarray):
                sent += [argument.address, argument.nbytes, len(argument), 0]  # type: ignore[attr-defined]
            else:
                sent.append(int(argument))
        return int(HOST.call(self.game.name, name, sent) or 0)


@cache
def room_of(game: Game) -> Room:
    return Room(game)


class Bot:
    """A player made of a spec and a seed: what it knows decides what it does, whatever happened before."""

    def __init__(self, spec: Spec, game: Game, seed: int) -> None:
        self.spec, self.game = spec, game
        self.key = seed % 2**64
        self.record = spec.record

    def __repr__(self) -> str:
        return f"<Bot {self.spec.name} for {self.game.name}>"

    def choose(self, edition: Edition, hidden: np.ndarray, moves: list[int], seat: int) -> int:
        """One of the legal moves of a seat, from the seat's hidden record and nothing else."""
        if len(moves) == 1:
            return moves[0]
        if self.spec.milliseconds:
            return self.search(edition, hidden, seat).move
        room = room_of(self.game)
        room.begin(hidden, self.spec)
        if self.spec.kind == RANDOM:
            return room.call("choose_randomly", edition.record, seat, self.key, None)
        return room.call("choose_move", edition.record, seat, self.record, self.key, None)

    def search(self, edition: Edition, hidden: np.ndarray, seat: int) -> Search:
        """Search until the budget is used up."""
        start = time.perf_counter()
        seconds = self.spec.milliseconds / 1000
        room, e = room_of(self.game), edition.record
        room.begin(hidden, self.spec)
        n = room.call("open_search", e, seat, self.key, None)
        worlds = 0
        while not worlds or (
            worlds < self.spec.worlds and (not seconds or time.perf_counter() < start + seconds / PART)
        ):
            room.call("look_at_world", e, seat, None, n)
            worlds += 1
        room.call("plant_tree", seat, self.record, None, n, worlds)
        iterations = self.deepen(room, e, seat, start + seconds)
        best = room.call("close_search", e, self.record, None, n)
        move = int(room.read("moves", 1, best)[0])
        return Search(move, iterations, read_tried(room))

    def deepen(self, room: Room, e: np.ndarray, seat: int, end: float) -> int:
        """Search so many iterations, or until a time; how many iterations it was."""

        def search_more(count: int) -> None:
            room.call("search_more", e, seat, self.record, None, count)

        if self.spec.iterations:
            search_more(self.spec.iterations)
            return self.spec.iterations
        burst, done = FIRST_BURST, 0
        before = time.perf_counter()
        while not done or before < end:
            search_more(burst)
            done += burst
            now = time.perf_counter()
            burst = max(1, min(2 * burst, int(burst * min(BURST, end - now) / max(now - before, 1e-6))))
            before = now
        return done


def read_tried(room: Room) -> tuple[Tried, ...]:
    """The root's moves right after a search, most tried first."""
    root: Any = room.read("nodes", 1, int(room.read("root")[0]))[0]
    count = int(root.tried)
    if not count:
        return ()
    edges, options = room.read("edges", count), room.read("options", count)
    assert options.dtype == MOVE
    moves = room.read("moves", room.layout["moves"].shape[0])
    rows = [(int(moves[int(o.place)]), e.total, int(e.visits)) for e, o in zip(edges, options, strict=True)]
    found = [Tried(move, total / visits, visits) for move, total, visits in rows if visits > 0]
    return tuple(sorted(found, key=lambda f: (-f.visits, -f.worth)))


def compile_bots(game: Game) -> None:
    """Their module is compiled."""
