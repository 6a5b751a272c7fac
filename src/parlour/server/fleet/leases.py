"""Leases: the clock and the bots of a table run in the process that holds its advisory lock, which ends with it."""

import asyncio
import contextlib
from typing import Any, LiteralString

import psycopg

from parlour.server.store.incidents import POSTGRES, Incident
from parlour.server.store.store import DEAD_LINE

LEASE = "SELECT id, pg_try_advisory_lock(hashtextextended('parlour ' || id, 0)) FROM unnest(%s::text[]) AS id"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended('parlour ' || %s, 0))"


class Leases:
    """The tables whose clock and bots run in this process, and the connection that holds their locks."""

    def __init__(self, url: str, incident: Incident) -> None:
        self.url, self.incident = url, incident
        self.held: set[str] = set()
        self.holder: psycopg.AsyncConnection[Any] | None = None
        self.holding = asyncio.Lock()

    def stop(self) -> None:
        if self.holder is not None:
            self.holder.pgconn.finish()

    async def take(self, ids: list[str]) -> list[str]:
        """Try to become the one who plays for these tables' bots; those that were got by it."""
        async with self.holding:
            # An advisory lock that is taken twice has to be released twice.
            wanted = [id for id in ids if id not in self.held]
            rows = await self.ask(LEASE, [wanted]) if wanted else []
            self.held |= {id for id, got in rows if got}
            return [id for id in wanted if id in self.held]

    async def release(self, id: str) -> None:
        async with self.holding:
            if id in self.held:
                self.held.discard(id)
                await self.ask(RELEASE, [id])

    async def check(self) -> None:
        """See whether the connection that holds the leases lives: they end with it, and nobody would say so."""
        async with self.holding:
            await self.ask("SELECT 1")

    async def give_back(self) -> None:
        """Give all leases back: whoever does not hear of changes must not play for anybody."""
        async with self.holding:
            await self.drop_holder()

    async def ask(self, statement: LiteralString, values: list[Any] | None = None) -> list[Any]:
        """Rows by the connection that holds the leases; none if it fails, and no lease either. Under `holding`."""
        try:
            if self.holder is None or self.holder.closed:
                self.held.clear()
                self.holder = await psycopg.AsyncConnection.connect(self.url, autocommit=True, **DEAD_LINE)
            return await (await self.holder.execute(statement, values)).fetchall()
        except (psycopg.Error, OSError) as error:
            self.incident.begin(POSTGRES, error)
            await self.drop_holder()
            return []

    async def tell(self, channel: str, payload: str) -> None:
        """Notify the other processes by the same connection; nobody hears it while there is none."""
        with contextlib.suppress(psycopg.Error):
            async with self.holding:
                if self.holder is not None and not self.holder.closed:
                    await self.holder.execute("SELECT pg_notify(%s, %s)", [channel, payload])

    async def drop_holder(self) -> None:
        self.held.clear()
        holder, self.holder = self.holder, None
        if holder is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await holder.close()
