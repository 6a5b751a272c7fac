"""The file of a SQLite store: whether it is still the one that was opened, and how it is put back if it was deleted.

SQLite goes on writing to a file that has no name any more, and whatever is written there is gone with the process. So
file and journal are compared with their names before a commit and after it. Through a connection that was opened
before, all that was ever acknowledged can still be read: a deleted file is written again from that.
"""

import contextlib
import os
import sqlite3
from pathlib import Path
from time import monotonic

from parlour.server.store.incidents import GONE, JOURNAL, REPLACED
from parlour.server.store.locking import make_private

# Seconds before a deleted file is written again: whoever is about to put another one there has that long.
PAUSE = 3.0

Identity = tuple[int, int] | None


class FileGone(RuntimeError):
    """The store's file or its journal is not where it was."""


def identity(path: Path) -> Identity:
    """Device and number of a file; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class SqliteFile:
    """One file, held open from the start on."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.missed = 0.0
        self.wal: Identity = None
        self.hold()

    def connect(self) -> sqlite3.Connection:
        """A connection to the file that is there; never to a new, empty one."""
        return sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True, check_same_thread=False)

    def hold(self) -> None:
        self.anchor = self.connect()
        self.file, self.wal = identity(self.path), None

    def close(self) -> None:
        self.anchor.close()

    def beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    def note_journal(self) -> None:
        """The journal exists from the first write on, as long as anybody has the store open."""
        if self.wal is None:
            # The anchor has to have it open too, while it has a name.
            self.anchor.execute("SELECT count(*) FROM sqlite_master").fetchall()
            self.wal = identity(self.beside("-wal"))

    def fault(self) -> str:
        """What is wrong with the file; nothing if it is the one that was opened, with its journal."""
        there = identity(self.path)
        if there == self.file and (self.wal is None or identity(self.beside("-wal")) == self.wal):
            return ""
        return JOURNAL if there == self.file else GONE if there is None else REPLACED

    def check(self) -> None:
        if why := self.fault():
            raise FileGone(why)

    def restorable(self) -> bool:
        """Whether the file has been gone for long enough to be written again."""
        if self.fault() not in (GONE, JOURNAL) or not self.path.parent.is_dir():
            self.missed = 0.0
            return False
        self.missed = self.missed or monotonic()
        return monotonic() - self.missed >= PAUSE

    def restore(self) -> None:
        """Write everything to a new file of the old name. All other connections have to be closed afterwards."""
        copy = self.beside(".again")
        copy.unlink(missing_ok=True)
        make_private(copy)
        with contextlib.closing(sqlite3.connect(copy)) as target:
            self.anchor.backup(target)
        for ending in ("-wal", "-shm"):
            Path(f"{copy}{ending}").unlink(missing_ok=True)
            self.beside(ending).unlink(missing_ok=True)
        flush(copy)
        if identity(self.path) == self.file:
            os.replace(copy, self.path)
        else:
            # Fails if somebody has put a file there meanwhile; nothing is overwritten.
            os.link(copy, self.path)
            copy.unlink()
        self.anchor.close()
        self.missed = 0.0
        self.hold()


def flush(path: Path) -> None:
    """To the disk, file and name."""
    for one in (path, path.parent):
        handle = os.open(one, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
