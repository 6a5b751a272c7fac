"""All live tables of a server, the bots' thread pool, and which token owns which seat."""

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from parlour import bots
from parlour.compiler import Compiler, load_and_try
from parlour.engine import registry
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.server import wire
from parlour.server.clock import Clock
from parlour.server.codes import Codes
from parlour.server.laying import check_options, own_edition, seat_records
from parlour.server.live import LiveTable, Watcher
from parlour.server.memory import Memory
from parlour.server.pauses import Pauses, Thought, think
from parlour.server.resuming import fresh_match
from parlour.server.store import (
    Kept,
    Overtaken,
    Store,
    StoreError,
    TableRecord,
    delete_table,
    keep_edition,
    list_played,
    make_table,
    read_edition_text,
    read_table,
)
from parlour.server.thinking import FairPool
from parlour.server.tokens import new_id, new_token, token_hash

if TYPE_CHECKING:
    from parlour.server.peers import Peers

HINT_THREADS = 1

# Seconds for a thought; a bot that has found nothing by then plays a random move.
MOST_THOUGHT = 60.0

FULL = "The house is full just now; try again in a moment."

# A browser's cookies may name many tables; at most so many are listed.
MOST_MINE = 40


class NoSuchTable(KeyError):
    """There is no table with that id."""


class NotAllowed(PermissionError):
    """The request needs a seat or a right that the client does not have."""


class Busy(RuntimeError):
    """Too many expensive requests at once."""


class House:
    """All live tables, and the store behind them."""

    def __init__(self, store: Store, bot_threads: int = 2, bot_wait: float = 0.9) -> None:
        self.store = store
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[None]] = {}
        # By table that is being loaded its game, whose rules may have to be compiled first.
        self.awaited: dict[str, str] = {}
        self.games: dict[str, asyncio.Task[Game]] = {}
        # Compiles games beside the server; without it they are compiled here when they are first called.
        self.compiler: Compiler | None = None
        self.pool = FairPool(bot_threads, "bot")
        # Hints have threads of their own: whoever asks for many must not slow the bots of other tables.
        self.hint_pool = FairPool(HINT_THREADS, "hint")
        self.bots: dict[tuple[str, int, str], bots.Bot] = {}
        self.pauses = Pauses(bot_wait)
        self.faults = store.faults
        self.codes, self.clock = Codes(store), Clock(store)
        self.memory = Memory(self)
        # Whether the store was in trouble a second ago.
        self.troubled = False
        # Other processes on the same PostgreSQL; None on SQLite, which has one owner.
        self.peers: Peers | None = None
        # Whether to make the games that are played ready before anybody is let in: others serve meanwhile.
        self.warm_first = False
        # Told of every commit: how many seconds it took, and how many lines of play it kept.
        self.kept: Callable[[float, int], None] = lambda seconds, lines: None
        # Told how many seconds each acknowledgement took.
        self.acked: Callable[[float], None] = lambda seconds: None

    def close(self) -> None:
        """Finish queued writes; bots that are still thinking are not waited for."""
        self.memory.stop()
        for table in self.tables.values():
            table.stop()
        if self.peers is not None:
            self.peers.stop()
        for pool in (self.pool, self.hint_pool):
            pool.close()
        self.store.close()

    # Laying tables

    async def lay(self, wish: wire.NewTable, session: str = "") -> tuple[wire.TableMade, list[str]]:
        """Create a table; also returns the token of the creator's seats, which is that of the session."""
        self.check_room()
        game = await self.loaded(wish.game)
        self.prepare(game.name)
        edition = await asyncio.to_thread(own_edition, game, wish.edition)
        mode = check_options(game, wish)
        session = session or new_token()
        invitations = [new_token() if seat.kind == "friend" else "" for seat in wish.seats]
        table = TableRecord(
            game=game.name,
            edition=edition.hash,
            mode=mode.name,
            rulings=wish.rulings,
            seats=seat_records(wish.seats, session, invitations),
            pace=wish.pace,
            best_of=wish.best_of,
            chat=wish.chat and not game.about.silent,
            help=wish.help,
            private=wish.private,
            laid=token_hash(session),
            created=time.time(),
        )
        id = new_id()
        await self.store.write(keep_edition(edition.hash, edition.text))
        await self.store.write(make_table(id, table, fresh_match(game, -1), token_hash(session)))
        links = [wire.SeatLink(seat=i, path=f"/t/{id}#{code}") for i, code in enumerate(invitations) if code]
        return wire.TableMade(id=id, path=f"/t/{id}", links=links), [session]

    # Finding tables

    async def table(self, id: str) -> LiveTable:
        """A live table, loaded from the store if necessary; Busy if there are too many already."""
        while id not in self.tables:
            # Once more if another process has changed it since: nobody was here who had to hear of that.
            if id not in self.loading:
                self.check_room()
                self.loading[id] = asyncio.get_running_loop().create_task(self.wake(id))
            await asyncio.shield(self.loading[id])
        self.tables[id].used = time.monotonic()
        return self.tables[id]

    def check_room(self) -> None:
        """Refuse another table rather than let memory grow."""
        if not self.memory.make_room():
            raise Busy(FULL)

    async def table_now(self, id: str) -> LiveTable:
        """A live table as it is stored: whoever comes may just have taken a seat at another process."""
        table = await self.table(id)
        if self.peers is not None:
            await self.peers.catch_up(table)
        return await self.table(id)

    async def table_or_none(self, id: str) -> LiveTable | None:
        """A table, or None if it cannot be loaded; that is logged and does not affect the others."""
        try:
            return await self.table(id)
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
        if id in self.tables or self.compiler is None or self.compiler.is_settled():
            return None
        try:
            kept = await self.store.read(read_table(id))
            if kept is None or not kept.matches[kept.table.number].started:
                return None
        except (msgspec.MsgspecError, LookupError):
            # `table_or_none` says what is wrong with it.
            return None
        if self.compiler.is_settled(kept.table.game):
            return None
        self.prepare(kept.table.game)
        return kept

    async def wake(self, id: str) -> None:
        """Load a table; whoever waits for it may leave meanwhile, and the next one still waits for the same."""
        try:
            await self.wake_now(id)
        finally:
            del self.loading[id]
            self.awaited.pop(id, None)

    async def wake_now(self, id: str) -> None:
        kept = await self.store.read(read_table(id))
        if kept is None:
            raise NoSuchTable(id)
        self.awaited[id] = kept.table.game
        table = await self.lay_kept(kept)
        self.tables[id] = table
        if self.peers is not None:
            self.peers.ask_who(table)
            await self.peers.take_leases([id] if table.status == "playing" else [])
            # What was told while the table was being read was told to nobody.
            await self.peers.catch_up(table)
        table.schedule_bots()

    # Other processes

    def join_peers(self) -> None:
        """On PostgreSQL: hear of what other processes change, and share the bots with them."""
        if self.store.engine.dialect.name == "postgresql":
            from parlour.server.peers import Peers  # needs psycopg, which only houses on PostgreSQL have

            self.peers = Peers(self)
            self.peers.start()

    def may_play(self, id: str) -> bool:
        """Whether the clock and the bots of a table run in this process."""
        return self.peers is None or self.peers.holds(id)

    def elsewhere(self, id: str) -> list[int]:
        return self.peers.elsewhere(id) if self.peers else []

    def is_used(self, id: str) -> bool:
        """Whether somebody is connected to a table, here or at another process."""
        table = self.tables.get(id)
        return bool(table and table.watchers) or (self.peers is not None and self.peers.is_used(id))

    def tell_here(self, table: LiveTable, watcher: Watcher) -> None:
        if self.peers and watcher.mine:
            self.peers.tell_here([table])

    async def drop_or_refresh(self, table: LiveTable) -> None:
        """After a change that was not the next one: what is in memory here is wrong. Under the table's lock."""
        try:
            if self.peers is None:
                self.forget(table)
            else:
                await self.refresh(table)
        except StoreError:
            self.forget(table)

    async def refresh(self, table: LiveTable, notice: str = "") -> None:
        """Read a table again that another process has changed; its browsers stay. Under the table's lock."""
        kept = await self.store.read(read_table(table.id))
        if kept is None:
            self.forget(table)
        else:
            await table.adopt(kept, notice)

    async def lay_kept(self, kept: Kept) -> LiveTable:
        """A stored table with its match replayed in a thread, so that the event loop is not blocked."""
        begun = kept.matches[kept.table.number].started
        self.prepare(kept.table.game)
        game = await (self.game if begun else self.loaded)(kept.table.game)
        edition = await self.edition(game, kept.table.edition)
        return await asyncio.to_thread(LiveTable, self, kept, game, edition)

    async def loaded(self, name: str) -> Game:
        """A game whose rules may still be compiling: enough for a table that nobody has dealt at."""
        return await asyncio.to_thread(registry.load, name)

    def prepare(self, name: str) -> None:
        """Begin to make a game ready, if nobody has; whoever needs it waits for it and hears what went wrong."""
        if name not in self.games:
            self.games[name] = asyncio.get_running_loop().create_task(self.warm(name))

    def is_warm(self, name: str) -> bool:
        """Whether a game is loaded and warm, so that a deal takes no time."""
        task = self.games.get(name)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def game(self, name: str) -> Game:
        """A game whose kernels are compiled, in a thread: the first table of a game must not block the others."""
        self.prepare(name)
        try:
            return await asyncio.shield(self.games[name])
        except Exception:
            self.games.pop(name, None)
            raise

    async def warm(self, name: str) -> Game:
        if self.compiler is not None:
            self.compiler.hurry(name)
            await self.compiler.wait(name, "rules")
        game = await asyncio.to_thread(load_and_try, name)
        # Compiled code stays for good. To look through it for garbage stops every table for a tenth of a second.
        gc.freeze()
        return game

    async def warm_all(self) -> None:
        """Make the games ready that are being played; one that fails is left to whoever asks for it."""
        await asyncio.gather(*map(self.game, await self.store.read(list_played)), return_exceptions=True)

    def progress(self, name: str, part: str = "rules") -> float:
        """How much of a part of a game is compiled, from 0 to 1."""
        game = self.compiler.games.get(name) if self.compiler else None
        return game.share(part) if game else 1.0

    def readiness(self, name: str) -> float:
        """How much of a game is ready to be dealt, from 0 to 1; below 1 a deal would wait for the compiler."""
        return 1.0 if self.is_warm(name) else min(self.progress(name), 0.99)

    def loaded_share(self, id: str) -> float:
        """How far the game of a table is that is being loaded."""
        return self.readiness(self.awaited[id]) if id in self.awaited else 1.0

    async def bots_ready(self, name: str) -> None:
        """Until the bots of a game are compiled."""
        if self.compiler is not None:
            await self.compiler.wait(name, "bots")

    async def edition(self, game: Game, hash: str) -> Edition:
        if hash in game.own_editions:
            return game.own_editions[hash]
        text = await self.store.read(read_edition_text(hash))
        return game.edition_from(text or "", f"edition {hash[:12]}")

    def forget(self, table: LiveTable) -> None:
        """Drop a live table whose last write may have failed; the next request loads it from the store."""
        table.forgotten = True
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for key in [k for k in self.bots if k[0] == table.id]:
            del self.bots[key]
        for watcher in table.watchers:
            watcher.close()
        if self.peers is not None:
            self.peers.do(self.peers.release(table.id))

    async def clear(self, table: LiveTable) -> None:
        """Remove a table for good; whoever is connected is told that there is none."""
        await self.store.write(delete_table(table.id, self.store.name))
        self.forget(table)

    async def wake_all(self) -> None:
        """After a start: load the tables where a bot is to move or a deadline is near; `peers` looks for its own."""
        if self.peers is None:
            await self.memory.wake_due()

    async def tick(self) -> None:
        """Once a second: check deadlines, wake tables that are due, and unload those that nobody watches."""
        await self.look_after_store()
        await self.clock.look()
        now = self.clock.now()
        if self.clock.jumped:
            for table in self.tables.values():
                table.grant_grace(now)
            self.clock.jumped = False
        if self.peers is not None:
            await self.peers.tick()
        else:
            await self.memory.follow_store()
            self.memory.look()
        for table in list(self.tables.values()):
            # A table whose lock is held is checked in the next second.
            if table.lock.locked():
                continue
            try:
                await table.tick(now)
            except Overtaken:
                logging.debug("table %s was changed by another process", table.id)
            except StoreError:
                self.forget(table)
            except Exception:
                logging.exception("the deadline of table %s could not be checked", table.id)
                self.memory.note_failure(table.id)
                self.forget(table)
            self.memory.unload(table)

    async def look_after_store(self) -> None:
        """After an incident no table is left alone that failed meanwhile."""
        self.store.look()
        over, self.troubled = self.troubled and not self.store.incident.why, bool(self.store.incident.why)
        if over:
            self.memory.failed.clear()

    # Bots

    def bot(self, table: LiveTable, seat: int) -> bots.Bot:
        level = table.record.seats[seat].level or "medium"
        key = (table.id, seat, level)
        if key not in self.bots:
            self.bots[key] = bots.make(level, table.game, secrets.randbits(60))
        return self.bots[key]

    def bot_move(self, table: LiveTable, match: Match, seat: int) -> Awaitable[Thought]:
        """A bot's choice from its own hidden record as it is now, computed in the thread pool."""
        bot, edition, look = self.bot(table, seat), table.edition, match.look(seat)
        hidden, legal = look.hidden, look.legal
        work = partial(think, lambda: bot.choose(edition, hidden, legal, seat))
        return self.pool.run(table.address, work, MOST_THOUGHT)

    async def hints(self, match: Match, seat: int, address: str) -> list[tuple[int, float]]:
        """The best moves of a seat, from what it knows."""
        await self.bots_ready(match.game.name)
        found = await self.hint_pool.run(address, partial(bots.hint, match, seat))
        return [(hint.move, hint.value) for hint in found]


def seats_of(table: TableRecord, tokens: Iterable[str]) -> list[int]:
    """The claimed seats that these tokens own."""
    hashes = {token_hash(t) for t in tokens if t}
    return [i for i, seat in enumerate(table.seats) if seat.claimed and seat.token_hash in hashes]
