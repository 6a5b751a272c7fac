"""The store: tables and their moves in SQLite, or in PostgreSQL where that is outgrown.

A move is acknowledged only after its transaction is committed. One thread writes: it takes all changes that
have come in meanwhile and commits them together, so that full durability costs one flush for many moves. Each
change that fails takes nothing else with it: then they are done again, each in a savepoint.
"""

import asyncio
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
from parlour.server.locking import take_lock
from parlour.server.records import MATCH, TABLE, Change, Kept, MatchRecord, SeatRecord, TableRecord, UndoWish

# Records are read and written here; whoever uses the store finds them in one place.
__all__ = [
    "Change",
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

# The statements of every move, built once: building one costs as much as running it.
UPDATE_TABLE = tables.update().where((tables.c.id == sa.bindparam("at_id")) & (tables.c.seq == sa.bindparam("at_seq")))
UPDATE_MATCH = matches.update().where(
    (matches.c.table_id == sa.bindparam("at_id")) & (matches.c.number == sa.bindparam("at_number"))
)
NOTIFY = sa.text("SELECT pg_notify(:channel, :word)")
INSERT_MATCH, INSERT_MOVES, INSERT_ANSWER = matches.insert(), moves.insert(), answers.insert()


class StoreError(RuntimeError):
    """A write failed; nothing of it was committed."""


class Overtaken(StoreError):
    """Another process has changed the table since it was read; it has to be read again."""


class Store:
    """Reads and writes tables; all writing happens in one thread.

    A SQLite file is locked for this process; `shared` reads one that another process has locked.
    """

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        self.engine = sa.create_engine(normal_url(url), pool_pre_ping=not url.startswith("sqlite"))
        self.lock = take_lock(self.engine.url, shared)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", prepare_sqlite)
            sa.event.listen(self.engine, "begin", begin_sqlite)
        # What this process calls itself among others on the same database.
        self.name = secrets.token_hex(6)
        self.jobs: queue.Queue[tuple[Callable[[sa.Connection], Any], Future[Any]] | None] = queue.Queue()
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

    def unlock(self) -> None:
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

    def next_batch(self) -> list[tuple[Callable[[sa.Connection], Any], Future[Any]]]:
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

    def commit(self, batch: list[tuple[Callable[[sa.Connection], Any], Future[Any]]]) -> None:
        """Commit a batch: a job that fails is rolled back alone, a failing database fails them all."""
        # From here on a job cannot be cancelled.
        wanted = [(job, done) for job, done in batch if done.set_running_or_notify_cancel()]
        results: list[tuple[Future[Any], Any, StoreError | None]] = []
        # Savepoints cost as much as the jobs between them, so there are none until a job of several has failed.
        for run in (run_only, run_alone) if len(wanted) > 1 else (run_only,):
            try:
                with self.engine.begin() as connection:
                    results = [(done, *run(connection, job)) for job, done in wanted]
                break
            except StoreError as error:
                results = [(done, None, error) for _, done in wanted]
            except Exception as error:
                fault = StoreError(f"the store cannot write: {type(error).__name__}")
                results = [(done, None, fault) for _, done in wanted]
                break
        for done, value, refused in results:
            if refused is None:
                done.set_result(value)
            else:
                done.set_exception(refused)

    # Reading

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.read_now, job)

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


def read_edition_text(hash: str) -> Callable[[sa.Connection], str | None]:
    return lambda c: c.execute(sa.select(editions.c.text).where(editions.c.hash == hash)).scalar()


def read_table(id: str, number: int | None = None) -> Callable[[sa.Connection], Kept | None]:
    """A job that reads a table with the moves of one match, by default the last."""

    def job(c: sa.Connection) -> Kept | None:
        row = c.execute(sa.select(tables.c.record).where(tables.c.id == id)).first()
        if row is None:
            return None
        table = TABLE.decode(row.record)
        asked = table.number if number is None else number
        found = c.execute(sa.select(matches.c.record).where(matches.c.table_id == id).order_by(matches.c.number))
        lines = sa.select(moves.c.line).where(moves.c.table_id == id, moves.c.number == asked).order_by(moves.c.ply)
        keys = sa.select(answers.c.key, answers.c.seq).where(answers.c.table_id == id)
        said = sa.select(chat.c.seq, chat.c.seat, chat.c.text).where(chat.c.table_id == id).order_by(chat.c.seq)
        return Kept(
            id=id,
            table=table,
            matches=[MATCH.decode(r.record) for r in found],
            lines=[r.line for r in c.execute(lines)],
            answers={r.key: r.seq for r in c.execute(keys)},
            chat=[(r.seq, r.seat, r.text) for r in c.execute(said)],
        )

    return job


def read_record(id: str) -> Callable[[sa.Connection], TableRecord | None]:
    """A job that reads who sits at a table, and nothing of its matches."""

    def job(c: sa.Connection) -> TableRecord | None:
        record = c.execute(sa.select(tables.c.record).where(tables.c.id == id)).scalar()
        return None if record is None else TABLE.decode(record)

    return job


def read_seq(id: str) -> Callable[[sa.Connection], int | None]:
    """A job that reads the number of a table's last change; None if the table is gone."""
    return lambda c: c.execute(sa.select(tables.c.seq).where(tables.c.id == id)).scalar()


def list_tables(c: sa.Connection) -> list[str]:
    """The ids of all tables, those that were used last first."""
    return list(c.execute(sa.select(tables.c.id).order_by(tables.c.updated.desc())).scalars())


def list_held(hash: str, most: int) -> Callable[[sa.Connection], list[str]]:
    """A job that reads the tables where a session has a seat, those that were used last first."""
    held = sa.select(tables.c.id).join(holders, holders.c.table_id == tables.c.id).where(holders.c.hash == hash)
    return lambda c: list(c.execute(held.order_by(tables.c.updated.desc()).limit(most)).scalars())


def list_running(c: sa.Connection) -> list[str]:
    """The ids of the tables with a running deadline, those that were used last first."""
    running = sa.select(tables.c.id).where(tables.c.deadline > 0).order_by(tables.c.updated.desc())
    return list(c.execute(running).scalars())


def list_played(c: sa.Connection) -> list[str]:
    """The games of running tables."""
    records = c.execute(sa.select(tables.c.record).where(tables.c.deadline > 0).limit(MOST_TOGETHER)).scalars()
    return sorted({TABLE.decode(record).game for record in records})


def text(record: msgspec.Struct) -> str:
    return msgspec.json.encode(record).decode()
