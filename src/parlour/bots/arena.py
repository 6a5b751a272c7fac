"""The arena: many games between bots, and what they tell.

Game i uses stream i of the seed for chance and streams of its own for each seat, and bots move one seat on
from game to game, so the results are the same whatever number of threads shares the games.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots import rating
from parlour.bots.bot import Bot, kernels_of, room_of
from parlour.bots.spec import Spec, read_spec
from parlour.bots.stats import Z95, wilson
from parlour.engine import registry
from parlour.engine.chance import stream
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, NONE, OVER, WIN

# Games that a thread plays at a time: few enough to share evenly and to be interrupted.
BATCH = 64

# Who stands on the ladder unless others are named.
RUNGS = ("random", "easy", "greedy", "medium", "search:1000it")

Tick = Callable[[int], object]


def no_tick(games: int) -> None:
    """For those who do not watch."""


@dataclass(frozen=True)
class Table:
    """What is played: a game, its edition, and how many sit at it."""

    game: Game
    edition: Edition
    seats: int
    mode: int
    rulings: int

    @classmethod
    def of(
        cls,
        game_name: str,
        bots: int,
        seats: int | None = None,
        mode: str | None = None,
        edition: str | Path | Edition | None = None,
        rulings: dict[str, bool] | None = None,
    ) -> "Table":
        """A table by names; one seat a bot if the mode allows that, else as few as it allows."""
        game = registry.load(game_name)
        place, allowed = game.about.mode(mode)
        chosen = seats or (bots if bots in allowed.seats else allowed.seats[0])
        game.about.check_seats(allowed, chosen)
        used = edition if isinstance(edition, Edition) else game.edition(edition or "edition")
        return cls(game, used, chosen, place, game.about.ruling_bits(rulings or {}))

    @property
    def row(self) -> np.ndarray:
        return np.array([self.seats, self.mode, self.rulings, NONE], np.int64)


@dataclass(frozen=True)
class Played:
    """What came of each game: a row a game, a column a seat. `bots` are in the order of rotation."""

    bots: tuple[str, ...]
    first_index: int
    results: np.ndarray
    points: np.ndarray
    notes: np.ndarray

    @property
    def plies(self) -> np.ndarray:
        return self.notes[:, 0]

    def place_at(self) -> np.ndarray:
        """How many seats after the first each seat moves; NONE where the game has no first seat."""
        seats = self.results.shape[1]
        first = self.notes[:, 1:]
        return np.where(first >= 0, (np.arange(seats)[None, :] - first) % seats, NONE)

    def bot_at(self) -> np.ndarray:
        """Which bot sat where: a row a game, a column a seat."""
        games, seats = self.results.shape
        index = np.arange(self.first_index, self.first_index + games)[:, None]
        return (index + np.arange(seats)[None, :]) % len(self.bots)

    def shares_of(self, bot: int) -> np.ndarray:
        """The part of each game's points for winning that went to a bot; of a game that nobody won it is 0."""
        got = np.where(self.bot_at() == bot, self.results, 0).sum(axis=1)
        return got / np.maximum(1, self.results.sum(axis=1))


def play_games(
    table: Table,
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    first_index: int = 0,
    threads: int = 1,
    tick: Tick = no_tick,
) -> Played:
    """Play games; the same whatever the number of threads, unless a bot plays by the clock.

    `tick` is called with the number of games done since the last call.
    """
    specs = [read_spec(name) for name in bots]
    played = Played(
        tuple(bots),
        first_index,
        np.zeros((games, table.seats), np.int64),
        np.zeros((games, table.seats), np.int64),
        np.zeros((games, 2), np.int64),
    )
    by_clock = any(spec.milliseconds for spec in specs)
    play_batch = play_by_clock if by_clock else play_compiled
    batch = 1 if by_clock else BATCH

    def play(start: int) -> int:
        play_batch(table, specs, seed, played, range(start, min(start + batch, games)))
        return min(batch, games - start)

    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(play, range(0, games, batch)):
            tick(done)
    return played


def play_compiled(table: Table, specs: list[Spec], seed: int, played: Played, games: range) -> None:
    """Some of the games in one call of the kernel."""
    rows = slice(games.start, games.stop)
    kernels_of(table.game).play_games(
        table.edition.record,
        table.row,
        np.stack([spec.row for spec in specs]),
        np.uint64(seed % 2**64),
        np.int64(played.first_index + games.start),
        room_of(table.game, *specs),
        played.results[rows],
        played.points[rows],
        played.notes[rows],
    )


def play_by_clock(table: Table, specs: list[Spec], seed: int, played: Played, games: range) -> None:
    """Some of the games move by move, for bots that look at the clock."""
    game, edition = table.game, table.edition
    bots = [Bot(spec, game, 0) for spec in specs]
    for i in games:
        index = played.first_index + i
        rng = stream(seed, index)
        g = game.new(edition, table.seats, table.mode, table.rulings)
        while g["seat"][0] != OVER:
            seat = int(g["seat"][0])
            if seat == CHANCE:
                game.kernels.random_walk(edition.record, g, rng, 1)
                continue
            bot = bots[(seat + index) % len(bots)]
            bot.key = np.uint64(bot.kernels.bot_key(np.uint64(seed % 2**64), np.int64(index), np.int64(seat)))
            hidden = game.hide(edition, g, seat)
            game.kernels.play_move(edition.record, g, bot.choose(edition, hidden, game.legal(edition, hidden), seat))
        played.results[i] = g["result"][0][: table.seats]
        played.points[i] = g["points"][0][: table.seats]
        played.notes[i] = g["ply"][0], g["first"][0]


def simulate(
    game_name: str,
    bots: Sequence[str],
    games: int,
    seed: int,
    seats: int | None = None,
    mode: str | None = None,
    edition: str | Path | Edition | None = None,
    rulings: dict[str, bool] | None = None,
    threads: int = 1,
    tick: Tick = no_tick,
) -> dict[str, Any]:
    """Play games between bots and add them up; what `parlour sim` shows."""
    table = Table.of(game_name, len(bots), seats, mode, edition, rulings)
    return measure(table, bots, games, seed, threads, tick)[0]


def measure(
    table: Table, bots: Sequence[str], games: int, seed: int, threads: int, tick: Tick
) -> tuple[dict[str, Any], Played]:
    start = time.perf_counter()
    played = play_games(table, bots, games, seed, threads=threads, tick=tick)
    return report(table, played, seed) | {"seconds": time.perf_counter() - start}, played


def match(
    game_name: str,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    *,
    seats: int | None = None,
    mode: str | None = None,
    threads: int = 1,
    tick: Tick = no_tick,
) -> dict[str, Any]:
    """A match between bots: what `simulate` tells, how sure it is, and a rating; what `parlour bots match` shows."""
    found, played = measure(Table.of(game_name, len(bots), seats, mode), bots, games, seed, threads, tick)
    found["ratings"] = rating.table(sorted(set(bots)), rating.shares(bots, played.bot_at(), played.results))
    return found


def ladder(
    game_name: str,
    games: int = 100,
    seed: int = 0,
    *,
    bots: Sequence[str] = RUNGS,
    seats: int | None = None,
    mode: str | None = None,
    threads: int = 1,
    tick: Tick = no_tick,
) -> dict[str, Any]:
    """Every bot against every other, `games` times each; what `parlour bots ladder` shows."""
    table = Table.of(game_name, 2, seats, mode)
    start = time.perf_counter()
    pairs = list(combinations(bots, 2))
    rounds = [play_games(table, pair, games, seed, threads=threads, tick=tick) for pair in pairs]
    scores = [score for p in rounds for score in rating.shares(p.bots, p.bot_at(), p.results)]
    return {
        "game": table.game.name,
        "mode": table.game.about.modes[table.mode].name,
        "seats": table.seats,
        "games": games,
        "seed": seed,
        "pairs": [{"bots": list(p.bots), "by_bot": summary(p)["by_bot"]} for p in rounds],
        "ratings": rating.table(bots, scores),
        "seconds": time.perf_counter() - start,
    }


def report(table: Table, played: Played, seed: int) -> dict[str, Any]:
    """What was played and what came of it."""
    return {
        "game": table.game.name,
        "mode": table.game.about.modes[table.mode].name,
        "edition": table.edition.id,
        "seats": table.seats,
        "games": len(played.results),
        "seed": seed,
        **summary(played),
    }


def summary(played: Played) -> dict[str, Any]:
    """Rates, points and lengths with 95% intervals, by seat, by turn (1 moves first) and by bot."""
    sat, place = played.bot_at(), played.place_at()
    seats = range(played.results.shape[1])
    return {
        "by_seat": [{"seat": s} | rates(played, (sat >= 0) & (np.arange(len(seats)) == s)) for s in seats],
        "by_turn": [{"turn": t + 1} | rates(played, place == t) for t in seats],
        "by_bot": [{"bot": name} | rates(played, sat == b) for b, name in enumerate(played.bots)],
        "plies": spread(played.plies),
        "ties": int(((played.results > 0) & (played.results < WIN)).any(axis=1).sum()),
    }


def rates(played: Played, where: np.ndarray) -> dict[str, Any]:
    """What some of the seats got: wins, the share of a win that a game gave, and points.

    `score` is the mean result as a share of a win (a tie of two counts a half), with Wilson's interval. A game
    in which a bot holds several seats counts once there: partners win together.
    """
    results, points = played.results[where], played.points[where]
    count, games = len(results), int(where.any(axis=1).sum())
    score = float(results.sum()) / int(WIN) / count if count else 0.0
    return {
        "games": games,
        "wins": int((results == WIN).sum()),
        "score": score,
        "interval": list(wilson(score * games, games)),
        "points": spread(points),
    }


def spread(numbers: np.ndarray) -> dict[str, float]:
    """Mean with its 95% interval, and the extremes."""
    if len(numbers) == 0:
        return {"mean": 0.0, "low": 0.0, "high": 0.0, "least": 0.0, "most": 0.0}
    mean = float(numbers.mean())
    half = Z95 * float(numbers.std(ddof=1)) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0
    return {
        "mean": mean,
        "low": mean - half,
        "high": mean + half,
        "least": float(numbers.min()),
        "most": float(numbers.max()),
    }
