"""A SQLite store belongs to one process at a time: a lock beside its file, which names the process that holds it.

PostgreSQL has no such lock: several processes may use one database, and every change says which one it follows.
"""

import logging
import os
import sys
from pathlib import Path

import sqlalchemy as sa
from filelock import FileLock, Timeout

LOG = logging.getLogger(__name__)

PRIVATE = 0o600


class StoreInUse(ValueError):
    """Another process has this SQLite store open."""


class StoreLock:
    """The lock beside a store's file, which names its holder, and one on the file itself, whatever it is called."""

    def __init__(self, path: Path) -> None:
        self.beside = FileLock(lock_of(path), timeout=0, mode=PRIVATE, thread_local=False)
        self.handle: int | None = None
        self.beside.acquire()
        try:
            make_private(path)
            self.lock_file(path)
        except BaseException:
            self.release()
            raise
        lock_of(path).write_text(str(os.getpid()), "utf-8")

    def lock_file(self, path: Path) -> None:
        """A hard link is another name of the same file. SQLite's own locks are of another kind and do not meet this."""
        if sys.platform == "win32":
            return
        import fcntl

        self.handle = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Timeout(str(path)) from None
        except OSError as error:
            # Some network file systems have no such locks.
            LOG.warning("the store's file cannot be locked by itself: %s", error)

    def release(self) -> None:
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None
        self.beside.release()


def take_lock(url: sa.URL, shared: bool = False) -> StoreLock | None:
    """Lock a SQLite file for this process; `shared` goes without if another has it. None on PostgreSQL."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    # By its real name: a link to a store is the same store.
    path = Path(url.database).resolve()
    holder = lock_of(path).read_text("utf-8") if lock_of(path).exists() else ""
    try:
        return StoreLock(path)
    except Timeout:
        if shared:
            return None
        by = f"process {holder}" if holder else "another process"
        raise StoreInUse(f"the store {path.name} is in use by {by}; stop that one, or choose another --store") from None


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def make_private(path: Path) -> None:
    """Only its user may read a store: it holds the secrets of running matches."""
    path.touch(mode=PRIVATE)
    path.chmod(PRIVATE)
