"""The arena: many games between bots, and what they tell.

Game i uses stream i of the seed for chance and streams of its own for each seat, and bots move one seat on
from game to game, so the results are the same whatever number of threads shares the games.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from parlour.bots.bot import Bot
from parlour.bots.kernels.room import RANDOM
from parlour.engine.chance import stream
from parlour.engine.kernels import END
from parlour.engine.record import CHANCE, NONE, OVER, WIN
from parlour.lab import rating
from parlour.lab.kernels.games import bot_key
from parlour.lab.playing import play_quietly
from parlour.lab.stats import Z95, wilson
from parlour.lab.study import Study

# Games that a thread plays at a time: few enough to share evenly and to be interrupted. Random games take no time.
BATCH, RANDOM_BATCH = 64, 4096

# Who stands on the ladder unless others are named.
RUNGS = ("random", "easy", "greedy", "medium", "search:1000it")

Tick = Callable[[int], object]


def no_tick(games: int) -> None:
    """For those who do not watch."""


@dataclass(frozen=True)
class Outcomes:
    """What came of each game of a study: an END record a game. `bots` are in the order of rotation."""

    study: Study
    ends: np.ndarray

    @property
    def bots(self) -> tuple[str, ...]:
        return self.study.names

    @property
    def results(self) -> np.ndarray:
        """A row a game, a column a seat."""
        return self.of_seats("result")

    @property
    def points(self) -> np.ndarray:
        """A row a game, a column a seat."""
        return self.of_seats("points")

    @property
    def plies(self) -> np.ndarray:
        return self.of_games("plies")

    def of_games(self, field: str) -> np.ndarray:
        found: np.ndarray = self.ends[field]
        return found

    def of_seats(self, field: str) -> np.ndarray:
        found: np.ndarray = self.ends[field][:, : self.study.variant.seats]
        return found

    def place_at(self) -> np.ndarray:
        """How many seats after the first each seat moves; NONE where the game has no first seat."""
        seats, first = self.study.variant.seats, self.of_games("first")[:, None]
        return np.where(first >= 0, (np.arange(seats)[None, :] - first) % seats, NONE)

    def bot_at(self) -> np.ndarray:
        """Which bot sat where: a row a game, a column a seat."""
        index = self.study.first_index + np.arange(len(self.ends))[:, None]
        return np.asarray((index + np.arange(self.study.variant.seats)[None, :]) % len(self.bots))

    def shares_of(self, bot: int) -> np.ndarray:
        """The part of each game's points for winning that went to a bot; of a game that nobody won it is 0."""
        got = np.where(self.bot_at() == bot, self.results, 0).sum(axis=1)
        return np.asarray(got / np.maximum(1, self.results.sum(axis=1)))


def play_games(study: Study, tick: Tick = no_tick) -> Outcomes:
    """Play a study's games; the same whatever the number of threads, unless a bot plays by the clock.

    `tick` is called with the number of games done since the last call.
    """
    played = Outcomes(study, np.zeros(study.games, END))
    play_batch, batch = way_to_play(study)
    # What does not fit together is refused here, not in a thread.
    assert study.variant

    def play(start: int) -> int:
        ends = played.ends[start : start + batch]
        play_batch(study, study.first_index + start, ends)
        return len(ends)

    with ThreadPoolExecutor(study.threads) as pool:
        for done in pool.map(play, range(0, study.games, batch)):
            tick(done)
    return played


def way_to_play(study: Study) -> tuple[Callable[[Study, int, np.ndarray], None], int]:
    """What plays some games of a study, and how many at a time."""
    if any(spec.milliseconds or spec.policy for spec in study.specs):
        return play_by_clock, 1
    if all(spec.kind == RANDOM for spec in study.specs):
        return play_randomly, RANDOM_BATCH
    return play_compiled, BATCH


def play_randomly(study: Study, index: int, ends: np.ndarray) -> None:
    """Some games between random bots in one call, without compiling any other bot."""
    variant = study.variant
    run = variant.run(study.seed, index, len(ends))
    variant.game.kernels.random_games(variant.edition.record, run, ends)


def play_compiled(study: Study, index: int, ends: np.ndarray) -> None:
    """Some games in one call."""
    play_quietly(study.variant, study.seed, index, study.specs, ends)


def play_by_clock(study: Study, index: int, ends: np.ndarray) -> None:
    """Some games move by move, for bots that look at the clock."""
    for i in range(len(ends)):
        played, ends[i].decisions = play_one_by_clock(study, index + i)
        g = played[0]
        ends[i].plies, ends[i].first = g.ply, g.first
        ends[i].result, ends[i].points = g.result, g.points


def play_one_by_clock(study: Study, index: int) -> tuple[np.ndarray, int]:
    """One game move by move; its last State, and how many moves players made."""
    variant, specs = study.variant, study.specs
    game, edition, rng = variant.game, variant.edition, stream(study.seed, index)
    g = game.new(edition, variant.seats, variant.mode, variant.rulings)
    decisions = 0
    while (seat := int(g["seat"][0])) != OVER:
        spec = specs[(seat + index) % len(specs)]
        decisions += seat != CHANCE
        if seat == CHANCE or spec.kind == RANDOM:
            game.kernels.random_walk(edition.record, g, rng, 1)
            continue
        key = bot_key(np.uint64(study.seed % 2**64), np.int64(index), np.int64(seat))
        hidden = game.hide(edition, g, seat)
        m = Bot(spec, game, int(key)).choose(edition, hidden, game.legal(edition, hidden), seat)
        game.kernels.play_move(edition.record, g, m)
    return g, decisions


def simulate(study: Study, tick: Tick = no_tick) -> dict[str, Any]:
    """Play games between bots and add them up; what `parlour sim` shows."""
    return measure(study, tick)[0]


def measure(study: Study, tick: Tick) -> tuple[dict[str, Any], Outcomes]:
    start = time.perf_counter()
    played = play_games(study, tick)
    return report(played) | {"seconds": time.perf_counter() - start}, played


def match(study: Study, tick: Tick = no_tick) -> dict[str, Any]:
    """A match between bots: what `simulate` tells, how sure it is, and a rating; what `parlour bots match` shows."""
    found, played = measure(study, tick)
    scores = rating.shares(study.names, played.bot_at(), played.results)
    found["ratings"] = rating.table(sorted(set(study.names)), scores)
    return found


def ladder(study: Study, tick: Tick = no_tick) -> dict[str, Any]:
    """Every bot of a study against every other, all its games each; what `parlour bots ladder` shows."""
    start = time.perf_counter()
    pairs = combinations(study.bots, 2)
    rounds = [play_games(replace(study, bots=pair), tick) for pair in pairs]
    scores = [score for p in rounds for score in rating.shares(p.bots, p.bot_at(), p.results)]
    return {
        **heading(rounds[0].study),
        "pairs": [{"bots": list(p.bots), "by_bot": summary(p)["by_bot"]} for p in rounds],
        "ratings": rating.table(study.names, scores),
        "seconds": time.perf_counter() - start,
    }


def report(played: Outcomes) -> dict[str, Any]:
    """What was played and what came of it."""
    return {**heading(played.study), **summary(played)}


def heading(study: Study) -> dict[str, Any]:
    """What was played."""
    variant = study.variant
    return {
        "game": variant.game.name,
        "mode": variant.game.about.modes[variant.mode].name,
        "edition": variant.edition.id,
        "seats": variant.seats,
        "games": study.games,
        "seed": study.seed,
    }


def compile_arena(game: str) -> None:
    """Play one game of each kind, so that the loops are compiled and cached."""
    for bot in ("random", "greedy"):
        simulate(Study(game, (bot,), 1))


def summary(played: Outcomes) -> dict[str, Any]:
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


def rates(played: Outcomes, where: np.ndarray) -> dict[str, Any]:
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
