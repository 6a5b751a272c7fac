"""Several processes on one PostgreSQL: who is told of which change, and who plays for a table's bots.

Any process serves any table from the store. Whoever commits a change says so in the same transaction (NOTIFY); the
others read the table again if somebody watches it there. The clock and the bots of a table run where its advisory lock
is held, a lease that ends with the process. Which seats are connected is not stored: processes tell one another.
"""

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

import psycopg

from parlour.server.incidents import POSTGRES
from parlour.server.store import CHANNEL, DEAD_LINE, StoreError, list_played, list_running, read_seq

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.live import LiveTable

# Seconds between two attempts to connect, between two looks for tables that nobody plays on, between two tellings who
# is here, and after which somebody that another process has not told again is not.
AGAIN, LOOK, TELL, GONE = 1.0, 5.0, 5.0, 15.0

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
        # By table and process the seats that are connected there, and when that was told.
        self.there: dict[str, dict[str, tuple[set[int], float]]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.looked = self.told = 0.0

    def start(self) -> None:
        self.do(self.listen_for_ever())

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()

    def do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreError):
            logging.error("word from another process was lost", exc_info=error)

    # Hearing of changes

    async def listen_for_ever(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True, **DEAD_LINE) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self.read_all_again()
                    async for notice in connection.notifies():
                        self.hear(notice.payload)
            except StoreError:
                pass
            except (psycopg.Error, OSError) as error:
                self.house.store.incident.begin(POSTGRES, error)
            await self.give_back()
            await asyncio.sleep(AGAIN)

    async def give_back(self) -> None:
        """Give all leases back: whoever does not hear of changes must not play for anybody."""
        async with self.holding:
            self.held.clear()
            if self.holder is not None:
                with contextlib.suppress(psycopg.Error):
                    await self.holder.close()
            self.holder = None

    async def read_all_again(self) -> None:
        """Whatever was told while nobody listened is unknown."""
        for table in list(self.house.tables.values()):
            await self.catch_up(table)

    def hear(self, payload: str) -> None:
        """One word of another process: a change, a table that is gone, who is where, or who wants to know."""
        kind, id, by, *more = payload.split(" ")
        table = self.house.tables.get(id)
        if by == self.name or table is None:
            return
        if kind == "change" and table.record.seq < int(more[0]):
            if table.watchers or id in self.held or table.lock.locked():
                self.do(self.catch_up(table, int(more[0])))
            else:
                self.house.forget(table)
        elif kind == "gone":
            self.house.forget(table)
        elif kind == "here":
            self.note_here(table, by, {int(s) for s in more[0].split(",") if s})
        elif kind == "who":
            self.tell_here(table)

    async def catch_up(self, table: "LiveTable", seq: int | None = None) -> None:
        """Read a table again if it has changed since; `seq` is the number that it is said to have."""
        async with table.lock:
            if not table.forgotten:
                last = await self.house.store.read(read_seq(table.id)) if seq is None else seq
                if last is None or table.record.seq < last:
                    await self.house.refresh(table)
        table.schedule_bots()

    # Playing for bots

    def holds(self, id: str) -> bool:
        return id in self.held

    async def take_leases(self, ids: list[str]) -> None:
        """Try to become the one who plays for these tables' bots."""
        wanted = [id for id in ids if id not in self.held]
        if not wanted:
            return
        async with self.holding:
            try:
                if self.holder is None or self.holder.closed:
                    self.holder = await psycopg.AsyncConnection.connect(self.url, autocommit=True, **DEAD_LINE)
                    self.held.clear()
                rows = await (await self.holder.execute(LEASE, [wanted])).fetchall()
            except (psycopg.Error, OSError) as error:
                self.house.store.incident.begin(POSTGRES, error)
                self.held.clear()
                self.holder = None
                return
        self.held |= {id for id, got in rows if got}
        for id in wanted:
            if id in self.held and (table := self.house.tables.get(id)):
                await self.catch_up(table)

    async def release(self, id: str) -> None:
        self.there.pop(id, None)
        if id in self.held:
            self.held.discard(id)
            with contextlib.suppress(psycopg.Error, AttributeError):
                async with self.holding:
                    await self.holder.execute(RELEASE, [id])  # type: ignore[union-attr]

    async def tick(self) -> None:
        """Once a second: leases of running tables here; now and then those that nobody has, and who is here."""
        now = time.monotonic()
        running = [t.id for t in self.house.tables.values() if t.status == "playing"]
        await self.take_leases(running)
        if now - self.looked > LOOK:
            self.looked = now
            # A table may come here at any time, when another process dies.
            for game in await self.house.store.read(list_played):
                self.house.prepare(game)
            left = [id for id in await self.house.store.read(list_running) if id not in self.house.tables]
            await self.take_leases(left)
            for id in left:
                if id in self.held:
                    await self.house.table_or_none(id)
        if now - self.told > TELL:
            self.told = now
            for table in list(self.house.tables.values()):
                if any(w.mine for w in table.watchers):
                    self.tell_here(table)

    # Who is where

    def tell_here(self, table: "LiveTable") -> None:
        seats = sorted({s for w in table.watchers for s in w.mine})
        self.do(self.say(f"here {table.id} {self.name} {','.join(map(str, seats))}"))

    def ask_who(self, table: "LiveTable") -> None:
        self.do(self.say(f"who {table.id} {self.name}"))

    async def say(self, payload: str) -> None:
        with contextlib.suppress(psycopg.Error):
            async with self.holding:
                if self.holder is not None and not self.holder.closed:
                    await self.holder.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])

    def note_here(self, table: "LiveTable", by: str, seats: set[int]) -> None:
        before = self.elsewhere(table.id)
        self.there.setdefault(table.id, {})[by] = seats, time.monotonic()
        if self.elsewhere(table.id) != before:
            table.show()

    def elsewhere(self, id: str) -> list[int]:
        """The seats that are connected to other processes; twice if to two of them."""
        fresh = time.monotonic() - GONE
        return sorted(s for seats, at in self.there.get(id, {}).values() if at > fresh for s in seats)
