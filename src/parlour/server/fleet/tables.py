"""The tables in memory: laid, found, loaded from the store and dropped again; there is a cap."""

import asyncio
import heapq
import logging
import time
from collections.abc import Sequence

import msgspec

from parlour.server import wire
from parlour.server.store.store import Kept, StoreError, read_table
from parlour.server.table import laying, live
from parlour.server.table.following import catch_up
from parlour.server.table.live import GRACE, LiveTable
from parlour.server.table.refusals import Busy, NoSuchTable
from parlour.server.table.services import Services

# Tables in memory, and how many are evicted together when a place is needed.
MAX_LIVE, EVICT_TOGETHER = 2000, 16

# Seconds since a table was last used, after which it is evicted, and after which it is if a place is needed.
IDLE, JUST_USED = 60.0, 1.0

# Tables are woken so many seconds before their deadline: whoever decides at a table that is loaded has this grace.
SOON = GRACE

# A table that could not be loaded or played on is left alone for so many seconds.
RETRY = 300.0

FULL = "The house is full just now; try again in a moment."


class Tables:
    """All live tables of this process, by their ids."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.tables = self
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[None]] = {}
        # By table that is being loaded its game, whose rules may have to be compiled first.
        self.awaited: dict[str, str] = {}
        # By table that failed when it may be woken again.
        self.failed: dict[str, float] = {}

    async def lay(
        self, wish: wire.NewTable, session: str = "", tokens: Sequence[str] = ()
    ) -> tuple[wire.TableMade, list[str]]:
        """Create a table for whoever has these tokens; also returns that of the creator's seats."""
        self.check_room()
        return await laying.lay(self.services, wish, session, tokens)

    # Finding

    async def find(self, id: str) -> LiveTable:
        """A live table, loaded from the store if necessary; Busy if there are too many already."""
        while id not in self.live:
            # Once more if another process has changed it since: nobody was here who had to hear of that.
            if id not in self.loading:
                self.check_room()
                self.loading[id] = asyncio.get_running_loop().create_task(self.load(id))
            await asyncio.shield(self.loading[id])
        self.live[id].used = time.monotonic()
        return self.live[id]

    async def find_now(self, id: str) -> LiveTable:
        """A live table as it is stored: whoever comes may just have taken a seat at another process."""
        table = await self.find(id)
        if self.services.peers.shared:
            await catch_up(table)
        return await self.find(id)

    async def find_or_none(self, id: str) -> LiveTable | None:
        """A table, or None if it cannot be loaded; that is logged and does not affect the others."""
        try:
            return await self.find(id)
        except NoSuchTable:
            return None
        except (StoreError, Busy):
            # Nothing is known about the table; to say that there is none would be wrong.
            raise
        except Exception:
            logging.exception("table %s cannot be loaded", id)
            return None

    async def kept_while_compiling(self, id: str) -> Kept | None:
        """A running table as it is stored, if it cannot be loaded before the rules of its game are compiled."""
        games = self.services.games
        if id in self.live or games.is_settled():
            return None
        try:
            kept = await self.services.store.read(read_table(id))
            if kept is None or not kept.matches[kept.table.number].started:
                return None
        except (msgspec.MsgspecError, LookupError):
            # `find_or_none` says what is wrong with it.
            return None
        if games.is_settled(kept.table.game):
            return None
        games.prepare(kept.table.game)
        return kept

    # Loading

    async def load(self, id: str) -> None:
        """Load a table; whoever waits for it may leave meanwhile, and the next one still waits for the same."""
        try:
            await self.load_now(id)
        finally:
            del self.loading[id]
            self.awaited.pop(id, None)

    async def load_now(self, id: str) -> None:
        kept = await self.services.store.read(read_table(id))
        if kept is None:
            raise NoSuchTable(id)
        self.awaited[id] = kept.table.game
        table = self.live[id] = LiveTable(self.services, await live.load(self.services, kept))
        peers = self.services.peers
        if peers.shared:
            peers.ask_who(id)
            await peers.take_leases([id] if table.status == "playing" else [])
            # What was told while the table was being read was told to nobody.
            await catch_up(table)
        table.schedule_bots()

    def loaded_share(self, id: str) -> float:
        """How far the game of a table is that is being loaded."""
        return self.services.games.readiness(self.awaited[id]) if id in self.awaited else 1.0

    def note_failure(self, id: str) -> None:
        self.failed[id] = time.monotonic() + RETRY

    # Leaving

    def drop(self, id: str) -> None:
        """A table has left memory."""
        self.live.pop(id, None)
        self.services.bots.drop(id)
        self.services.peers.left(id)

    def check_room(self) -> None:
        """Refuse another table rather than let memory grow."""
        if not self.make_room():
            raise Busy(FULL)

    def make_room(self) -> bool:
        """Whether one more table may be loaded; above the cap the least recently used are evicted that can."""
        if len(self.live) + len(self.loading) < MAX_LIVE:
            return True
        idle = [table for table in self.live.values() if self.may_leave(table, JUST_USED)]
        for table in heapq.nsmallest(EVICT_TOGETHER, idle, key=lambda t: t.used):
            table.forget()
        return bool(idle)

    def may_leave(self, table: LiveTable, idle: float) -> bool:
        return time.monotonic() - table.used >= idle and not table.is_needed(self.services.clock.now() + SOON)

    def evict_idle(self, table: LiveTable) -> None:
        """Let a table go that nobody has used for a while."""
        if not table.forgotten and self.may_leave(table, IDLE):
            table.forget()

    def is_used(self, id: str) -> bool:
        """Whether somebody is connected to a table, here or at another process."""
        table = self.live.get(id)
        return bool(table and table.watchers) or self.services.peers.is_used(id)
