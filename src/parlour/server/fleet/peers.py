"""Several processes on one PostgreSQL: who is told of which change, and who plays for a table's bots.

Any process serves any table from the store. Whoever commits a change says so in the same transaction (NOTIFY); the
others read the table again if somebody watches it there. The clock and the bots of a table run where its advisory lock
is held, a lease that ends with the process. Which seats are connected is not stored: processes tell one another.
"""

import asyncio
import logging
import re
import time
from collections.abc import Mapping
from typing import Any

import psycopg

from parlour.server.fleet.leases import Leases
from parlour.server.fleet.tables import Tables
from parlour.server.fleet.waking import Waking
from parlour.server.store.incidents import POSTGRES
from parlour.server.store.records import NEWS, ChangeNews
from parlour.server.store.store import CHANNEL, DEAD_LINE, StoreError, list_played
from parlour.server.store.writing import WORDING
from parlour.server.table.following import catch_up
from parlour.server.table.live import LiveTable
from parlour.server.table.services import Alone

# Seconds between two attempts to connect, between two looks for tables that nobody plays on, between two tellings who
# is here, and after which somebody that another process has not told again is not.
RETRY, LOOK, TELL, GONE = 1.0, 5.0, 5.0, 15.0
# Tables in one NOTIFY, which may have 8,000 bytes.
MAX_TABLES = 300


class Peers(Alone):
    """This process among others on the same database."""

    shared = True

    def __init__(self, tables: Tables, waking: Waking) -> None:
        self.tables, self.waking, self.services = tables, waking, tables.services
        store = self.services.store
        self.name = store.name
        self.url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.leases = Leases(self.url, store.incident)
        # Since when other processes are heard, by the monotonic clock; 0 while they are not.
        self.heard_since = 0.0
        # By table, in memory here or not, and by process the seats that are connected there, and when that was told.
        self.there: dict[str, dict[str, tuple[set[int], float]]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.looked = self.told = 0.0

    def start(self) -> None:
        self.do(self.listen_for_ever())
        # Connected from the start, even if no lease is wanted: who is here is told by it.
        self.do(self.leases.check())

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.leases.stop()

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
                self.services.store.incident.begin(POSTGRES, error)
            except Exception as error:
                self.services.faults.note("not-heard", "listening to other processes failed; trying again", error=error)
            self.heard_since = 0.0
            await self.leases.give_back()
            await asyncio.sleep(RETRY)

    async def read_all_again(self) -> None:
        """Notifications that came while the connection was lost are lost: read every table again."""
        for table in list(self.tables.live.values()):
            await catch_up(table)

    def hear(self, payload: str) -> None:
        """One NOTIFY payload; if it is not understood, the tables that it names are read again."""
        wording, _, word = payload.partition(" ")
        try:
            if wording == WORDING:
                self.understand(word)
                return
        except Exception as error:
            self.services.faults.note("not-heard", "a payload of another process is not understood", error=error)
        # It may be of another version too, while several machines are upgraded one after the other.
        for id in set(re.split("[ :]", payload)) & self.tables.live.keys():
            self.do(catch_up(self.tables.live[id]))

    def understand(self, word: str) -> None:
        """A change, a deleted table, which seats are connected there, or a question for that."""
        kind, _, rest = word.partition(" ")
        if kind == "here":
            by, *tables = rest.split(" ")
            for entry in tables:
                self.note_here(by, *entry.split(":"))
            return
        id, by, *more = rest.split(" ", 3)
        table = self.tables.live.get(id)
        if by == self.name or table is None:
            return
        if kind == "change":
            self.hear_change(table, int(more[0]), NEWS.decode(more[1]))
        elif kind == "gone":
            table.forget()
        elif kind == "who":
            self.tell_here({table.id: table.seats_here()})

    def hear_change(self, table: LiveTable, seq: int, news: ChangeNews) -> None:
        if table.record.seq >= seq and not news.notice:
            return
        if table.watchers or table.id in self.leases.held or table.lock.locked():
            self.do(catch_up(table, seq, news))
        else:
            table.forget()

    # Playing for bots

    def may_play(self, id: str) -> bool:
        return id in self.leases.held

    async def take_leases(self, ids: list[str]) -> None:
        for id in await self.leases.take(ids):
            if table := self.tables.live.get(id):
                await catch_up(table)

    def left(self, id: str) -> None:
        self.do(self.leases.release(id))

    async def tick(self) -> None:
        """Once a second: leases of running tables here; now and then those that nobody has, and who is here."""
        now = time.monotonic()
        await self.leases.check()
        running = [t.id for t in self.tables.live.values() if t.status == "playing"]
        await self.take_leases(running)
        if now - self.looked > LOOK:
            self.looked = now
            # A table may come here at any time, when another process dies.
            for game in await self.services.store.read(list_played):
                self.services.games.prepare(game)
            self.waking.look()
        if now - self.told > TELL:
            self.told = now
            self.drop_gone()
            self.tell_here({id: table.seats_here() for id, table in self.tables.live.items() if table.watchers})

    # Who is where

    def tell_here(self, seats: Mapping[str, set[int]]) -> None:
        # Many tables in one NOTIFY, since each is a round trip.
        told = [f"{id}:{','.join(map(str, sorted(here)))}" for id, here in seats.items()]
        for start in range(0, len(told), MAX_TABLES):
            self.do(self.say(f"here {self.name} {' '.join(told[start : start + MAX_TABLES])}"))

    def ask_who(self, id: str) -> None:
        self.do(self.say(f"who {id} {self.name}"))

    async def say(self, word: str) -> None:
        await self.leases.tell(CHANNEL, f"{WORDING} {word}")

    def note_here(self, by: str, id: str, seats: str) -> None:
        if by == self.name:
            return
        before, table = self.elsewhere(id), self.tables.live.get(id)
        self.there.setdefault(id, {})[by] = {int(s) for s in seats.split(",") if s}, time.monotonic()
        if table is not None and self.elsewhere(id) != before:
            # Under the lock: else a move could be seen that is still being written, and perhaps never stored.
            self.do(table.try_act(table.show_again))

    def drop_gone(self) -> None:
        """Forget what no process has told again."""
        self.there = {id: told for id, told in self.there.items() if self.is_used(id)}

    def elsewhere(self, id: str) -> list[int]:
        return sorted(s for seats in self.fresh(id) for s in seats)

    def is_used(self, id: str) -> bool:
        return bool(self.fresh(id))

    def fresh(self, id: str) -> list[set[int]]:
        return [seats for seats, at in self.there.get(id, {}).values() if time.monotonic() - at < GONE]

    @property
    def hears_others(self) -> bool:  # type: ignore[override]
        """Every process has had the time to tell which tables are used there."""
        return bool(self.heard_since) and time.monotonic() - self.heard_since >= GONE

    async def until_all_have_told(self) -> None:
        """Until that is so."""
        while not self.hears_others:
            await asyncio.sleep(RETRY)
