"""A live table: one match with people, bots and clocks.

Everything that happens at a table happens one after the other, under its lock: a message is judged, played,
committed, acknowledged and shown before the next one is looked at. Only thinking, a bot's or for a hint, goes on
beside it. What a browser gets is made from the hidden record of the seat that it looks through, and from nothing
else.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import Save
from parlour.engine.match import Match, NotLegal, layout_of, winners_counted
from parlour.engine.words import line
from parlour.server import answering, resuming, showing
from parlour.server.store import Change, Kept, MatchRecord, TableRecord, apply_change

if TYPE_CHECKING:
    from parlour.server.house import House

# How long a seat may think before a bot answers for it, in seconds.
PACES = {"unhurried": 30 * 60.0, "brisk": 60.0, "days": 3 * 86400.0}
GRACE = 60.0

# Everybody at a table is sent everything that happens there, so there is an end to how many can be.
MOST_WATCHERS = 100


class Watcher:
    """One connected browser: the seats that it may act for, and what it has been sent."""

    def __init__(self, mine: list[int], send: Callable[[Any], None], close: Callable[[], None] = lambda: None) -> None:
        self.mine = mine
        self.send = send
        self.close = close
        self.language = "en"
        self.looking: int | None = None
        # Whose eyes the last snapshot was made for; through other eyes the whole story is told anew.
        self.eyes: int | None = None
        self.told = 0
        self.greeted = False


class Refuse(Exception):
    """A message that is not carried out: kind, sentence, clause."""

    def __init__(self, kind: str, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.kind, self.text, self.clause = kind, text, clause


class LiveTable:
    """A table that somebody sits at."""

    def __init__(self, house: "House", kept: Kept, game: Game, edition: Edition) -> None:
        self.house = house
        self.id = kept.id
        self.record: TableRecord = kept.table
        self.matches: list[MatchRecord] = kept.matches
        self.answers = kept.answers
        self.chat = kept.chat
        self.game, self.edition = game, edition
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.undo_asked_by = -1
        self.undo_agreed: set[int] = set()
        # Browsers that have seen everything up to a number get only what came after it.
        self.seen_at: dict[int, int] = {}
        # The task that plays for bots, and by seat the tasks that think about hints.
        self.task: asyncio.Task[None] | None = None
        self.thinking: dict[int, asyncio.Task[None]] = {}
        # Why the match cannot go on, and then its record as it was kept.
        self.frozen = ""
        self.unplayable: Save | None = None
        # A step of this table could not be kept: nobody may go on here, the store has the truth.
        self.forgotten = False
        self.match: Match | None = resuming.resume(self, kept.lines)
        if self.record.deadline:
            self.record.deadline = max(self.record.deadline, time.time() + GRACE)

    # Asking

    @property
    def match_record(self) -> MatchRecord:
        return self.matches[self.record.number]

    @property
    def status(self) -> str:
        if self.frozen:
            return "frozen"
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    def persons(self) -> list[int]:
        return [i for i, seat in enumerate(self.record.seats) if seat.kind == "person"]

    def is_bot(self, seat: int) -> bool:
        return self.record.seats[seat].kind == "bot" or self.record.seats[seat].away

    def running(self) -> Match:
        if self.match is None:
            raise Refuse("not-allowed", self.frozen or "The match has not begun: somebody is still missing.")
        return self.match

    def check_seat(self, watcher: Watcher, seat: int) -> None:
        if seat not in watcher.mine:
            raise Refuse("not-allowed", "That is not your seat.")

    @property
    def names_are_fixed(self) -> bool:
        """Where nobody may speak, names may not say anything either once the match has begun."""
        return self.game.about.silent and self.match is not None

    def name_seat(self, seat: int, name: str) -> None:
        self.record.seats[seat].name = name
        if self.match is not None:
            self.match.names = tuple(s.name for s in self.record.seats)

    # Coming and going

    async def join(self, watcher: Watcher) -> bool:
        """Let somebody in, if there is room."""
        async with self.lock:
            if len(self.watchers) >= MOST_WATCHERS:
                return False
            self.watchers.append(watcher)
            if self.forgotten:
                watcher.close()
            return True

    async def part(self, watcher: Watcher) -> None:
        async with self.lock:
            if watcher in self.watchers:
                self.watchers.remove(watcher)
            if watcher.mine:
                self.show()

    # Playing and keeping

    async def start(self) -> None:
        """Deal: from here on every draw follows from the secret and the nonces."""
        kept = self.match_record
        kept.started = True
        kept.version, kept.layout = self.game.about.version, layout_of(self.game)
        self.match = resuming.new_match(self)
        self.match.settle()
        self.seen_at = {}
        await self.keep_match(0, "")
        self.show()

    async def play_move(self, seat: int, move: str | int, key: str, played: Callable[[], None] = lambda: None) -> None:
        """Play, commit, say so, and show; nothing is said or shown that is not committed."""
        match = self.running()
        ply = match.ply
        match.play(move, seat)
        self.withdraw_undo()
        await self.keep_match(ply, key)
        played()
        # Whoever has played hears it before everybody's picture is drawn.
        await asyncio.sleep(0)
        self.show()

    async def take_back(self, seat: int, key: str, consent: bool) -> None:
        match = self.running()
        if match.over:
            # The secret is told by now: who plays on from here would know the draws.
            raise match.refuse(NotLegal, line("refusal.over"), seat)
        cut = match.undo(seat, consent)
        self.withdraw_undo()
        self.seen_at = {}
        for watcher in self.watchers:
            watcher.told = min(watcher.told, cut)
        await self.keep_match(cut, key, cut)
        self.show()

    def withdraw_undo(self) -> None:
        self.undo_asked_by, self.undo_agreed = -1, set()

    async def keep_match(self, ply: int, key: str, cut: int | None = None) -> None:
        """Commit what the match has added since a ply."""
        match, kept = self.running(), self.match_record
        kept.undos = match.undos
        kept.pending = {seat: match.game.moves.text(m) for seat, m in match.pending.items()}
        kept.state = match.state_text
        if match.over and not kept.over:
            kept.over, kept.winners = True, winners_counted(match)
        self.record.deadline = 0 if match.over else time.time() + PACES[self.record.pace]
        lines = [entry.line for entry in match.log.entries[ply:]]
        change = Change(id=self.id, table=self.record, match=kept, cut=cut, ply=ply, lines=lines, key=key)
        await self.keep(change)

    async def keep(self, change: Change) -> None:
        self.record.seq += 1
        await self.house.store.write(apply_change(change))
        if change.key:
            self.answers[change.key] = self.record.seq

    # What is shown

    def show(self, notice: str = "") -> None:
        """Send everybody the table as they may see it; spectators, of whom there may be many, share one picture."""
        self.seen_at[self.record.seq] = self.match.ply if self.match else 0
        shared: dict[Any, msgspec.Raw] = {}
        for watcher in self.watchers:
            if watcher.greeted:
                self.show_to(watcher, notice, shared)

    def show_to(self, watcher: Watcher, notice: str = "", shared: dict[Any, msgspec.Raw] | None = None) -> None:
        """Show the table to one browser; one that cannot be shown it is sent away, and the others are not."""
        try:
            if watcher.mine or shared is None:
                watcher.send(showing.snapshot(self, watcher, notice))
            else:
                key = watcher.language, watcher.told, watcher.eyes
                if key not in shared:
                    shared[key] = msgspec.Raw(msgspec.json.encode(showing.snapshot(self, watcher, notice)))
                watcher.eyes = showing.eyes(self, watcher)
                watcher.send(shared[key])
        except Exception:
            logging.exception("table %s could not be shown", self.id)
            watcher.close()
        watcher.told = self.match.ply if self.match else 0

    # Those who need not think, and clocks

    def stir(self) -> None:
        """See to it that somebody who need not think answers in due time."""
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(answering.answer_for_all(self))

    def stop(self) -> None:
        """Nobody thinks on at this table."""
        for task in (self.task, *self.thinking.values()):
            if task:
                task.cancel()

    async def tick(self, now: float) -> None:
        """A seat whose time is up is played on by a bot until its player is back."""
        if not self.late(now):
            return
        async with self.lock:
            if self.match is None or self.forgotten or not self.late(now):
                return
            for seat in self.match.deciders:
                self.record.seats[seat].away = True
            self.withdraw_undo()
            self.record.deadline = now + PACES[self.record.pace]
            await self.keep(Change(id=self.id, table=self.record))
            self.show()
        self.stir()

    def late(self, now: float) -> bool:
        return bool(self.record.deadline) and now > self.record.deadline and self.status == "playing"
