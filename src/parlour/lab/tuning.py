"""Tuning: a few numbers of an edition varied within bounds, towards goals, with a budget of games.

Every combination, or a sample of them, plays a few games; the better half plays twice as many, until the budget is
spent. What is left is the front: no other point is nearer to every goal with as few changes. Each point lies in the
folder as an edition and as a study that plays the same games again; the best one is played on fresh seeds beside the
base.
"""

import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import prod, sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from parlour.editions.checking import check_text
from parlour.editions.finding import find
from parlour.editions.shapes import key_of, steps, value_at
from parlour.editions.writing import comments_in, toml, write_toml
from parlour.engine.edition import parse_toml
from parlour.lab.plan import File, make_plan
from parlour.lab.playing import Arm, play_piece
from parlour.lab.stats import Z95
from parlour.lab.stopping import leading_share

VARIED = re.compile(r"([a-z_]+(?:\.[A-Za-z0-9_-]+)+)=(-?\d+)(?:\.\.(-?\d+)|((?:,-?\d+)*))")
AIMED = re.compile(r"([a-z]+)=(even|\d+(?:\.\d+)?)")
# What can be aimed at, and by how much two editions have to differ in it for anybody to notice.
VARY_LIKE = "a number to vary looks like numbers.hand=3..5 or cards.red-love.copies=1,2,3"
GOALS = {"seats": 2.0, "length": 3.0, "score": 1.0}
FEWEST, MOST_POINTS, PIECE = 100, 256, 50
# How many points play the last round.
FINALISTS = 3
# Added to the seed for games that no choice has seen.
FRESH = 1_000_003
Tick = Callable[[int], object]


@dataclass(frozen=True)
class Goal:
    """Something to come near to: even seats, a length in plies, or a winner's score."""

    name: str
    target: float

    def values(self, arm: Arm, ends: np.ndarray) -> np.ndarray:
        """The number of each game that is to come near to the target."""
        if self.name == "seats":
            return leading_share(arm, ends) * 100
        if self.name == "length":
            return np.asarray(ends["plies"], float)
        return np.asarray(ends["points"][:, : arm.seats].max(axis=1), float)


@dataclass(frozen=True)
class Vary:
    """A number of the edition, by its place (`cards.red-love.copies`), and the values that are tried."""

    place: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Point:
    """One choice of the numbers, and what its games said; `means` and `spreads` by goal, with 95% of the range."""

    values: tuple[int, ...]
    changes: int
    games: int = 0
    means: tuple[float, ...] = ()
    spreads: tuple[float, ...] = ()
    fault: str = ""

    def misses(self, goals: Sequence[Goal]) -> tuple[float, ...]:
        """How far off each goal is, in what somebody would notice."""
        return tuple(abs(m - g.target) / GOALS[g.name] for m, g in zip(self.means, goals, strict=True))


@dataclass(frozen=True)
class Wish:
    """What is to be tuned, by what, and with how much."""

    game: str
    edition: str
    goals: tuple[Goal, ...]
    vary: tuple[Vary, ...]
    bots: tuple[str, ...] = ("greedy",)
    seats: int | None = None
    mode: str | None = None
    budget: int = 20_000
    seed: int = 0


@dataclass
class Tuned:
    """What was found: the base, the front with the best first, and both on fresh seeds."""

    base: Point
    front: list[Point] = field(default_factory=list)
    tried: int = 0
    refused: list[Point] = field(default_factory=list)
    again: tuple[Point, Point] | None = None


def read_vary(text: str) -> Vary:
    found = VARIED.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} does not fit: {VARY_LIKE}")
    place, least, most, more = found.groups()
    values = range(int(least), int(most) + 1) if most else [int(least), *map(int, more.split(",")[1:])]
    if not 1 <= len(values) <= MOST_POINTS:
        raise ValueError(f"{text!r} names {len(values)} values; there may be 1 to {MOST_POINTS}")
    return Vary(place, tuple(values))


def read_goal(text: str, seats: int) -> Goal:
    found = AIMED.fullmatch(text)
    if not found or found[1] not in GOALS or (found[2] == "even") != (found[1] == "seats"):
        raise ValueError(f"{text!r} does not fit: a goal is seats=even, length=PLIES or score=POINTS")
    return Goal(found[1], 100 / seats if found[2] == "even" else float(found[2]))


class Tuning:
    """One search. `folder` gets the editions and studies of its points."""

    def __init__(self, wish: Wish, folder: Path, tick: Tick = lambda games: None) -> None:
        self.wish, self.folder, self.tick = wish, folder, tick
        _, self.file, self.text = find(wish.edition, wish.game)
        self.data = parse_toml(self.text, self.file)
        self.paths = [path_of(self.data, vary.place) for vary in wish.vary]
        self.own = tuple(value_at(self.data, path) for path in self.paths)

    def run(self) -> Tuned:
        points = [self.point(values) for values in self.choices()]
        good = [point for point in points if not point.fault]
        base, sizes = self.point(self.own), halves(len(good))
        found = Tuned(base, tried=len(points), refused=[point for point in points if point.fault])
        # What a game of the first round costs: all rounds, then the base, and both again.
        share = sum(size << i for i, size in enumerate(sizes)) + (3 << len(sizes) - 1)
        games = max(FEWEST, self.wish.budget // share)
        for i, size in enumerate(sizes):
            good = [self.played(point, games << i) for point in sorted(good, key=self.rank)[:size]]
        best = games << len(sizes) - 1
        found.front = sorted(front_of(good, self.wish.goals), key=self.rank)
        found.base = self.played(base, best)
        if found.front:
            fresh = [self.played(point, best, FRESH) for point in (found.base, found.front[0])]
            found.again = (fresh[0], fresh[1])
        for number, point in enumerate(found.front, 1):
            self.keep(point, f"point-{number}")
        return found

    def rank(self, point: Point) -> tuple[float, int]:
        if not point.games:
            return 0.0, 0
        return sum(point.misses(self.wish.goals)), point.changes

    def choices(self) -> Iterable[tuple[int, ...]]:
        """Every combination, or as many of them as can be played often enough."""
        most = min(MOST_POINTS, max(2, self.wish.budget // FEWEST // 4))
        if prod(len(vary.values) for vary in self.wish.vary) <= most:
            return itertools.product(*(vary.values for vary in self.wish.vary))
        pick = random.Random(self.wish.seed)
        sampled: dict[tuple[int, ...], None] = {}
        while len(sampled) < most:
            sampled[tuple(pick.choice(vary.values) for vary in self.wish.vary)] = None
        return list(sampled)

    def point(self, values: tuple[int, ...]) -> Point:
        """A choice that nothing is known of; with its first fault, if its edition has any."""
        faults = check_text(self.wish.game, self.edition(values), "point").said
        changes = sum(a != b for a, b in zip(values, self.own, strict=True))
        return Point(values, changes, fault=faults[0] if faults else "")

    def edition(self, values: tuple[int, ...]) -> str:
        """The text of the edition with these numbers."""
        data = msgspec.json.decode(msgspec.json.encode(self.data))
        for path, value in zip(self.paths, values, strict=True):
            *before, last = steps(path)
            inside = data
            for step in before:
                inside = inside[step]
            inside[last] = value
        return write_toml(data, self.wish.game, comments_in(self.text, self.data))

    def study(self, games: int, name: str) -> File:
        wish = self.wish
        return File(
            game=wish.game,
            editions=[name],
            bots=list(wish.bots),
            seats=wish.seats,
            mode=wish.mode,
            games=games,
            seed=wish.seed,
            things=False,
            chances=False,
        )

    def played(self, point: Point, games: int, fresh: int = 0) -> Point:
        """The point after so many games."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "trial.toml"
        path.write_text(self.edition(point.values), "utf-8")
        plan = make_plan(self.study(games, path.name), self.folder)
        path.unlink()
        arm = replace(plan.arms[0], seed=self.wish.seed + fresh)
        return measured(point, arm, self.wish.goals, self.tick)

    def keep(self, point: Point, name: str) -> None:
        """The point as an edition and as a study of the same games."""
        (self.folder / f"{name}.toml").write_text(self.edition(point.values), "utf-8")
        study = msgspec.to_builtins(self.study(point.games, f"{name}.toml"))
        lines = [f"{key} = {toml(value)}" for key, value in study.items() if value not in (None, {}, [], "")]
        (self.folder / f"{name}-study.toml").write_text("\n".join(lines) + "\n", "utf-8")


def halves(count: int) -> list[int]:
    """How many points play in each round: half as many as before, until few are left."""
    sizes = [max(count, 1)]
    while sizes[-1] > FINALISTS:
        sizes.append(max(FINALISTS, -(-sizes[-1] // 2)))
    return sizes


def measured(point: Point, arm: Arm, goals: Sequence[Goal], tick: Tick) -> Point:
    """What an arm's games say of the goals."""
    ends = []
    for first in range(0, arm.games, PIECE):
        ends.append(play_piece(arm, first, min(PIECE, arm.games - first)).ends)
        tick(len(ends[-1]))
    values = [goal.values(arm, np.concatenate(ends)) for goal in goals]
    means = tuple(float(value.mean()) for value in values)
    spreads = tuple(Z95 * float(value.std(ddof=1)) / sqrt(len(value)) for value in values)
    return replace(point, games=arm.games, means=means, spreads=spreads)


def front_of(points: Sequence[Point], goals: Sequence[Goal]) -> Iterator[Point]:
    """The points of which no other one is as near to every goal with as few changes."""
    for point in points:
        mine = (*point.misses(goals), point.changes)
        theirs = [(*other.misses(goals), other.changes) for other in points if other is not point]
        if not any(all(a <= b for a, b in zip(other, mine, strict=True)) and other != mine for other in theirs):
            yield point


def path_of(data: dict[str, Any], place: str) -> str:
    """The path of a number that is named with the ids of lists: cards.red-love.copies is cards[5].copies."""
    path, inside = "", data
    for name in place.split("."):
        if isinstance(inside, list):
            numbers = [i for i, one in enumerate(inside) if key_of(one) == name]
            if not numbers and name.isdigit() and int(name) < len(inside):
                numbers = [int(name)]
            if not numbers:
                raise ValueError(f"{place}: there is nothing called {name!r} in this edition")
            path, inside = f"{path}[{numbers[0]}]", inside[numbers[0]]
        elif isinstance(inside, dict) and name in inside:
            path, inside = f"{path}.{name}".lstrip("."), inside[name]
        else:
            raise ValueError(f"{place}: there is no field {name!r} in this edition")
    if isinstance(inside, bool) or not isinstance(inside, int):
        raise ValueError(f"{place} is no whole number")
    return path
