"""Waking: tables that are due are loaded, and those that were changed beside the server are read again.

A table sleeps in the store. Its column `deadline` says when the server has to act there by itself, so a sleeping table
costs nothing until then.
"""

import asyncio
import contextlib
from functools import partial
from time import monotonic

from parlour.server.fleet.tables import SOON, Tables
from parlour.server.store.store import StoreError, keep_due, list_due, list_seqs
from parlour.server.table.live import LiveTable

# How many leases are asked for together, how many tables are woken at the same time, and for how many seconds the next
# ones wait for one of them: rules that are still being compiled hold up no other game.
LEASE_BATCH, MAX_TOGETHER, WAKE_TIMEOUT = 64, 8, 2.0


class Waking:
    """Wakes the tables that are due, and reads again those that were changed beside the server."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.services = tables, tables.services
        self.looking: asyncio.Task[None] | None = None
        self.waking: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        for task in (self.looking, *self.waking):
            if task:
                task.cancel()

    # Following

    async def follow_store(self) -> None:
        """Read tables again that `parlour house` has changed, and drop those that it has deleted.

        Only on SQLite, where no word of it comes.
        """
        live = list(self.tables.live.values())
        with contextlib.suppress(StoreError):
            kept = await self.services.store.read(list_seqs([table.id for table in live])) if live else {}
            for table in live:
                # A table whose lock is held is compared in the next second.
                if not table.lock.locked() and kept.get(table.id) != table.record.seq:
                    await table.try_act(partial(self.read_again, table, kept.get(table.id)))

    async def read_again(self, table: LiveTable, seq: int | None) -> None:
        if seq is None:
            table.forget()
        elif table.record.seq < seq:
            await table.refresh()

    # Waking

    def look(self) -> None:
        """Wake what is due, unless that is being done."""
        if self.looking is None or self.looking.done():
            self.looking = asyncio.get_running_loop().create_task(self.wake_or_later())

    async def wake_or_later(self) -> None:
        with contextlib.suppress(StoreError):
            await self.wake_due()

    async def wake_due(self) -> None:
        """Wake the tables where a bot is to move or a deadline is near; on PostgreSQL those whose lease is free."""
        tables = self.tables
        tables.failed = {id: until for id, until in tables.failed.items() if until > monotonic()}
        found = await self.services.store.read(list_due(self.services.clock.now() + SOON))
        due = [id for id in found if not (id in tables.live or id in tables.loading or id in tables.failed)]
        for start in range(0, len(due), LEASE_BATCH):
            if not self.tables.make_room():
                return
            await self.wake_all(await self.leased(due[start : start + LEASE_BATCH]))

    async def leased(self, ids: list[str]) -> list[str]:
        """Those of some tables whose bots and clock may run in this process."""
        await self.services.peers.take_leases(ids)
        return [id for id in ids if self.services.peers.may_play(id)]

    async def wake_all(self, ids: list[str]) -> None:
        """Wake tables, some at the same time; each that is done makes room for the next."""
        begun: set[asyncio.Task[None]] = set()
        for id in ids:
            if len(begun) == MAX_TOGETHER:
                done, begun = await asyncio.wait(begun, timeout=WAKE_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    begun = set()
            task = asyncio.get_running_loop().create_task(self.wake(id))
            for tasks in (begun, self.waking):
                tasks.add(task)
            task.add_done_callback(self.waking.discard)
        if begun:
            await asyncio.wait(begun, timeout=WAKE_TIMEOUT)

    async def wake(self, id: str) -> None:
        """Load a table that is due; its bots go on by themselves."""
        table = None
        if self.tables.make_room():
            with contextlib.suppress(StoreError):
                table = await self.tables.find_or_none(id)
                if table is None:
                    self.tables.note_failure(id)
        if table is not None:
            await table.try_act(partial(self.check_due, table))
        else:
            self.services.peers.left(id)

    async def check_due(self, table: LiveTable) -> None:
        """Note in the store when a table is due that was woken for nothing, so that it is not woken again."""
        due = table.due()
        if not 0 < due <= self.services.clock.now() + SOON:
            with contextlib.suppress(StoreError):
                await self.services.store.write(keep_due(table.id, table.record.seq, due))
