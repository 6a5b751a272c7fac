"""A SQLite store belongs to one process at a time: a lock beside its file, which names the process that holds it.

PostgreSQL has no such lock: several processes may use one database, and every change says which one it follows.
"""

import os
from pathlib import Path

import sqlalchemy as sa
from filelock import FileLock, Timeout

PRIVATE = 0o600


class StoreInUse(ValueError):
    """Another process has this SQLite store open."""


def take_lock(url: sa.URL, shared: bool = False) -> FileLock | None:
    """Lock a SQLite file for this process; `shared` goes without if another has it. None on PostgreSQL."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    # By its real name: a link to a store is the same store.
    path = Path(url.database).resolve()
    beside = lock_of(path)
    holder = beside.read_text("utf-8") if beside.exists() else ""
    lock = FileLock(beside, timeout=0, mode=PRIVATE, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        if shared:
            return None
        by = f"process {holder}" if holder else "another process"
        raise StoreInUse(f"the store {path.name} is in use by {by}; stop that one, or choose another --store") from None
    beside.write_text(str(os.getpid()), "utf-8")
    make_private(path)
    return lock


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def make_private(path: Path) -> None:
    """Only its user may read a store: it holds the secrets of running matches."""
    path.touch(mode=PRIVATE)
    path.chmod(PRIVATE)
