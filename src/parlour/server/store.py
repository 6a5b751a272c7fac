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
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from parlour.server.database import (
    answers,
    begin_sqlite,
    chat,
    codes,
    editions,
    holders,
    matches,
    moves,
    normal_url,
    prepare_sqlite,
    tables,
    upgrade,
)
from parlour.server.incidents import SILENT, Incident, is_trouble, reason
from parlour.server.locking import take_lock
from parlour.server.reading import (
    list_held,
    list_played,
    list_running,
    list_tables,
    read_edition_text,
    read_record,
    read_seq,
    read_table,
)
from parlour.server.records import Change, Kept, MatchRecord, SeatRecord, TableRecord, UndoWish
from parlour.server.sqlite_file import FileGone, SqliteFile

# Records are read and written here; whoever uses the store finds them in one place.
__all__ = [
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
    "keep_edition",
    "list_held",
    "list_played",
    "list_running",
    "list_tables",
    "make_table",
    "read_edition_text",
    "read_record",
    "read_seq",
    "read_table",
]

T = TypeVar("T")

MOST_TOGETHER = 256
# Where PostgreSQL tells other processes of changes.
CHANNEL = "parlour"
READERS = 4

# How long a database may be silent, in seconds: when it is connected to, and for a write of `Store.cannot_write`.
PATIENCE = 5
# For libpq: a connection whose other end is gone is given up after so many milliseconds.
DEAD_LINE: dict[str, Any] = {"connect_timeout": PATIENCE, "keepalives_idle": 10, "tcp_user_timeout": 10_000}

Job = Callable[[sa.Connection], Any]

# The statements of every move, built once: building one costs as much as running it.
UPDATE_TABLE = tables.update().where((tables.c.id == sa.bindparam("at_id")) & (tables.c.seq == sa.bindparam("at_seq")))
UPDATE_MATCH = matches.update().where(
    (matches.c.table_id == sa.bindparam("at_id")) & (matches.c.number == sa.bindparam("at_number"))
)
NOTIFY = sa.text("SELECT pg_notify(:channel, :word)")
INSERT_MATCH, INSERT_MOVES, INSERT_ANSWER = matches.insert(), moves.insert(), answers.insert()


class StoreError(RuntimeError):
    """A write failed; nothing of it was committed."""


class InDoubt(StoreError):
    """The database was lost while it committed: nobody knows yet whether the write is kept."""


class Overtaken(StoreError):
    """Another process has changed the table since it was read; it has to be read again."""


class Store:
    """Reads and writes tables; all writing happens in one thread.

    A SQLite file is locked for this process; `shared` reads one that another process has locked.
    """

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        # Why nothing can be kept just now.
        self.incident = Incident()
        address = sa.make_url(normal_url(url))
        self.lock = take_lock(address, shared)
        # A SQLite file of our own, which nobody else may take away.
        self.file = SqliteFile(Path(address.database or "")) if self.lock else None
        self.engine = self.make_engine(address)
        # What this process calls itself among others on the same database.
        self.name = secrets.token_hex(6)
        self.jobs: queue.Queue[tuple[Job, Future[Any]] | None] = queue.Queue()
        self.probe: Future[None] | None = None
        try:
            upgrade(self.engine)
        except BaseException:
            self.engine.dispose()
            self.unlock()
            # What is no store keeps no lock file beside it.
            if self.lock is not None:
                Path(self.lock.lock_file).unlink(missing_ok=True)
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
            return sa.create_engine(address, pool_pre_ping=True, connect_args=DEAD_LINE)
        own = {"creator": self.file.connect} if self.file else {}
        engine = sa.create_engine(address, **own)
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
            if len(batch) == MOST_TOGETHER or self.jobs.empty():
                return batch
            job = self.jobs.get()
        if batch:
            self.jobs.put(None)
        return batch

    def commit(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Commit a batch: a job that fails is rolled back alone, a failing database fails them all."""
        # From here on a job cannot be cancelled.
        wanted = [(job, done) for job, done in batch if done.set_running_or_notify_cancel()]
        results: list[tuple[Any, StoreError | None]]
        try:
            results = self.transact([job for job, _ in wanted])
        except Exception as error:
            fault = error if isinstance(error, StoreError) else self.note(error)
            results = [(None, fault)] * len(wanted)
        for (_, done), (value, refused) in zip(wanted, results, strict=True):
            if refused is None:
                done.set_result(value)
            else:
                done.set_exception(refused)

    def transact(self, jobs: list[Job]) -> list[tuple[Any, StoreError | None]]:
        """The jobs in one transaction, without savepoints, which cost as much as jobs, until one of several fails."""
        self.check_file()
        try:
            results = self.run_all(jobs, run_only)
        except StoreError as error:
            if len(jobs) == 1 or isinstance(error, InDoubt):
                raise
            results = self.run_all(jobs, run_alone)
        if self.file is not None:
            # What was written to a file without a name is not kept.
            self.file.note_journal()
            self.file.check()
        self.incident.end()
        return results

    def run_all(self, jobs: list[Job], run: Callable[[sa.Connection, Job], Any]) -> list[tuple[Any, StoreError | None]]:
        committing = False
        try:
            with self.engine.begin() as connection:
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
        if self.file is not None and not self.incident.why and (why := self.file.fault()):
            self.incident.begin(why)
        if self.incident.why and (self.probe is None or self.probe.done()):
            self.probe = self.submit(rewrite_version)

    async def cannot_write(self) -> str:
        """Why nothing can be written just now; empty if something was."""
        try:
            await asyncio.wait_for(self.write(rewrite_version), PATIENCE)
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
        with self.engine.connect() as connection:
            return job(connection)


def run_only(connection: sa.Connection, job: Callable[[sa.Connection], T]) -> tuple[T, None]:
    """A job in a transaction of its own."""
    try:
        return job(connection), None
    except (sa.exc.OperationalError, sa.exc.InterfaceError, StoreError):
        raise
    except Exception as error:
        raise StoreError(f"refused: {getattr(error, 'orig', error)}") from error


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


def apply_change(change: Change, by: str = "") -> Callable[[sa.Connection], None]:
    """A job that writes one change; other processes hear of it by the name of this one."""

    def job(c: sa.Connection) -> None:
        update_table(c, change)
        number = change.table.number
        if change.match is not None:
            upsert_match(c, change.id, number, change.match)
        if change.cut is not None:
            at = (moves.c.table_id == change.id) & (moves.c.number == number) & (moves.c.ply >= change.cut)
            c.execute(moves.delete().where(at))
        rows = [
            {"table_id": change.id, "number": number, "ply": change.ply + i, "line": line}
            for i, line in enumerate(change.lines)
        ]
        if rows:
            c.execute(INSERT_MOVES, rows)
        if change.key:
            c.execute(INSERT_ANSWER, {"table_id": change.id, "key": change.key, "seq": change.table.seq})
        if change.said is not None:
            seat, words = change.said
            c.execute(chat.insert().values(table_id=change.id, seq=change.table.seq, seat=seat, text=words))
        if change.unsaid:
            c.execute(chat.delete().where(chat.c.table_id == change.id, chat.c.seat.in_(change.unsaid)))
        if change.left:
            c.execute(holders.delete().where(holders.c.table_id == change.id, holders.c.hash == change.left))
        if change.holder:
            add_holder(c, change.id, change.holder)
        tell(c, f"change {change.id} {by} {change.table.seq}")

    return job


def tell(c: sa.Connection, word: str) -> None:
    """Tell other processes, when the transaction is committed."""
    if c.dialect.name == "postgresql":
        c.execute(NOTIFY, {"channel": CHANNEL, "word": word})


def add_holder(c: sa.Connection, id: str, hash: str) -> None:
    known = sa.select(holders.c.hash).where(holders.c.hash == hash, holders.c.table_id == id)
    if c.execute(known).first() is None:
        c.execute(holders.insert().values(hash=hash, table_id=id))


def update_table(c: sa.Connection, change: Change) -> None:
    """Write the table's record if nobody has written to the table since it was read."""
    seq = change.table.seq
    found = {"at_id": change.id, "at_seq": seq - 1}
    record = text(change.table)
    new = {"record": record, "updated": time.time(), "seq": seq, "deadline": change.table.deadline}
    if c.execute(UPDATE_TABLE, found | new).rowcount == 0:
        raise Overtaken(f"refused: table {change.id} is no longer at number {seq - 1}")


def upsert_match(c: sa.Connection, id: str, number: int, record: MatchRecord) -> None:
    kept = text(record)
    if c.execute(UPDATE_MATCH, {"at_id": id, "at_number": number, "record": kept}).rowcount == 0:
        c.execute(INSERT_MATCH, {"table_id": id, "number": number, "record": kept})


def make_table(id: str, table: TableRecord, match: MatchRecord, holder: str = "") -> Callable[[sa.Connection], None]:
    """A job that writes a new table."""

    def job(c: sa.Connection) -> None:
        c.execute(tables.insert().values(id=id, record=text(table), updated=time.time(), seq=table.seq))
        upsert_match(c, id, table.number, match)
        if holder:
            add_holder(c, id, holder)

    return job


def delete_table(id: str, by: str = "") -> Callable[[sa.Connection], None]:
    """A job that removes a table with everything that belongs to it."""

    def job(c: sa.Connection) -> None:
        for table in (moves, matches, answers, chat, holders, codes):
            c.execute(table.delete().where(table.c.table_id == id))
        c.execute(tables.delete().where(tables.c.id == id))
        tell(c, f"gone {id} {by}")

    return job


def keep_edition(hash: str, content: str) -> Callable[[sa.Connection], None]:
    """A job that writes an edition's text by its hash, once."""

    def job(c: sa.Connection) -> None:
        if c.execute(sa.select(editions.c.hash).where(editions.c.hash == hash)).first() is None:
            c.execute(editions.insert().values(hash=hash, text=content))

    return job


def text(record: msgspec.Struct) -> str:
    return msgspec.json.encode(record).decode()
