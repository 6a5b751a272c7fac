"""One way to play a game, and random play at it: what every check begins with."""

import importlib.util
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from parlour.engine.chance import Seeded
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.record import CHANCE, NONE, OVER, PUBLIC, Record
from places import tests_of

LONGEST = 5000

# How many positions of a table each check looks at.
POSITIONS = 90


@dataclass(frozen=True)
class Table:
    """One way to play a game."""

    game: Game
    mode: int
    seats: int
    edition: Edition = field(default=None)  # type: ignore[assignment]
    rulings: int | None = None

    @property
    def e(self) -> Edition:
        return self.edition or self.game.base

    @property
    def bits(self) -> int:
        return self.game.about.ruling_bits({}) if self.rulings is None else self.rulings

    @property
    def watchers(self) -> list[int]:
        return [*range(self.seats), int(PUBLIC)]

    def new(self, first: int = int(NONE)) -> np.ndarray:
        return self.game.new(self.e, self.seats, self.mode, self.bits, first)

    def legal(self, g: np.ndarray, seat: int | None = None) -> list[int]:
        return self.game.legal(self.e, g, seat)

    def play(self, g: np.ndarray, m: int) -> np.ndarray:
        return self.game.play(self.e, g, m)

    def hide(self, g: np.ndarray, seat: int) -> np.ndarray:
        return self.game.hide(self.e, g, seat)

    def see(self, g: np.ndarray, m: int, seat: int) -> int:
        return self.game.see(self.e, g, m, seat)

    def imagine(self, h: np.ndarray, seat: int, rng: np.ndarray) -> np.ndarray:
        return self.game.imagine(self.e, h, seat, rng)

    # The same as bytes, millions of times: a new array for each takes longer than the rules do.

    @cached_property
    def room(self) -> np.ndarray:
        return self.game.state.new()

    def hidden(self, g: np.ndarray, seat: int) -> bytes:
        self.game.kernels.hide_from(self.e.record, g, self.room, seat)
        return self.room.tobytes()

    def imagined(self, h: np.ndarray, seat: int, rng: np.ndarray) -> bytes:
        self.game.kernels.imagine_world(self.e.record, h, self.room, seat, rng)
        return self.room.tobytes()

    def match(self, seed: int) -> Match:
        match = Match(
            self.game,
            edition=self.e,
            seats=self.seats,
            mode=self.game.about.modes[self.mode].name,
            rulings={r.name: bool(self.bits >> i & 1) for i, r in enumerate(self.game.about.rulings)},
            chance=Seeded(seed),
        )
        match.settle()
        return match


def walk(table: Table, seed: int) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """A random game: every State with the move played in it and the State after."""
    pick = random.Random(seed)
    g = table.new()
    while g["seat"][0] != OVER:
        m = pick.choice(table.legal(g))
        after = table.play(g, m)
        yield g, m, after
        g = after
        assert g["ply"][0] < LONGEST, "a random game does not end"


def steps(table: Table, seed: int, games: int = 2) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """Steps of random games, of long ones as many as a check has time for; the last step is always among them."""
    pick = random.Random(seed)
    for i in range(games):
        *early, last = walk(table, seed + i)
        yield from pick.sample(early, min(len(early), POSITIONS // games))
        yield last


def sample(table: Table, seed: int, games: int) -> Iterator[np.ndarray]:
    """States of random games, the last ones always among them."""
    for g, _, after in steps(table, seed, games):
        yield g
        if after["seat"][0] == OVER:
            yield after


def now_and_then(table: Table, seed: int, times: int = POSITIONS) -> Iterator[bool]:
    """At which moves of a match to look closely: at all of a short one, about so many times in a long one."""
    pick = random.Random(seed)
    length = sum(g["seat"][0] != CHANCE for g, _, _ in walk(table, seed))
    while True:
        yield pick.random() * length < times


def deciders(g: np.ndarray) -> list[int]:
    if g["seat"][0] < 0:
        return []
    asked = int(g["asked"][0])
    return [s for s in range(4) if asked >> s & 1] or [int(g["seat"][0])]


def every_field(layout: Record) -> Iterator[Any]:
    for f in layout:
        if isinstance(f.type, Record):
            yield from every_field(f.type)
        yield f


def load_audit(name: str) -> Callable[[Edition, Any], None]:
    """The game's own recount: audit.py among its tests has `audit(edition, g)`, which asserts."""
    path = tests_of(name.split("~")[0]) / "audit.py"
    assert path.exists(), f"{path} is missing: it counts every card and every point"
    spec = importlib.util.spec_from_file_location(f"audit_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.audit


def tiny_tables(game: Game) -> list[Table]:
    """The tables whose every history is enumerated: TINY in the game's audit.py, or the smallest variant."""
    module = load_audit(game.name).__globals__
    tables = []
    for options in module.get("TINY", [{}]):
        mode = game.about.mode(options.get("mode"))[0]
        seats = options.get("seats", game.about.modes[mode].seats[0])
        bits = game.about.ruling_bits(options.get("rulings", {}))
        tables.append(Table(game, mode, seats, game.edition(options.get("edition", "tiny")), bits))
    return tables
