"""Games being played are kept on disk after every move, so that nothing that happens to a terminal loses one.

The file of a running game belongs to the machine that deals: it holds the secret of the draws to come. It is
there until the game ends. While somebody plays, a lock beside it says so.
"""

import os
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from filelock import FileLock, Timeout

from parlour.engine.chance import Chance, Live, Seeded
from parlour.engine.log import Save, SaveError, encode, write_safely
from parlour.engine.match import Match, Series
from parlour.home import home, make_home
from parlour.terminal.players import Player
from parlour.terminal.words import say

FORMAT = 1
NOTICE = "A game that is being played. This file shows everything, also what is still to be drawn."


class Running(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A series that is being played: its matches, who plays, and where chance stands."""

    running: int
    notice: str
    players: list[str]
    best_of: int
    matches: list[Save]
    secret: str | None = None
    seed: int | None = None
    stream: int | None = None
    pending: dict[str, str] = {}

    @property
    def match(self) -> Save:
        return self.matches[-1]


def new_path(game: str) -> Path:
    """Where a new game is going to be kept."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return home() / "running" / f"{game}-{stamp}-{os.getpid()}.json"


class Keeper:
    """Keeps one running game in its file, and others away from it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        make_home()
        path.parent.mkdir(parents=True, exist_ok=True)
        self.lock = take_lock(lock_path(path))

    def keep(self, running: Running) -> None:
        write_safely(self.path, encode(running))

    def drop(self) -> None:
        """The game is over: nothing to go on with."""
        self.path.unlink(missing_ok=True)
        self.close()
        lock_path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        if self.lock is not None:
            self.lock.release()
            self.lock = None


def lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def take_lock(path: Path) -> FileLock | None:
    """A lock that nobody else can take until it is released, or None if somebody has it."""
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


def left_over(game: str | None = None) -> list[tuple[Path, Running]]:
    """Games that were left and that nobody is playing now, newest first; unreadable files are skipped."""
    found = []
    for path in sorted((home() / "running").glob(f"{game or '*'}-*.json"), key=changed, reverse=True):
        lock = take_lock(lock_path(path))
        if lock is None:
            continue
        lock.release()
        try:
            found.append((path, read_running(path)))
        except SaveError:
            continue
    return [(path, running) for path, running in found if game in (None, running.match.game)]


def changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def is_running(path: Path) -> bool:
    """Whether a file looks like a running game rather than a saved one."""
    try:
        with path.open("rb") as file:
            return b'"running"' in file.read(80)
    except OSError:
        return False


def read_running(path: Path) -> Running:
    """A running game from its file, or SaveError in one sentence."""
    try:
        found = msgspec.json.decode(path.read_bytes())
        version = found["running"] if isinstance(found, dict) else None
        if version != FORMAT:
            raise SaveError(say("fault.running-format", file=path.name, format=str(version)[:20], ours=FORMAT))
        running = msgspec.convert(found, Running)
    except OSError as error:
        raise SaveError(say("fault.running", file=path.name, why=error.strerror)) from None
    except (msgspec.MsgspecError, KeyError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(say("fault.running", file=path.name, why=str(error)[:200])) from None
    if not running.matches or running.best_of % 2 == 0 or len(running.players) != running.match.seats:
        raise SaveError(say("fault.running", file=path.name, why="its matches and players do not fit"))
    return running


def as_running(series: Series, players: list[Player], seed: int | None) -> Running:
    """A series as it stands."""
    match = series.match
    chance = match.chance
    running = Running(FORMAT, NOTICE, [p.kind for p in players], series.best_of, [whole(m) for m in series.matches])
    if isinstance(chance, Live):
        running.secret = chance.secret.hex()
    elif isinstance(chance, Seeded):
        running.seed, running.stream = seed, int(chance.rng[0])
    running.pending = {str(s): match.game.moves.text(m) for s, m in match.pending.items()}
    return running


def whole(match: Match) -> Save:
    """A match with all its moves; the secret of its draws too once it is over."""
    if match.over and isinstance(match.chance, Live):
        match.draws[-1].secret = match.chance.secret.hex()
    return match.as_save([entry.line for entry in match.log.entries])


def restore(running: Running, name: str) -> Series:
    """The series of a file, every match replayed and checked."""
    *past, now = running.matches
    matches = [Match.from_save(save, name) for save in past]
    match = Match.from_save(now, name, chance_of(running, name))
    match.settle()
    series = Series(
        match.game.name,
        running.best_of,
        matches=[*matches, match],
        edition=match.edition,
        seats=match.seats,
        mode=match.mode,
        rulings=match.rulings,
        names=match.names,
        seed=running.seed,
    )
    for seat, text in running.pending.items():
        answer_again(match, seat, text, name)
    return series


def answer_again(match: Match, seat: str, text: str, name: str) -> None:
    """An answer that was in while others were still being waited for."""
    try:
        match.play(text, int(seat))
    except ValueError as error:
        raise SaveError(say("fault.running", file=name, why=error)) from None


def chance_of(running: Running, name: str) -> Chance:
    """Chance as it stood: the same secret, or the same place in the stream of a seed."""
    nonces: Any = running.match.draws[-1].nonces if running.match.draws else ()
    try:
        if running.secret is not None:
            return Live(tuple(nonces), bytes.fromhex(running.secret))
        if running.seed is None or running.stream is None:
            return Live()
        chance = Seeded(running.seed)
        chance.rng[0] = np.uint64(running.stream)
    except (ValueError, OverflowError) as error:
        raise SaveError(say("fault.running", file=name, why=error)) from None
    return chance
