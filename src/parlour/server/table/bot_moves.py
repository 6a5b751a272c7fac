"""A bot's move from beginning to end: thought out in a thread, held back, and played; for absent players too.

A move's time must tell nothing about a hand. A bot with one legal move answers at once, and a search takes as long as
its position is difficult. So each move is held back for a pause that is drawn before anybody looks at the list of
moves, and is longer than the searches of this game and level were lately. Where those take very long it is as long as
one of them, so that a forced answer comes as late now and then.
"""

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from parlour import bots
from parlour.bots.spec import ENGINE
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.look import AnyMove, Look
from parlour.engine.match import Match, Refusal
from parlour.server.store.faults import Faults
from parlour.server.store.records import TableRecord
from parlour.server.table.draws import Draws
from parlour.server.table.fair_pool import FairPool
from parlour.server.table.games import Games
from parlour.server.table.refusals import NotAllowed
from parlour.server.table.resting import Position

T = TypeVar("T")

NO_ENGINE = "This house has no engine by that name."

# Hints have threads of their own: whoever asks for many must not slow the bots of other tables.
HINT_THREADS = 1
# So have engines, as many as a house may have: a slow one holds up no other bot.
ENGINE_THREADS = 2

# Seconds for a thought; a bot that has found nothing by then plays a random move.
THOUGHT_TIMEOUT = 60.0

# A pause is this many times the shortest one at most.
SPREAD = 1.6

# What a search is taken to last until enough were measured, the longest that is always waited for, and how many are
# remembered.
FIRST_GUESS, MAX_USUAL, REMEMBERED = 0.15, 3.0, 50


class Thought(NamedTuple):
    """A bot's move, when a thread began to think about it, and for how long it did."""

    move: int
    began: float
    lasted: float


def timed(choose: Callable[[], int]) -> Thought:
    """A choice with its times; waiting for a thread is no thinking."""
    began = monotonic()
    return Thought(choose(), began, monotonic() - began)


class Pauses:
    """Draws pauses; remembers how long searches have lasted, by game and level."""

    def __init__(self, shortest: float) -> None:
        self.shortest = shortest
        self.lately: dict[tuple[str, str], deque[float]] = {}
        self.dice = random.SystemRandom()

    def draw(self, game: str, level: str) -> float:
        """Seconds from the beginning of a thought to its move; none at all where nobody has to follow."""
        if not self.shortest:
            return 0.0
        lately = self.of(game, level)
        guess = FIRST_GUESS if len(lately) < REMEMBERED else 0.0
        usual = min(MAX_USUAL, max(guess, *lately, 0.0)) + self.shortest * self.dice.uniform(1.0, SPREAD)
        return max(usual, self.dice.choice(lately or [guess]))

    def note(self, game: str, level: str, lasted: float) -> None:
        """A search among several moves has lasted so long."""
        self.of(game, level).append(lasted)

    def of(self, game: str, level: str) -> deque[float]:
        return self.lately.setdefault((game, level), deque(maxlen=REMEMBERED))


class Parts(Protocol):
    """What a bot's move needs of the process: `Services`."""

    @property
    def bots(self) -> "Bots": ...
    @property
    def draws(self) -> Draws: ...
    @property
    def faults(self) -> Faults: ...
    @property
    def peers(self) -> Any: ...


class BotTable(Protocol):
    """What it needs of a table: `LiveTable`."""

    id: str
    game: Game
    edition: Edition
    record: TableRecord
    match: Match | None
    forgotten: bool

    @property
    def services(self) -> Parts: ...
    @property
    def address(self) -> str: ...
    @property
    def position(self) -> Position: ...
    @property
    def undo_asked_by(self) -> int: ...
    def running(self) -> Match: ...
    def is_bot(self, seat: int) -> bool: ...
    @property
    def asks_about_step(self) -> bool: ...
    def answers_by_itself(self, seat: int) -> bool: ...
    async def answer_step(self) -> None: ...
    def fail(self, what: str, error: Exception) -> None: ...
    async def try_act(self, step: Callable[[], Awaitable[T]]) -> T | None: ...
    async def play_move(
        self, seat: int, move: AnyMove, key: str, played: Callable[[], None] = ..., look: Look | None = None
    ) -> None: ...


class Bots:
    """The bots of all tables, and the threads in which they think."""

    def __init__(
        self,
        games: Games,
        draws: Draws,
        threads: int,
        shortest_pause: float,
        engines: Mapping[str, bots.Policy] | None = None,
    ) -> None:
        """`engines` by name: each is one process, whatever the number of tables, and they have threads of their own."""
        self.games, self.draws, self.engines = games, draws, dict(engines or {})
        self.pool, self.hint_pool = FairPool(threads, "bot"), FairPool(HINT_THREADS, "hint")
        self.engine_pool = FairPool(ENGINE_THREADS, "engine")
        self.pauses = Pauses(shortest_pause)
        # By table, seat and level.
        self.made: dict[tuple[str, int, str], bots.Bot] = {}

    def bot(self, table: BotTable, seat: int, level: str) -> bots.Bot:
        key = (table.id, seat, level)
        if key not in self.made:
            who = self.engines[level.removeprefix(ENGINE)] if level.startswith(ENGINE) else level
            self.made[key] = bots.make(who, table.game, self.draws.bot_seed())
        return self.made[key]

    @property
    def engine_names(self) -> list[str]:
        return list(self.engines)

    def check_level(self, level: str) -> None:
        """Refuse an engine that this house has not: only its settings name one."""
        if level.startswith(ENGINE) and level.removeprefix(ENGINE) not in self.engines:
            raise NotAllowed(NO_ENGINE)

    async def choose(self, table: BotTable, look: Look) -> Thought:
        """A bot's choice from what its seat knows, computed in the thread pool."""
        return await self.choose_as(table.record.seats[look.seat].level or "medium", table, look)

    async def choose_as(self, level: str, table: BotTable, look: Look) -> Thought:
        """The choice of a bot of some level, which need not be the seat's own."""
        bot, edition, hidden, legal = self.bot(table, look.seat, level), table.edition, look.hidden, look.legal
        # Compiling is not thinking.
        await self.games.bots_ready(table.game.name)
        work = partial(timed, lambda: bot.choose(edition, hidden, legal, look.seat))
        pool = self.engine_pool if level.startswith(ENGINE) else self.pool
        return await pool.run(table.address, work, THOUGHT_TIMEOUT)

    async def hints(self, match: Match, seat: int, address: str) -> list[tuple[int, float]]:
        """The best moves of a seat, from what it knows."""
        await self.games.bots_ready(match.game.name)
        found = await self.hint_pool.run(address, partial(bots.hint, match, seat))
        return [(hint.move, hint.value) for hint in found]

    def drop(self, id: str) -> None:
        """A table has left memory."""
        for key in [key for key in self.made if key[0] == id]:
            del self.made[key]

    def close(self) -> None:
        for pool in (self.pool, self.hint_pool, self.engine_pool):
            pool.close()


async def answer_for_all(table: BotTable) -> None:
    """Play as long as a bot or an absent player is to move."""
    try:
        while (seat := next_bot(table)) is not None:
            await (table.answer_step() if table.asks_about_step else answer(table, seat))
    except Exception as error:
        table.fail("play on by itself", error)


def next_bot(table: BotTable) -> int | None:
    """The seat to play for next."""
    match = table.match
    if match is None or match.over or table.undo_asked_by >= 0 or table.forgotten:
        return None
    if not table.services.peers.may_play(table.id):
        return None
    return next((seat for seat in match.deciders if table.answers_by_itself(seat)), None)


async def thought_of(table: BotTable, look: Look) -> Thought:
    """What a bot wants to play; a random move, noted as a fault, if it fails or takes too long."""
    faults, began = table.services.faults, monotonic()
    try:
        return await table.services.bots.choose(table, look)
    except TimeoutError:
        faults.note("bot-late", "a bot at table %s took too long: a random move is played", table.id)
    except Exception as error:
        faults.note("bot-failed", "a bot at table %s failed: a random move is played", table.id, error=error)
    return Thought(table.services.draws.choose(look.legal), began, 0.0)


async def answer(table: BotTable, seat: int) -> None:
    """Find a move, wait until it may be seen, and play it if the table still stands as it did.

    If not, because a move was taken back meanwhile, the move is dropped: `next_bot` asks again. The position is hidden
    and its moves are listed once, in one look, for the bot, the pause and the rules.
    """
    asked, look = table.position, table.running().look(seat)
    pause = table.services.bots.pauses.draw(table.game.name, table.record.seats[seat].level)
    thought = await thought_of(table, look)
    await asyncio.sleep(max(0.0, thought.began + pause - monotonic()))
    await table.try_act(partial(play_thought, table, asked, look, thought))


async def play_thought(table: BotTable, asked: Position, look: Look, thought: Thought) -> None:
    match, seat = table.match, look.seat
    if match is None or table.position != asked or seat not in match.deciders or table.undo_asked_by >= 0:
        return
    if look.match is not match:
        # The table was read again meanwhile and stands as it did.
        look = match.look(seat)
    if len(look.legal) > 1:
        table.services.bots.pauses.note(table.game.name, table.record.seats[seat].level, thought.lasted)
    try:
        await table.play_move(seat, thought.move, "", look=look)
    except Refusal as error:
        # Neither the move nor the sentence that refuses it: both may tell what is hidden.
        fault = "a bot's move after ply %d at table %s was refused as %s: a random move is played"
        table.services.faults.note("bot-refused", fault, match.ply, table.id, type(error).__name__)
        await table.play_move(seat, table.services.draws.choose(look.legal), "", look=look)
