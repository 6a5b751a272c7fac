"""The store: tables and their moves in SQLite, or in PostgreSQL where that is outgrown.

A move is acknowledged only after its transaction is committed. One thread writes: it takes all changes that
have come in meanwhile and commits them together, so that full durability costs one flush for many moves. Each
change that fails takes nothing else with it: then they are done again, each in a savepoint.
"""

import asyncio
import logging
import queue
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sa

from parlour.server.store.database import address_of, begin_sqlite, prepare_sqlite, upgrade
from parlour.server.store.faults import Faults
from parlour.server.store.incidents import (
    MAX_TRIES,
    SILENT,
    Incident,
    InDoubt,
    Overtaken,
    StoreError,
    WriteRejected,
    is_trouble,
    reason,
)
from parlour.server.store.locking import take_lock
from parlour.server.store.reading import (
    list_due,
    list_held,
    list_played,
    list_seqs,
    list_tables,
    read_edition_text,
    read_record,
    read_seq,
    read_table,
)
from parlour.server.store.records import Change, Kept, MatchRecord, TableRecord, UndoWish
from parlour.server.store.seats import SeatRecord
from parlour.server.store.sqlite_file import FileGone, SqliteFile
from parlour.server.store.writing import (
    CHANNEL,
    apply_change,
    delete_table,
    delete_unused,
    keep_due,
    keep_edition,
    keep_used,
    make_table,
)

# Records are read and written here; whoever uses the store finds them in one place.
__all__ = [
    "CHANNEL",
    "Change",
    "InDoubt",
    "Kept",
    "MatchRecord",
    "Overtaken",
    "SeatRecord",
    "Store",
    "StoreError",
    "TableRecord",
    "UndoWish",
    "apply_change",
    "delete_table",
    "delete_unused",
    "keep_due",
    "keep_edition",
    "keep_used",
    "list_due",
    "list_held",
    "list_played",
    "list_seqs",
    "list_tables",
    "make_table",
    "read_edition_text",
    "read_record",
    "read_seq",
    "read_table",
]

T = TypeVar("T")

MAX_BATCH = 256
READERS = 4
# Seconds after which a connection is tried before it is used.
IDLE = 1.0

# PostgreSQL ended this transaction because it and another one waited for each other; nothing of it was kept.
DEADLOCK = "40P01"

# How long a database may be silent, in seconds: when it is connected to, and for a write of `Store.cannot_write`.
CONNECT_TIMEOUT = 5
# For libpq: a connection whose other end is gone is given up after so many milliseconds.
DEAD_LINE: dict[str, Any] = {"connect_timeout": CONNECT_TIMEOUT, "keepalives_idle": 10, "tcp_user_timeout": 10_000}

Job = Callable[[sa.Connection], Any]


class Store:
    """Reads and writes tables; all writing happens in one thread.

    A SQLite file is locked for this process; `shared` reads one that another process has locked.
    """

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        # Why the store cannot be written just now.
        self.incident = Incident()
        # Shared with the house that this store belongs to.
        self.faults = Faults()
        address = address_of(url)
        self.lock = take_lock(address, shared)
        # A SQLite file of our own, which nobody else may take away.
        self.file = SqliteFile(Path(address.database or "")) if self.lock else None
        self.engine = self.make_engine(address)
        # A table is read by several statements, which have to see the same moment; in SQLite they do.
        one_moment = {"isolation_level": "REPEATABLE READ"} if self.engine.dialect.name == "postgresql" else {}
        self.reading = self.engine.execution_options(**one_moment)
        self.writing = self.engine.execution_options(writing=True)
        # What this process calls itself among others on the same database.
        self.name = secrets.token_hex(6)
        self.jobs: queue.Queue[tuple[Job, Future[Any]] | None] = queue.Queue()
        self.probe: Future[None] | None = None
        self.trying: Future[None] | None = None
        try:
            upgrade(self.engine)
        except BaseException:
            self.engine.dispose()
            self.unlock()
            # What is no store keeps no lock file beside it.
            if self.lock is not None:
                Path(self.lock.beside.lock_file).unlink(missing_ok=True)
            raise
        self.writer = threading.Thread(target=self.write_all, name="store-writer", daemon=True)
        self.writer.start()
        # A thread pool of its own, so that long work elsewhere does not delay reading a table.
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    def close(self) -> None:
        """Finish the queued writes, then stop."""
        self.jobs.put(None)
        self.writer.join()
        self.readers.shutdown()
        self.engine.dispose()
        self.unlock()

    def make_engine(self, address: sa.URL) -> sa.Engine:
        if address.get_backend_name() != "sqlite":
            engine = sa.create_engine(address, connect_args=DEAD_LINE, hide_parameters=True)
            sa.event.listen(engine, "checkin", note_use)
            sa.event.listen(engine, "checkout", ping_if_idle)
            return engine
        own = {"creator": self.file.connect} if self.file else {}
        engine = sa.create_engine(address, hide_parameters=True, **own)
        sa.event.listen(engine, "connect", prepare_sqlite)
        sa.event.listen(engine, "begin", begin_sqlite)
        return engine

    def unlock(self) -> None:
        if self.file is not None:
            self.file.close()
        if self.lock is not None:
            self.lock.release()

    # Writing

    def submit(self, job: Callable[[sa.Connection], T]) -> "Future[T]":
        done: Future[T] = Future()
        self.jobs.put((job, done))
        return done

    async def write(self, job: Callable[[sa.Connection], T]) -> T:
        """Run a job in the writer thread and wait until it is committed; a cancelled wait does not cancel the job."""
        return await asyncio.shield(asyncio.wrap_future(self.submit(job)))

    def write_all(self) -> None:
        while True:
            batch = self.next_batch()
            if batch:
                self.commit(batch)
            else:
                return

    def next_batch(self) -> list[tuple[Job, Future[Any]]]:
        """Wait for one job, then take all that are queued; empty when the store closes."""
        batch = []
        job = self.jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MAX_BATCH or self.jobs.empty():
                return batch
            job = self.jobs.get()
        if batch:
            self.jobs.put(None)
        return batch

    def commit(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Commit a batch: a job that fails is rolled back alone, a failing database fails them all."""
        # From here on a job cannot be cancelled.
        wanted = [(job, done) for job, done in batch if done.set_running_or_notify_cancel()]
        # Rows are locked until the commit: processes that lock them in the same order do not wait for one another.
        wanted.sort(key=lambda each: getattr(each[0], "table", ""))
        results: list[tuple[Any, StoreError | None]]
        try:
            results = self.transact([job for job, _ in wanted])
        except Exception as error:
            fault = error if isinstance(error, StoreError) else self.note(error)
            results = [(None, fault)] * len(wanted)
        for (_, done), (value, refused) in zip(wanted, results, strict=True):
            if refused is None:
                done.set_result(value)
                continue
            if isinstance(refused, WriteRejected):
                self.faults.note("write-refused", "a write to the store was refused", error=refused.__cause__)
            done.set_exception(refused)

    def transact(self, jobs: list[Job]) -> list[tuple[Any, StoreError | None]]:
        """The jobs in one transaction, without savepoints, which cost as much as jobs, until one of several fails."""
        self.check_file()
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                results = self.run_batch(jobs)
                break
            except sa.exc.OperationalError as error:
                if not tries_left or getattr(error.orig, "sqlstate", "") != DEADLOCK:
                    raise
                logging.warning("a deadlock in the database: %d changes are written again", len(jobs))
        if self.file is not None:
            # What was written to a file without a name is not kept.
            self.file.note_journal()
            self.file.check()
        self.incident.end()
        return results

    def run_batch(self, jobs: list[Job]) -> list[tuple[Any, StoreError | None]]:
        try:
            return self.run_all(jobs, run_only)
        except StoreError as error:
            if len(jobs) == 1 or isinstance(error, InDoubt):
                raise
            return self.run_all(jobs, run_alone)

    def run_all(self, jobs: list[Job], run: Callable[[sa.Connection, Job], Any]) -> list[tuple[Any, StoreError | None]]:
        committing = False
        try:
            with self.writing.begin() as connection:
                results = [run(connection, job) for job in jobs]
                committing = True
        except sa.exc.DBAPIError as error:
            if committing and self.file is None:
                raise InDoubt(str(self.note(error))) from error
            raise
        return results

    def check_file(self) -> None:
        """The file has to be there; one that was deleted is written again after a while."""
        if self.file is None or not self.file.fault():
            return
        if not self.file.restorable():
            self.file.check()
        self.file.restore()
        self.engine.dispose()
        if self.lock is not None:
            self.lock.release()
            self.lock = take_lock(self.engine.url)
        logging.warning("the store's file was deleted; it was written again with all that was in it")

    # Trouble

    def note(self, error: Exception) -> StoreError:
        """What callers get in place of a database's error; one that stops everybody begins an incident."""
        if isinstance(error, FileGone):
            self.incident.begin(str(error))
        elif is_trouble(error) or isinstance(error, OSError):
            self.incident.begin(reason(error, self.engine.dialect.name), getattr(error, "orig", None) or error)
        else:
            logging.error("the store failed", exc_info=error)
        return StoreError(self.incident.why or f"the store failed: {type(error).__name__}")

    def look(self) -> None:
        """Once a second: whether the file is there, and during an incident whether something can be written again."""
        self.incident.look()
        if self.file is not None and not self.incident.why and (why := self.file.fault()):
            self.incident.begin(why)
        if self.incident.why and (self.probe is None or self.probe.done()):
            self.probe = self.submit(rewrite_version)

    async def cannot_write(self) -> str:
        """Why nothing can be written just now; empty if something was. Whoever asks together shares one write."""
        if self.trying is None or self.trying.done():
            self.trying = self.submit(rewrite_version)
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self.trying)), CONNECT_TIMEOUT)
        except TimeoutError:
            self.incident.begin(SILENT)
        except StoreError as error:
            return str(error)
        return self.incident.why

    # Reading

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.read_or_fail, job)

    def read_or_fail(self, job: Callable[[sa.Connection], T]) -> T:
        try:
            return self.read_now(job)
        except sa.exc.SQLAlchemyError as error:
            if is_trouble(error):
                raise self.note(error) from error
            raise

    def read_now(self, job: Callable[[sa.Connection], T]) -> T:
        with self.reading.connect() as connection:
            return job(connection)


def note_use(_: Any, record: Any) -> None:
    record.info["used"] = monotonic()


def ping_if_idle(connection: Any, record: Any, _: Any) -> None:
    """See whether the database is still there, unless it has answered on this connection a moment ago."""
    if monotonic() - record.info.get("used", -IDLE) < IDLE:
        return
    try:
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception as error:
        # The pool connects anew, and asks again.
        raise sa.exc.DisconnectionError from error


def run_only(connection: sa.Connection, job: Callable[[sa.Connection], T]) -> tuple[T, None]:
    """A job in a transaction of its own."""
    try:
        return job(connection), None
    except StoreError:
        raise
    except Exception as error:
        if is_trouble(error):
            raise
        raise WriteRejected("the store refused a write") from error


def run_alone(connection: sa.Connection, job: Callable[[sa.Connection], T]) -> tuple[T | None, StoreError | None]:
    """A job of a batch, in a savepoint: its result, or the error for which it was rolled back."""
    try:
        with connection.begin_nested():
            return run_only(connection, job)
    except StoreError as error:
        return None, error


def rewrite_version(c: sa.Connection) -> None:
    """A write that changes nothing."""
    c.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
