"""A house: all tables of this process with the parts that they share, from its opening to its end."""

from collections.abc import Mapping

from parlour.bots.engines import Engine
from parlour.server.fleet.clock import Clock
from parlour.server.fleet.tables import Tables
from parlour.server.fleet.waking import Waking
from parlour.server.store.codes import Codes
from parlour.server.store.store import Store
from parlour.server.table.bot_moves import Bots
from parlour.server.table.draws import Draws
from parlour.server.table.games import Games
from parlour.server.table.services import Alone, Services


class House:
    """Puts the parts together, and looks after them once a second."""

    def __init__(
        self,
        store: Store,
        bot_threads: int = 2,
        bot_wait: float = 0.9,
        draws: Draws | None = None,
        engines: Mapping[str, Engine] | None = None,
    ) -> None:
        self.store, self.faults, self.clock, self.games = store, store.faults, Clock(store), Games(store)
        draws = draws or Draws()
        self.engines = engines or {}
        self.bots = Bots(self.games, draws, bot_threads, bot_wait, engines)
        self.services = Services(store, self.clock, self.games, self.bots, Codes(store), draws)
        self.tables = Tables(self.services)
        self.waking = Waking(self.tables)
        # Whether the store was in trouble a second ago.
        self.troubled = False
        # Whether to make the games that are played ready before anybody is let in: others serve meanwhile.
        self.warm_first = False

    @property
    def peers(self) -> Alone:
        """Other processes on the same PostgreSQL; on SQLite there are none."""
        return self.services.peers

    def join_peers(self) -> None:
        """On PostgreSQL: hear of what other processes change, and share the bots with them."""
        if self.store.engine.dialect.name == "postgresql":
            from parlour.server.fleet.peers import Peers  # needs psycopg, which only houses on PostgreSQL have

            self.services.peers = peers = Peers(self.tables, self.waking)
            peers.start()

    def close(self) -> None:
        """Finish queued writes; bots that are still thinking are not waited for."""
        self.waking.stop()
        for table in self.tables.live.values():
            table.stop()
        self.peers.stop()
        self.bots.close()
        for engine in self.engines.values():
            engine.stop()
        self.store.close()

    async def wake_all(self) -> None:
        """After a start: load the tables where a bot is to move or a deadline is near; `peers` looks for its own."""
        if not self.peers.shared:
            await self.waking.wake_due()

    async def tick(self) -> None:
        """Once a second: check deadlines, wake tables that are due, and evict those that nobody watches."""
        self.look_after_store()
        await self.clock.look()
        now, live = self.clock.now(), self.tables.live
        if self.clock.jumped:
            for table in live.values():
                table.grant_grace(now)
            self.clock.jumped = False
        if self.peers.shared:
            await self.peers.tick()
        else:
            await self.waking.follow_store()
            self.waking.look()
        for table in list(live.values()):
            # A table whose lock is held is checked in the next second.
            if not table.lock.locked():
                await table.tick(now)
                self.tables.evict_idle(table)

    def look_after_store(self) -> None:
        """After an incident no table is left alone that failed meanwhile."""
        self.store.look()
        over, self.troubled = self.troubled and not self.store.incident.why, bool(self.store.incident.why)
        if over:
            self.tables.failed.clear()
