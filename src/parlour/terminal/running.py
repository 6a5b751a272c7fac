"""Games being played are saved to disk after every move, so that a closed terminal loses none.

The file of a running game belongs to the machine that deals: it holds the secret of the draws to come. It is
there until the game ends. While somebody plays, a lock beside it says so.
"""

import os
import time
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from parlour.engine.bounded import decode_json, read_bounded
from parlour.engine.log import MAX_SAVE_BYTES, Frozen, SaveError, encode, write_safely
from parlour.engine.match import Match, Series
from parlour.home import home, make_home
from parlour.terminal.players import Player
from parlour.terminal.words import say

FORMAT = 2
NOTICE = "A game that is being played. This file shows everything, also what is still to be drawn."


class Running(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A series that is being played: its matches, who plays, and where chance stands."""

    running: int
    notice: str
    players: list[str]
    best_of: int
    now: Frozen
    past: list[Frozen] = []
    # What the next match of the series is dealt from.
    seed: int | None = None


class Marked(msgspec.Struct):
    """The format of a running game; everything else in its file is skipped, and nothing made of it."""

    running: msgspec.Raw = msgspec.Raw()


def new_path(game: str) -> Path:
    """The file for a new game."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return home() / "running" / f"{game}-{stamp}-{os.getpid()}.json"


class Keeper:
    """Saves one running game in its file, and holds a lock on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        make_home()
        path.parent.mkdir(parents=True, exist_ok=True)
        self.lock = take_lock(lock_path(path))

    def keep(self, running: Running) -> None:
        write_safely(self.path, encode(running))

    def drop(self) -> None:
        """The game is over: delete its file."""
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
    return [(path, running) for path, running in found if game in (None, running.now.save.game)]


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
        data = read_bounded(path, MAX_SAVE_BYTES)
        if len(data) > MAX_SAVE_BYTES:
            raise SaveError(
                say("fault.running", file=path.name, why=say("fault.too-large", most=MAX_SAVE_BYTES // 1_000_000))
            )
        version = bytes(decode_json(data, Marked).running).decode()
        if version != str(FORMAT):
            raise SaveError(say("fault.running-format", file=path.name, format=version[:20], ours=FORMAT))
        running = decode_json(data, Running)
    except OSError as error:
        raise SaveError(say("fault.running", file=path.name, why=error.strerror)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SaveError(say("fault.running", file=path.name, why=str(error)[:200])) from None
    if running.best_of % 2 == 0 or len(running.players) != running.now.save.seats:
        raise SaveError(say("fault.running", file=path.name, why=say("fault.misfit")))
    return running


def as_running(series: Series, players: list[Player], seed: int | None) -> Running:
    """A series as it stands."""
    *past, now = [match.freeze() for match in series.matches]
    return Running(FORMAT, NOTICE, [p.kind for p in players], series.best_of, now, past, seed)


def restore(running: Running, name: str) -> Series:
    """The series of a file, every match replayed and checked."""
    matches = [Match.thaw(frozen, name) for frozen in (*running.past, running.now)]
    match = matches[-1]
    match.settle()
    return Series(
        match.game.name,
        running.best_of,
        matches=matches,
        edition=match.edition,
        seats=match.seats,
        mode=match.mode,
        rulings=match.rulings,
        names=match.names,
        seed=running.seed,
    )
