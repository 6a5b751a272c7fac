"""Vector: many games at once as one array, stepped by compiled code on several threads.

    games = vector("heartcatchers", n=4096, threads=2)
    while training:
        actions = policy(games.observe(), games.mask())
        rewards, ended = games.step(actions)

Row i plays games i, i + n, i + 2n ... of the seed, and its chance comes from the stream of that number: the same as
one environment that is stepped by hand, whatever the number of threads.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from parlour.engine.chance import stream
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.record import CHANCE, OVER
from parlour.research import kernels
from parlour.research.table import Table


@cache
def vector_kernels_of(game: Game) -> SimpleNamespace:
    """The loops over many games with one game's rules in them."""
    return game.specialised(kernels.KERNELS, **vars(game.kernels))


class IllegalAction(ValueError):
    """An action that cannot be played now; nothing was changed."""


@dataclass(frozen=True)
class Saved:
    """Some games as they stand."""

    states: np.ndarray
    rows: np.ndarray


def vector(
    game: str | Game,
    n: int = 1024,
    *,
    mode: str | None = None,
    seats: int | None = None,
    edition: str | Path | Edition | None = None,
    rulings: Mapping[str, bool] | None = None,
    rewards: str = "win",
    seed: int = 0,
    threads: int = 1,
    chance: str = "inside",
    strict: bool = False,
    skip_forced: bool = False,
    automatic_reset: bool = True,
) -> "Vector":
    """Many games at once. `chance="stepped"` leaves chance to the caller (`chance_outcomes`, `step_chance`).

    An illegal action ends its game at -1 for whoever chose it; with `strict` it is refused and nothing is changed.
    `skip_forced` plays decisions that have one legal move. Without `automatic_reset` a game that is over stays so
    until `reset(where)`.
    """
    if chance not in ("inside", "stepped"):
        raise ValueError(f"chance is inside or stepped, not {chance!r}")
    if n < 1 or threads < 1:
        raise ValueError("there is at least one game, and one thread")
    table = Table(game, mode=mode, seats=seats, edition=edition, rulings=rulings, rewards=rewards)
    plan = table.plan(seed, n, chance=chance == "inside", forced=skip_forced, again=automatic_reset)
    return Vector(table, n, plan, threads, strict)


class Vector:
    """Many games of one table. What it returns are its own arrays, written anew by every step: copy what is to last."""

    def __init__(self, table: Table, n: int, plan: np.ndarray, threads: int, strict: bool) -> None:
        self.table, self.plan, self.threads, self.strict = table, plan, min(threads, n), strict
        self.kernels = vector_kernels_of(table.game)
        self.states = table.game.state.new(n)
        self.rows = np.zeros(n, kernels.ROW)
        self.rows["index"] = np.arange(n)
        self.masks = np.zeros((n, table.actions.size), np.uint8)
        self.rewards = np.zeros((n, table.seats), np.float32)
        self.observations: np.ndarray | None = None
        self.hidden = [table.game.state.new() for _ in range(self.threads)]
        edges = np.linspace(0, n, self.threads + 1).astype(int).tolist()
        self.slices = [slice(a, b) for a, b in pairwise(edges)]
        self.pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.open(np.ones(n, np.bool_))

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Vector of {len(self)}: {self.table}>"

    # Who is asked, and what they may know

    @property
    def actor(self) -> np.ndarray:
        """Who decides in each game: a seat, -1 for chance, -2 if it is over."""
        return self.rows["actor"]

    @property
    def illegal(self) -> np.ndarray:
        """Which games the last step ended because of an illegal action."""
        return cast(np.ndarray, self.rows["illegal"] == 1)

    def mask(self) -> np.ndarray:
        """A row a game, a column an action: 1 where whoever decides may choose it."""
        return shown(self.masks)

    def observe(self) -> np.ndarray:
        """What whoever decides knows, as a row a game (see `features`); zero where nobody is asked."""
        encoder = self.table.encoder
        if self.observations is None:
            self.observations = np.zeros((len(self), encoder.width), np.uint8)
        out, steps, tables = self.observations, encoder.steps, encoder.tables

        def look(part: slice, thread: int) -> None:
            hidden = self.hidden[thread]
            raw = hidden.view(np.int8).reshape(1, -1)
            e = self.table.edition.record
            self.kernels.observe_rows(e, self.states[part], self.rows[part], steps, tables, hidden, raw, out[part])

        self.share(look)
        return shown(out)

    def features(self) -> tuple[str, ...]:
        """The name of every column of an observation."""
        return tuple(f.name for f in self.table.encoder.features())

    # Going on

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray]:
        """Play one action in every game in which a player decides: rewards of every seat, and which games ended."""
        given = self.numbers(actions)
        if self.strict:
            bad = int(self.kernels.first_illegal(self.rows, given, self.masks))
            if bad < len(self):
                raise IllegalAction(f"game {bad}: {int(given[bad])} is not legal now; the mask has what is")
        e, table, bases = self.table.edition.record, self.table.actions.table, self.table.actions.bases

        def play(part: slice, thread: int) -> None:
            self.kernels.step_rows(
                e,
                self.states[part],
                self.plan,
                self.rows[part],
                given[part],
                table,
                bases,
                self.masks[part],
                self.rewards[part],
            )

        self.share(play)
        return shown(self.rewards), self.ended

    @property
    def ended(self) -> np.ndarray:
        """Which games the last step ended; with automatic reset their next game has begun already."""
        return cast(np.ndarray, self.rows["ended"] == 1)

    def reset(self, where: Any = None) -> None:
        """Begin the next game of each row, or of those that `where` says."""
        chosen = np.ones(len(self), np.bool_) if where is None else np.asarray(where, np.bool_)
        if chosen.shape != (len(self),):
            raise ValueError(f"where says yes or no for each of {len(self)} games, not {chosen.shape}")
        self.rows["index"][chosen] += len(self)
        self.open(chosen)

    def open(self, where: np.ndarray) -> None:
        """Begin the games that the rows are numbered by."""
        e, bases = self.table.edition.record, self.table.actions.bases

        def begin(part: slice, thread: int) -> None:
            self.kernels.open_rows(
                e, self.states[part], self.plan, self.rows[part], where[part], bases, self.masks[part]
            )

        self.share(begin)

    def sample(self, key: int = 0) -> np.ndarray:
        """A random legal action for each game; the same key and position give the same."""
        actions = np.zeros(len(self), np.int64)

        def pick(part: slice, thread: int) -> None:
            self.kernels.sample_rows(self.rows[part], self.masks[part], np.uint64(key), actions[part])

        self.share(pick)
        return actions

    def play_randomly(self, steps: int) -> int:
        """So many random steps in every game in one call, chance included, for measuring; how many it was."""
        e, bases = self.table.edition.record, self.table.actions.bases

        def play(part: slice, thread: int) -> None:
            self.kernels.play_rows(
                e, self.states[part], self.plan, self.rows[part], bases, self.masks[part], np.int64(steps)
            )

        self.share(play)
        self.settle()
        return steps * len(self)

    # Chance by the caller

    def chance_outcomes(self, i: int) -> list[int]:
        """What chance can do in one game, each equally likely; none if a player decides."""
        if self.actor[i] != CHANCE:
            return []
        moves = self.table.game.legal(self.table.edition, self.states[i : i + 1])
        return [self.table.actions.number(m) for m in moves]

    def step_chance(self, outcomes: Any) -> tuple[np.ndarray, np.ndarray]:
        """Play an outcome in every game that waits for chance; others stay as they are."""
        e, table, bases = self.table.edition.record, self.table.actions.table, self.table.actions.bases
        bad = int(
            self.kernels.step_chance_rows(
                e, self.states, self.plan, self.rows, self.numbers(outcomes), table, bases, self.masks, self.rewards
            )
        )
        if bad < len(self):
            raise IllegalAction(f"game {bad}: that is no outcome of chance now; chance_outcomes({bad}) has what is")
        return shown(self.rewards), self.ended

    # Keeping and branching

    def save(self) -> Saved:
        """All games as they stand."""
        return Saved(self.states.copy(), self.rows.copy())

    def restore(self, saved: Saved) -> None:
        """Go back to what was saved."""
        if saved.states.shape != self.states.shape or saved.states.dtype != self.states.dtype:
            raise ValueError("this was saved by a vector of another game or length")
        self.states[:], self.rows[:] = saved.states, saved.rows
        self.settle()

    def branch(self, which: Any, *, seed: int | None = None) -> "Vector":
        """A vector of copies of some games, by their numbers, which may repeat; with a seed chance goes other ways."""
        chosen = np.asarray(which, np.int64)
        twin = Vector(self.table, len(chosen), self.plan.copy(), self.threads, self.strict)
        twin.states[:], twin.rows[:] = self.states[chosen], self.rows[chosen]
        if seed is not None:
            twin.plan["seed"] = seed % 2**64
            twin.rows["stream"] = [stream(seed, i)[0] for i in range(len(twin))]
        twin.plan["games"] = len(twin)
        twin.settle()
        return twin

    def close(self) -> None:
        """End the threads."""
        if self.pool:
            self.pool.shutdown()
            self.pool = None
            self.slices = [slice(0, len(self))]

    # Inside

    def settle(self) -> None:
        """Write masks and actors for States that were put in."""
        e, bases = self.table.edition.record, self.table.actions.bases
        over = self.states["seat"] == OVER
        self.kernels.settle_rows(e, self.states, self.plan, self.rows, bases, self.masks)
        self.rows["actor"][over] = OVER

    def numbers(self, actions: Any) -> np.ndarray:
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(f"expected {len(self)} whole numbers, one for each game, not {given.dtype} {given.shape}")
        return np.ascontiguousarray(given, np.int64)

    def share(self, work: Callable[[slice, int], None]) -> None:
        """Do some work on every part, each by a thread of its own; the caller's thread does the first."""
        if self.pool is None:
            work(self.slices[0], 0)
            return
        others = [self.pool.submit(work, part, i) for i, part in enumerate(self.slices) if i]
        work(self.slices[0], 0)
        for other in others:
            other.result()


def shown(array: np.ndarray) -> np.ndarray:
    """The same memory, which the caller cannot write to."""
    view = array.view()
    view.flags.writeable = False
    return view
