"""Several processes on one PostgreSQL: who is told of which change, and who plays for a table's bots.

Any process serves any table from the store. Whoever commits a change says so in the same transaction (NOTIFY); the
others read the table again if somebody watches it there. The clock and the bots of a table run where its advisory lock
is held, a lease that ends with the process. Which seats are connected is not stored: processes tell one another.
"""

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, LiteralString

import psycopg

from parlour.engine.log import SaveError
from parlour.server.incidents import POSTGRES
from parlour.server.records import TOLD, Played, Told
from parlour.server.store import CHANNEL, DEAD_LINE, StoreError, list_played, read_seq
from parlour.server.writing import WORDING

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.live import LiveTable

# Seconds between two attempts to connect, between two looks for tables that nobody plays on, between two tellings who
# is here, and after which somebody that another process has not told again is not.
AGAIN, LOOK, TELL, GONE = 1.0, 5.0, 5.0, 15.0
# Tables in one NOTIFY, which may have 8,000 bytes.
MOST_TABLES = 300

NOTHING = Told()

LEASE = "SELECT id, pg_try_advisory_lock(hashtextextended('parlour ' || id, 0)) FROM unnest(%s::text[]) AS id"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended('parlour ' || %s, 0))"


class Peers:
    """This process among others on the same database."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.name = house.store.name
        self.url = house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        # The tables whose clock and bots run here, and the connection that holds their locks.
        self.held: set[str] = set()
        self.holder: psycopg.AsyncConnection[Any] | None = None
        self.holding = asyncio.Lock()
        # Since when other processes are heard, by the monotonic clock; 0 while they are not.
        self.heard_since = 0.0
        # By table, in memory here or not, and by process the seats that are connected there, and when that was told.
        self.there: dict[str, dict[str, tuple[set[int], float]]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.looked = self.told = 0.0

    def start(self) -> None:
        self.do(self.listen_for_ever())
        # Connected from the start, even if no lease is wanted: who is here is told by it.
        self.do(self.check_leases())

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        if self.holder is not None:
            self.holder.pgconn.finish()

    def do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreError):
            logging.error("a task for other processes failed", exc_info=error)

    # Hearing of changes

    async def listen_for_ever(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True, **DEAD_LINE) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.heard_since = time.monotonic()
                    await self.read_all_again()
                    async for notice in connection.notifies():
                        self.hear(notice.payload)
            except StoreError:
                pass
            except (psycopg.Error, OSError) as error:
                self.house.store.incident.begin(POSTGRES, error)
            except Exception as error:
                self.house.faults.note("not-heard", "listening to other processes failed; trying again", error=error)
            self.heard_since = 0.0
            await self.give_back()
            await asyncio.sleep(AGAIN)

    async def give_back(self) -> None:
        """Give all leases back: whoever does not hear of changes must not play for anybody."""
        async with self.holding:
            await self.drop_holder()

    async def read_all_again(self) -> None:
        """Notifications that came while the connection was lost are lost: read every table again."""
        for table in list(self.house.tables.values()):
            await self.catch_up(table)

    def hear(self, payload: str) -> None:
        """One NOTIFY payload; if it is not understood, the tables that it names are read again."""
        wording, _, word = payload.partition(" ")
        try:
            if wording == WORDING:
                self.understand(word)
                return
        except Exception as error:
            self.house.faults.note("not-heard", "a payload of another process is not understood", error=error)
        # It may be of another version too, while several machines are upgraded one after the other.
        for id in set(re.split("[ :]", payload)) & self.house.tables.keys():
            self.do(self.catch_up(self.house.tables[id]))

    def understand(self, word: str) -> None:
        """A change, a deleted table, which seats are connected there, or a question for that."""
        kind, _, rest = word.partition(" ")
        if kind == "here":
            by, *tables = rest.split(" ")
            for entry in tables:
                self.note_here(by, *entry.split(":"))
            return
        id, by, *more = rest.split(" ", 3)
        table = self.house.tables.get(id)
        if by == self.name or table is None:
            return
        if kind == "change":
            self.hear_change(table, int(more[0]), TOLD.decode(more[1]))
        elif kind == "gone":
            self.house.forget(table)
        elif kind == "who":
            self.tell_here([table])

    def hear_change(self, table: "LiveTable", seq: int, told: Told) -> None:
        if table.record.seq >= seq and not told.notice:
            return
        if table.watchers or table.id in self.held or table.lock.locked():
            self.do(self.catch_up(table, seq, told))
        else:
            self.house.forget(table)

    async def catch_up(self, table: "LiveTable", seq: int | None = None, told: Told = NOTHING) -> None:
        """Read a table again if it has changed since; `seq` is the number that it is said to have.

        Moves that were told with it are played; that takes a tenth of the time.
        """
        async with table.lock:
            if not table.forgotten:
                last = await self.house.store.read(read_seq(table.id)) if seq is None else seq
                if last is None or table.record.seq < last:
                    if told.played is None or last is None or not follow(table, last, told.played):
                        await self.house.refresh(table, told.notice)
                elif told.notice:
                    # The table was read for another reason before this word came.
                    table.show(told.notice)
        table.schedule_bots()

    # Playing for bots

    def holds(self, id: str) -> bool:
        return id in self.held

    async def take_leases(self, ids: list[str]) -> None:
        """Try to become the one who plays for these tables' bots."""
        async with self.holding:
            # An advisory lock that is taken twice has to be released twice.
            wanted = [id for id in ids if id not in self.held]
            rows = await self.ask(LEASE, [wanted]) if wanted else []
            self.held |= {id for id, got in rows if got}
        for id in wanted:
            if id in self.held and (table := self.house.tables.get(id)):
                await self.catch_up(table)

    async def check_leases(self) -> None:
        """See whether the connection that holds the leases lives: they end with it, and nobody would say so."""
        async with self.holding:
            await self.ask("SELECT 1")

    async def ask(self, statement: LiteralString, values: list[Any] | None = None) -> list[Any]:
        """Rows by the connection that holds the leases; none if it fails, and no lease either. Under `holding`."""
        try:
            if self.holder is None or self.holder.closed:
                self.held.clear()
                self.holder = await psycopg.AsyncConnection.connect(self.url, autocommit=True, **DEAD_LINE)
            return await (await self.holder.execute(statement, values)).fetchall()
        except (psycopg.Error, OSError) as error:
            self.house.store.incident.begin(POSTGRES, error)
            await self.drop_holder()
            return []

    async def drop_holder(self) -> None:
        self.held.clear()
        holder, self.holder = self.holder, None
        if holder is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await holder.close()

    async def release(self, id: str) -> None:
        async with self.holding:
            if id in self.held:
                self.held.discard(id)
                await self.ask(RELEASE, [id])

    async def tick(self) -> None:
        """Once a second: leases of running tables here; now and then those that nobody has, and who is here."""
        now = time.monotonic()
        await self.check_leases()
        running = [t.id for t in self.house.tables.values() if t.status == "playing"]
        await self.take_leases(running)
        if now - self.looked > LOOK:
            self.looked = now
            # A table may come here at any time, when another process dies.
            for game in await self.house.store.read(list_played):
                self.house.prepare(game)
            self.house.memory.look()
        if now - self.told > TELL:
            self.told = now
            self.drop_gone()
            self.tell_here(table for table in self.house.tables.values() if table.watchers)

    # Who is where

    def tell_here(self, tables: "Iterable[LiveTable]") -> None:
        """Which seats are connected to this process, none where people only look on.

        Many tables in one NOTIFY, since each is a round trip.
        """
        told = [f"{table.id}:{seats_here(table)}" for table in tables]
        for start in range(0, len(told), MOST_TABLES):
            self.do(self.say(f"here {self.name} {' '.join(told[start : start + MOST_TABLES])}"))

    def ask_who(self, table: "LiveTable") -> None:
        self.do(self.say(f"who {table.id} {self.name}"))

    async def say(self, word: str) -> None:
        with contextlib.suppress(psycopg.Error):
            async with self.holding:
                if self.holder is not None and not self.holder.closed:
                    await self.holder.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{WORDING} {word}"])

    def note_here(self, by: str, id: str, seats: str) -> None:
        if by == self.name:
            return
        before, table = self.elsewhere(id), self.house.tables.get(id)
        self.there.setdefault(id, {})[by] = {int(s) for s in seats.split(",") if s}, time.monotonic()
        if table is not None and self.elsewhere(id) != before:
            self.do(self.show(table))

    def drop_gone(self) -> None:
        """Forget what no process has told again."""
        self.there = {id: told for id, told in self.there.items() if self.is_used(id)}

    async def show(self, table: "LiveTable") -> None:
        """Under the lock: without it a move could be seen that is still being written, and perhaps never kept."""
        async with table.lock:
            table.show()

    def elsewhere(self, id: str) -> list[int]:
        """The seats that are connected to other processes; twice if to two of them."""
        return sorted(s for seats in self.fresh(id) for s in seats)

    def is_used(self, id: str) -> bool:
        """Whether somebody was at a table of another process lately, if only to look on."""
        return bool(self.fresh(id))

    def fresh(self, id: str) -> list[set[int]]:
        return [seats for seats, at in self.there.get(id, {}).values() if time.monotonic() - at < GONE]

    async def until_all_have_told(self) -> None:
        """Until every process has had the time to tell which tables are used there."""
        while not self.heard_since or time.monotonic() - self.heard_since < GONE:
            await asyncio.sleep(AGAIN)


def seats_here(table: "LiveTable") -> str:
    """The seats that are connected to this process."""
    return ",".join(map(str, sorted({s for w in table.watchers for s in w.mine})))


def follow(table: "LiveTable", seq: int, played: Played) -> bool:
    """Play what another process has played and kept; False if the table has to be read for that."""
    match = table.match
    if match is None or match.pending or table.record.seq != seq - 1:
        return False
    if (table.record.number, match.ply, match.undos) != (played.number, played.ply, played.undos):
        return False
    try:
        match.replay(played.lines, table.id)
    except SaveError as error:
        # Its sentence quotes a move that may be hidden.
        said = "moves of another process do not fit table %s after ply %s"
        table.house.faults.note("not-followed", said, table.id, error.ply)
        return False
    table.withdraw_undo()
    table.record.seq, table.record.deadline = seq, played.deadline
    table.note_match()
    if played.key:
        table.answers[played.key] = seq
    table.show()
    return True
