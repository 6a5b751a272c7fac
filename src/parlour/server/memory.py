"""Which tables are in memory: those that are due are woken, those that nobody uses leave, and there is a cap.

A table sleeps in the store. Its column `deadline` says when the server has to act there by itself, so a sleeping table
costs nothing until then.
"""

import asyncio
import contextlib
import heapq
import logging
from time import monotonic
from typing import TYPE_CHECKING

from parlour.server.live import GRACE, LiveTable
from parlour.server.store import StoreError, keep_due, list_due, list_seqs

if TYPE_CHECKING:
    from parlour.server.house import House

# Tables in memory, and how many leave together when a place is needed.
MOST_LIVE, LEAVE_TOGETHER = 2000, 16

# Seconds since a table was last used, after which it leaves, and after which it does if a place is needed.
IDLE, JUST_USED = 60.0, 1.0

# Tables are woken so many seconds before their deadline: whoever decides at a table that is loaded has this grace.
SOON = GRACE

# How many leases are asked for together, how many tables are woken at the same time, and for how many seconds the next
# ones wait for one of them: rules that are still being compiled hold up no other game.
LEASES, TOGETHER, PATIENCE = 64, 8, 2.0

# A table that could not be loaded or played on is left alone for so many seconds.
RETRY = 300.0


class Memory:
    """Wakes tables and lets them sleep."""

    def __init__(self, house: "House") -> None:
        self.house = house
        # By table that failed when it may be woken again.
        self.failed: dict[str, float] = {}
        self.looking: asyncio.Task[None] | None = None
        self.waking: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        for task in (self.looking, *self.waking):
            if task:
                task.cancel()

    # Leaving

    def make_room(self) -> bool:
        """Whether one more table may be loaded; above the cap the least recently used leave that can."""
        if len(self.house.tables) + len(self.house.loading) < MOST_LIVE:
            return True
        idle = [table for table in self.house.tables.values() if self.may_leave(table, JUST_USED)]
        for table in heapq.nsmallest(LEAVE_TOGETHER, idle, key=lambda t: t.used):
            self.house.forget(table)
        return bool(idle)

    def may_leave(self, table: LiveTable, idle: float = 0.0) -> bool:
        return monotonic() - table.used >= idle and not table.is_needed(self.house.clock.now() + SOON)

    def unload(self, table: LiveTable) -> None:
        """Let a table go that nobody has used for a while."""
        if not table.forgotten and self.may_leave(table, IDLE):
            self.house.forget(table)

    # Following

    async def follow_store(self) -> None:
        """Read tables again that `parlour house` has changed, and drop those that it has deleted.

        Only on SQLite, where no word of it comes.
        """
        live = list(self.house.tables.values())
        with contextlib.suppress(StoreError):
            kept = await self.house.store.read(list_seqs([table.id for table in live])) if live else {}
            for table in live:
                # A table whose lock is held is compared in the next second.
                if not table.lock.locked() and kept.get(table.id) != table.record.seq:
                    await self.follow(table, kept.get(table.id))

    async def follow(self, table: LiveTable, seq: int | None) -> None:
        async with table.lock:
            if table.forgotten:
                return
            if seq is None:
                self.house.forget(table)
            elif table.record.seq < seq:
                await self.refresh(table)

    async def refresh(self, table: LiveTable) -> None:
        """Read a table again; one that cannot be read is left alone and does not affect the others."""
        try:
            await self.house.refresh(table)
        except StoreError:
            raise
        except Exception:
            logging.exception("table %s cannot be read again", table.id)
            self.note_failure(table.id)
            self.house.forget(table)

    # Waking

    def note_failure(self, id: str) -> None:
        self.failed[id] = monotonic() + RETRY

    def look(self) -> None:
        """Wake what is due, unless that is being done."""
        if self.looking is None or self.looking.done():
            self.looking = asyncio.get_running_loop().create_task(self.wake_or_later())

    async def wake_or_later(self) -> None:
        with contextlib.suppress(StoreError):
            await self.wake_due()

    async def wake_due(self) -> None:
        """Wake the tables where a bot is to move or a deadline is near; on PostgreSQL those whose lease is free."""
        house = self.house
        self.failed = {id: until for id, until in self.failed.items() if until > monotonic()}
        found = await house.store.read(list_due(house.clock.now() + SOON))
        due = [id for id in found if not (id in house.tables or id in house.loading or id in self.failed)]
        for start in range(0, len(due), LEASES):
            if not self.make_room():
                return
            await self.wake_all(await self.leased(due[start : start + LEASES]))

    async def leased(self, ids: list[str]) -> list[str]:
        """Those of some tables whose bots and clock may run in this process."""
        if self.house.peers is not None:
            await self.house.peers.take_leases(ids)
        return [id for id in ids if self.house.may_play(id)]

    async def wake_all(self, ids: list[str]) -> None:
        """Wake tables, some at the same time; each that is done makes room for the next."""
        begun: set[asyncio.Task[None]] = set()
        for id in ids:
            if len(begun) == TOGETHER:
                done, begun = await asyncio.wait(begun, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    begun = set()
            task = asyncio.get_running_loop().create_task(self.wake(id))
            for tasks in (begun, self.waking):
                tasks.add(task)
            task.add_done_callback(self.waking.discard)
        if begun:
            await asyncio.wait(begun, timeout=PATIENCE)

    async def wake(self, id: str) -> None:
        """Load a table that is due; its bots go on by themselves."""
        table = None
        if self.make_room():
            with contextlib.suppress(StoreError):
                table = await self.house.table_or_none(id)
                if table is None:
                    self.note_failure(id)
        if table is not None:
            await self.check_due(table)
        elif self.house.peers is not None:
            await self.house.peers.release(id)

    async def check_due(self, table: LiveTable) -> None:
        """Note in the store when a table is due that was woken for nothing, so that it is not woken again."""
        async with table.lock:
            due = table.due()
            if not table.forgotten and not 0 < due <= self.house.clock.now() + SOON:
                with contextlib.suppress(StoreError):
                    await self.house.store.write(keep_due(table.id, table.record.seq, due))
