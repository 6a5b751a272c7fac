"""Play a study: in pieces that are kept in its folder, by this process, several, or a cluster.

A piece is decided by its arm and the numbers of its games, so it does not matter who plays it, when, or how often. What
is done when a study is stopped is found again by the next start.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine.kernels import END
from parlour.lab.kernels.book import ROW
from parlour.lab.plan import Plan, thinks
from parlour.lab.playing import Arm, Piece, play_piece
from parlour.lab.stopping import Leading

# Games of a piece: enough to keep the cost of a piece low, few enough to stop and share well.
PIECE, SLOW_PIECE, ITERATIONS = 100, 10, 50
# How often a piece may take its worker with it before the study gives up, and pieces handed out to each worker.
LIVES, AHEAD = 3, 3

Tick = Callable[[int], object]
Watch = Callable[[Leading], object]


class Stopped(Exception):
    """A study that cannot go on; what is done is kept. One sentence says why."""


def unwritten(folder: Path, fault: OSError) -> Stopped:
    """What is said when the disk is full."""
    return Stopped(
        f"{folder.name} cannot be written to ({fault.strerror or fault}); "
        "the games that were played are kept: make room and give the same command again"
    )


@dataclass(frozen=True)
class Task:
    """One piece of an arm."""

    arm: Arm
    first: int
    count: int

    @property
    def file(self) -> str:
        return f"{sha256(repr(self.arm).encode()).hexdigest()[:20]}-{self.first}-{self.count}.npz"


def tasks_of(arm: Arm) -> list[Task]:
    """An arm's pieces, whole deals each; their size follows from the arm alone."""
    size = SLOW_PIECE if thinks(arm) >= ITERATIONS else PIECE
    size = -(-size // arm.rotations) * arm.rotations
    return [Task(arm, first, min(size, arm.games - first)) for first in range(0, arm.games, size)]


def play_task(task: Task) -> Piece:
    return play_piece(task.arm, task.first, task.count)


class Pieces:
    """The pieces that were played, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def has(self, task: Task) -> bool:
        return (self.folder / task.file).exists()

    def load(self, task: Task) -> Piece:
        with np.load(self.folder / task.file) as found:
            return Piece(found["ends"].view(END), found["rows"].view(ROW), found["sums"])

    def keep(self, task: Task, piece: Piece) -> None:
        """Write a piece; a file by its name is whole, whenever this ends."""
        half = self.folder / f"{task.file}.half"
        try:
            with half.open("wb") as file:
                np.savez(file, ends=piece.ends, rows=piece.rows, sums=piece.sums)
            half.replace(self.folder / task.file)
        except OSError as fault:
            with contextlib.suppress(OSError):
                half.unlink()
            raise unwritten(self.folder.parent, fault) from None

    def clear(self) -> None:
        for file in self.folder.glob("*.npz*"):
            file.unlink()
        self.folder.rmdir()


def play_plan(plan: Plan, folder: Path, players: Any, tick: Tick, watch: Watch | None = None) -> dict[str, Piece]:
    """Play all arms, or what is not kept yet of them; all games of each arm in their order.

    `tick` is called with the number of games done since the last call, `watch` with what an edition's arm knows so far:
    after every piece, in their order, so its ranges may be shown.
    """
    pieces = Pieces(folder / "pieces")
    found = {}
    for number, arm in enumerate(plan.arms):
        tasks = tasks_of(arm)
        is_enough = looked_at(plan, arm, watch) if number < len(plan.editions) else None
        found[arm.name] = play_arm(tasks, pieces, players, tick, is_enough)
    return found


def looked_at(plan: Plan, arm: Arm, watch: Watch | None) -> Callable[[Piece], bool] | None:
    """Looks at each piece of an arm, and says whether there are enough."""
    if not watch and not plan.file.precision:
        return None
    leading = Leading(arm)

    def look(piece: Piece) -> bool:
        leading.add(piece.ends)
        if watch:
            watch(leading)
        return bool(plan.file.precision) and leading.is_within(plan.file.precision or 0)

    return look


def play_arm(tasks: list[Task], pieces: Pieces, players: Any, tick: Tick, is_enough: Any = None) -> Piece:
    """Play an arm's pieces, or those that come before there are enough."""
    done: list[Piece] = []

    def take(piece: Piece) -> bool:
        done.append(piece)
        tick(len(piece.ends))
        return bool(is_enough and is_enough(piece))

    kept = 0
    while kept < len(tasks) and pieces.has(tasks[kept]):
        kept += 1
        if take(pieces.load(tasks[kept - 1])):
            return joined(done)
    rest = tasks[kept:]
    missing = [task for task in rest if not pieces.has(task)]
    with contextlib.closing(players.play(missing)) as played:
        waiting: dict[Task, Piece] = {}
        for task in rest:
            while task not in waiting and not pieces.has(task):
                got, piece = next(played)
                pieces.keep(got, piece)
                waiting[got] = piece
            piece = waiting.pop(task) if task in waiting else pieces.load(task)
            if take(piece):
                break
    return joined(done)


def joined(pieces: list[Piece]) -> Piece:
    return Piece(
        np.concatenate([piece.ends for piece in pieces]),
        np.concatenate([piece.rows for piece in pieces]),
        sum((piece.sums for piece in pieces[1:]), pieces[0].sums.copy()),
    )


class Here:
    """Plays in this process."""

    def play(self, tasks: list[Task]) -> Iterator[tuple[Task, Piece]]:
        for task in tasks:
            yield task, play_task(task)


def begin_worker() -> None:
    """Ctrl-C is for the process that hands out the work; where that is killed, its workers end as well."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Workers:
    """Plays in so many processes of this machine; one that dies is replaced and its games are played again."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        self.lost = 0

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = get_context("spawn")
            self.pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=begin_worker)
        return self.pool

    def close(self) -> None:
        """End the processes at once: what they are at is played again."""
        if self.pool is not None:
            pool, self.pool = self.pool, None
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def play(self, tasks: list[Task]) -> Iterator[tuple[Task, Piece]]:
        left = list(tasks)
        running: dict[Future[Piece], Task] = {}
        deaths = 0
        try:
            while left or running:
                try:
                    while left and len(running) < self.count * AHEAD:
                        running[self.open().submit(play_task, left[0])] = left[0]
                        left.pop(0)
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in sorted(done, key=lambda f: running[f].first):
                        piece = future.result()
                        deaths = 0
                        yield running.pop(future), piece
                except BrokenProcessPool:
                    deaths += 1
                    self.lost += 1
                    left = sorted([*running.values(), *left], key=lambda task: task.first)
                    running.clear()
                    self.close()
                    if deaths > LIVES:
                        raise Stopped(
                            f"a worker died {deaths} times over the games from number {left[0].first} on "
                            "(out of memory?); what is done is kept: try fewer workers"
                        ) from None
        finally:
            for future in running:
                future.cancel()
