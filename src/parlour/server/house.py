"""All live tables of a server, the bots' thread pool, and which token owns which seat."""

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from parlour import bots
from parlour.engine import registry
from parlour.engine.about import Mode
from parlour.engine.chance import Seeded
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.server import answering, wire
from parlour.server.chairs import BOT_NAMES
from parlour.server.clock import Clock
from parlour.server.codes import Codes
from parlour.server.compiler import Compiler
from parlour.server.faults import Faults
from parlour.server.live import LiveTable, Watcher
from parlour.server.pauses import Pauses, Thought, think
from parlour.server.resuming import fresh_match
from parlour.server.store import (
    Kept,
    Overtaken,
    SeatRecord,
    Store,
    StoreError,
    TableRecord,
    delete_table,
    keep_edition,
    list_held,
    list_played,
    list_running,
    make_table,
    read_edition_text,
    read_table,
)
from parlour.server.texts import free_name, tidy
from parlour.server.thinking import FairPool
from parlour.server.tokens import new_token, token_hash

if TYPE_CHECKING:
    from parlour.server.peers import Peers

MOST_LIVE = 2000
HINT_THREADS = 1
IDLE = 15 * 60.0

# Seconds for a thought; a bot that has found nothing by then plays a random move.
MOST_THOUGHT = 60.0

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
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.games: dict[str, asyncio.Task[Game]] = {}
        # Compiles games beside the server; without it they are compiled here when they are first called.
        self.compiler: Compiler | None = None
        self.pool = FairPool(bot_threads, "bot")
        # Hints have threads of their own: whoever asks for many must not slow the bots of other tables.
        self.hint_pool = FairPool(HINT_THREADS, "hint")
        self.bots: dict[tuple[str, int, str], bots.Bot] = {}
        self.pauses = Pauses(bot_wait)
        self.faults = Faults()
        self.codes, self.clock = Codes(store), Clock(store)
        # Whether the store was in trouble a second ago.
        self.troubled = False
        # Other processes on the same PostgreSQL; None on SQLite, which has one owner.
        self.peers: Peers | None = None
        # Whether to make the games that are played ready before anybody is let in: others serve meanwhile.
        self.warm_first = False
        # Told of every commit: how many seconds it took, and how many lines of play it kept.
        self.kept: Callable[[float, int], None] = lambda seconds, lines: None

    def close(self) -> None:
        """Finish queued writes; bots that are still thinking are not waited for."""
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
        id = secrets.token_urlsafe(9)
        await self.store.write(keep_edition(edition.hash, edition.text))
        await self.store.write(make_table(id, table, fresh_match(game, -1), token_hash(session)))
        links = [wire.SeatLink(seat=i, path=f"/t/{id}#{code}") for i, code in enumerate(invitations) if code]
        return wire.TableMade(id=id, path=f"/t/{id}", links=links), [session]

    async def mine(self, cookies: dict[str, str], session: str = "", language: str = "en") -> list[wire.TableCard]:
        """The tables that a browser has seats at, newest first; `cookies` are those of one table each."""
        hash = token_hash(session)
        held = await self.store.read(list_held(hash, MOST_MINE)) if session else []
        found = []
        for id in dict.fromkeys([*held, *list(cookies)[-MOST_MINE:]]):
            table = await self.table_or_none(id)
            if table is None:
                continue
            seats = seats_of(table.record, [session, *cookies.get(id, "").split(".")])
            if seats:
                found.append((table.record.created, table_card(table, seats, language)))
        return [card for _, card in sorted(found, key=lambda f: f[0], reverse=True)]

    # Finding tables

    async def table(self, id: str) -> LiveTable:
        """A live table, loaded from the store if necessary."""
        if id in self.tables:
            return self.tables[id]
        if id not in self.loading:
            self.loading[id] = asyncio.get_running_loop().create_task(self.wake(id))
        try:
            return await asyncio.shield(self.loading[id])
        finally:
            self.loading.pop(id, None)

    async def table_or_none(self, id: str) -> LiveTable | None:
        """A table, or None if it cannot be loaded; that is logged and does not affect the others."""
        try:
            return await self.table(id)
        except NoSuchTable:
            return None
        except StoreError:
            # Nothing is known about any table; to say that there are none would be wrong.
            raise
        except Exception:
            logging.exception("table %s cannot be loaded", id)
            return None

    async def wake(self, id: str) -> LiveTable:
        kept = await self.store.read(read_table(id))
        if kept is None:
            raise NoSuchTable(id)
        table = await self.lay_kept(kept)
        self.tables[id] = table
        if self.peers is not None:
            self.peers.ask_who(table)
            await self.peers.take_leases([id] if table.status == "playing" else [])
            # What was told while the table was being read was told to nobody.
            await self.peers.catch_up(table)
        table.schedule_bots()
        return table

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

    def tell_here(self, table: LiveTable, watcher: Watcher) -> None:
        if self.peers and watcher.mine:
            self.peers.tell_here(table)

    async def drop_or_refresh(self, table: LiveTable) -> None:
        """After a change that was not the next one: what is in memory here is wrong."""
        if self.peers is None:
            self.forget(table)
        else:
            await self.refresh(table)

    async def refresh(self, table: LiveTable) -> None:
        """Read a table again that another process has changed; its browsers stay. Under the table's lock."""
        kept = await self.store.read(read_table(table.id))
        if kept is None:
            self.forget(table)
        else:
            await table.adopt(kept)

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
        """How far a game is from being dealt: 1 when that takes no time any more."""
        return 1.0 if self.is_warm(name) else min(self.progress(name), 0.99)

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
        """After a start: load the tables where a bot is to move or a deadline runs; `peers` looks for its own."""
        if self.peers is not None:
            return
        for id in (await self.store.read(list_running))[:MOST_LIVE]:
            await self.table_or_none(id)

    async def tick(self) -> None:
        """Once a second: check deadlines, and unload tables that nobody watches."""
        await self.look_after_store()
        jumped, now = await self.clock.gap(), self.clock.now()
        if self.peers is not None:
            await self.peers.tick()
        for table in list(self.tables.values()):
            if jumped:
                table.grant_grace(now)
            # A table whose lock is held is checked in the next second.
            if table.lock.locked():
                continue
            try:
                await table.tick(now)
            except Overtaken:
                await answering.refresh_or_forget(table)
            except StoreError:
                self.forget(table)
            except Exception:
                logging.exception("the deadline of table %s could not be checked", table.id)
                self.forget(table)
            busy = table.watchers or table.record.deadline or (table.task and not table.task.done())
            if not busy and now - table.record.created > IDLE:
                self.forget(table)

    async def look_after_store(self) -> None:
        """After an incident the tables are woken that were dropped when their changes could not be kept."""
        self.store.look()
        over, self.troubled = self.troubled and not self.store.incident.why, bool(self.store.incident.why)
        if over:
            await self.wake_all()

    # Bots

    def bot(self, table: LiveTable, seat: int) -> bots.Bot:
        level = table.record.seats[seat].level or "medium"
        key = (table.id, seat, level)
        if key not in self.bots:
            self.bots[key] = bots.make(level, table.game, secrets.randbits(60))
        return self.bots[key]

    def bot_move(self, table: LiveTable, match: Match, seat: int) -> Awaitable[Thought]:
        """A bot's choice from its own hidden record as it is now, computed in the thread pool."""
        bot, edition = self.bot(table, seat), table.edition
        hidden, legal = match.hidden(seat), match.legal(seat)
        work = partial(think, lambda: bot.choose(edition, hidden, legal, seat))
        return self.pool.run(table.address, work, MOST_THOUGHT)

    async def hints(self, match: Match, seat: int, address: str) -> list[tuple[int, float]]:
        """The best moves of a seat, from what it knows."""
        await self.bots_ready(match.game.name)
        found = await self.hint_pool.run(address, partial(bots.hint, match, seat))
        return [(hint.move, hint.value) for hint in found]


def load_and_try(name: str) -> Game:
    """Load a game and play a move, so that all of its kernels are compiled."""
    game: Game = registry.load(name)
    match = Match(game, chance=Seeded(0))
    match.settle()
    for seat in match.deciders:
        match.look(seat).view  # noqa: B018 - made once, so that nobody waits for it
        match.play(match.legal(seat)[0], seat)
        match.story(seat)
    return game


def own_edition(game: Game, name: str) -> Edition:
    if name not in game.editions:
        raise ValueError(f"{game.about.title} has no edition {name!r}; it has {', '.join(game.editions)}")
    return game.edition(name)


def check_options(game: Game, wish: wire.NewTable) -> Mode:
    """The requested mode, if the rest of the request fits it."""
    mode = game.about.mode(wish.mode)[1]
    game.about.check_seats(mode, len(wish.seats))
    game.about.ruling_bits(wish.rulings)
    if all(seat.kind == "bot" for seat in wish.seats):
        raise ValueError("somebody has to play: at least one seat must not be a bot's")
    return mode


def seat_records(wishes: list[wire.SeatWish], session: str, invitations: list[str]) -> list[SeatRecord]:
    """The seats of a new table; a friend's belongs to nobody until the invitation is used."""
    made: list[SeatRecord] = []
    for i, wish in enumerate(wishes):
        usual = BOT_NAMES[i] if wish.kind == "bot" else f"Player {i + 1}"
        name = free_name(tidy(wish.name or "") or usual, [seat.name for seat in made])
        made.append(seat_record(wish, name, session, invitations[i]))
    return made


def seat_record(wish: wire.SeatWish, name: str, session: str, invitation: str) -> SeatRecord:
    if wish.kind == "bot":
        return SeatRecord(kind="bot", name=name, level=wish.level)
    if wish.kind == "friend":
        return SeatRecord(kind="person", name=name, invitation=token_hash(invitation))
    return SeatRecord(kind="person", name=name, token_hash=token_hash(session), claimed=True)


def seats_of(table: TableRecord, tokens: Iterable[str]) -> list[int]:
    """The claimed seats that these tokens own."""
    hashes = {token_hash(t) for t in tokens if t}
    return [i for i, seat in enumerate(table.seats) if seat.claimed and seat.token_hash in hashes]


def table_card(table: LiveTable, seats: list[int], language: str) -> wire.TableCard:
    match = table.match
    deciders = match.deciders if match else []
    return wire.TableCard(
        id=table.id,
        game=table.game.name,
        names=[seat.name for seat in table.record.seats],
        over=table.status == "over",
        your_turn=any(s in deciders for s in seats),
        status=table.status,  # type: ignore[arg-type]
        state=state_line(match, seats, language) if match else table.frozen,
        mine=seats,
        deciders=deciders,
        deadline=table.record.deadline,
        points=match.points if match else [],
        winners=match.winners if match else [],
    )


def state_line(match: Match, seats: list[int], language: str) -> str:
    """The question or whom the table waits for, and at the end how it ended; on a shared screen what all may see."""
    look = match.look(seats[0] if len(seats) == 1 else int(PUBLIC), language=language)
    told = look.story(max(match.ply - 1, match.begin)) if match.over else []
    return told[-1].words if told else look.say(look.ask)
