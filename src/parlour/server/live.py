"""A live table: one match with people, bots and deadlines.

Messages to a table are handled one after the other, under its lock: each is checked, played, committed, acknowledged
and shown before the next. Only bots and hints compute outside the lock. What a browser gets is made from the hidden
record of its seat, and from nothing else.
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
from parlour.engine.look import AnyMove
from parlour.engine.match import Match, NotLegal, layout_of, winners_counted
from parlour.engine.view import Printed
from parlour.engine.words import line
from parlour.server import absence, answering, forcing, patches, resuming, showing, wire
from parlour.server.records import AT_ONCE
from parlour.server.store import Change, Kept, MatchRecord, Overtaken, TableRecord, apply_change
from parlour.server.texts import free_name, tidy

if TYPE_CHECKING:
    from parlour.server.house import House

# How long a seat may think before a bot answers for it, in seconds.
PACES = {"unhurried": 30 * 60.0, "brisk": 60.0, "days": 3 * 86400.0}
GRACE = 60.0

# Every watcher is sent every change, so their number is limited: that of spectators, and apart from them that of each
# player's browsers, so that neither a crowd nor another player keeps a player out.
MOST_WATCHERS, MOST_OF_ONE = 100, 4
# How much of it spectators share who come between two changes: they differ in language and in what they have seen.
MOST_SHARED = 16


class Watcher:
    """One connected browser: the seats that it may act for, and what it has been sent."""

    def __init__(self, mine: list[int], send: Callable[[Any], None], close: Callable[[], None] = lambda: None) -> None:
        self.mine = mine
        self.send = send
        self.close = close
        self.language = "en"
        self.looking: int | None = None
        # The seat that the last snapshot was made for; for another seat the whole story is sent again.
        self.eyes: int | None = None
        self.told = 0
        # What the edition prints, as this browser was last sent it.
        self.printed: Printed | None = None
        # What the next patch belongs to; None if the next snapshot has to be whole.
        self.base: wire.Snapshot | None = None
        self.greeted = False
        # It had to give its place to a newer browser of the same player.
        self.replaced = False
        # Where it is, for as long as it is connected.
        self.address = ""


class Refuse(Exception):
    """A message that is refused: kind, sentence, clause."""

    def __init__(self, kind: str, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.kind, self.text, self.clause = kind, text, clause


class LiveTable:
    """A table in memory, with its watchers and tasks."""

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
        # The task that ends the question whether a move may be taken back.
        self.undo_timer: asyncio.Task[None] | None = None
        # By sequence number the ply: a browser that reconnects gets only what came after its last number.
        self.seen_at: dict[int, int] = {}
        # The task that plays for bots, and by seat the tasks that think about hints.
        self.task: asyncio.Task[None] | None = None
        self.thinking: dict[int, asyncio.Task[None]] = {}
        # Previews of the present position by seat and language, and the position that they belong to.
        self.previews: dict[tuple[int, str], wire.Previews] = {}
        self.previewed: Any = None
        # The task that waits for the rules to be compiled and then deals.
        self.dealing: asyncio.Task[None] | None = None
        # Since when persons are absent, by seat, and the task that shows the table when that has been long enough.
        self.absent: dict[int, float] = {}
        self.absence: asyncio.Task[None] | None = None
        # What spectators who come between two changes share, and the table without its match that it was made for.
        self.crowd: dict[Any, Any] = {}
        self.crowd_at = b""
        # How far the game and its bots were when the table was last shown.
        self.shown = (0.0, 0.0)
        # Why the match cannot go on, and then its record as it was kept.
        self.frozen = ""
        self.unplayable: Save | None = None
        # A write for this table failed: this copy must not be used any more, the store is right.
        self.forgotten = False
        # The address of the player who was connected last.
        self.visitor = ""
        # When somebody last asked for it or left it, by the monotonic clock.
        self.used = time.monotonic()
        self.match: Match | None = resuming.resume(self, kept.lines)
        if self.record.deadline:
            self.grant_grace(self.house.clock.now())

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

    def due(self) -> float:
        """When the server has to act here by itself; AT_ONCE where a bot is to move, 0 for never."""
        if self.match is None or self.status != "playing":
            return 0.0
        if self.record.undo:
            return min(self.record.deadline, self.record.undo.until + GRACE)
        return AT_ONCE if any(map(self.is_bot, self.match.deciders)) else self.record.deadline

    def is_needed(self, until: float) -> bool:
        """Whether the table has to stay in memory: somebody is here, something goes on, or it is due by then."""
        tasks = self.task, self.undo_timer, self.dealing, *self.thinking.values()
        if self.watchers or self.lock.locked() or any(task and not task.done() for task in tasks):
            return True
        return self.house.may_play(self.id) and 0 < self.due() <= until

    def persons(self) -> list[int]:
        return [i for i, seat in enumerate(self.record.seats) if seat.kind == "person"]

    def is_bot(self, seat: int) -> bool:
        return self.record.seats[seat].kind == "bot" or self.record.seats[seat].away

    def others(self, seat: int) -> set[int]:
        """The persons who have to agree if a seat takes back what somebody has learnt from; bots always agree."""
        return {s for s in self.persons() if s != seat and not self.is_bot(s)}

    def undo_is_free(self, seat: int) -> bool:
        """Whether a seat may take anything back without asking; in a series bots do not agree."""
        return self.record.best_of == 1 and not self.others(seat)

    def running(self) -> Match:
        if self.match is None:
            raise Refuse("not-allowed", self.frozen or "The match has not begun: somebody is still missing.")
        return self.match

    def check_seat(self, watcher: Watcher, seat: int) -> None:
        if seat not in watcher.mine:
            raise Refuse("not-allowed", "That is not your seat.")

    @property
    def address(self) -> str:
        """Whose turn in the bots' queue its bots take: that of a player's address, connected now or last.

        Tables that no player has come to since they were loaded share one turn: that of the empty address.
        """
        return next((w.address for w in self.watchers if w.mine and w.address), self.visitor)

    @property
    def undo_asked_by(self) -> int:
        """The seat that has asked to take a move back, or -1."""
        return self.record.undo.seat if self.record.undo else -1

    @property
    def names_are_fixed(self) -> bool:
        """In silent games names cannot be changed during a match, since they could be used to talk."""
        return self.game.about.silent and self.match is not None

    def name_seat(self, seat: int, name: str) -> None:
        others = [s.name for i, s in enumerate(self.record.seats) if i != seat]
        self.record.seats[seat].name = free_name(tidy(name) or self.record.seats[seat].name, others)
        if self.match is not None:
            self.match.names = tuple(s.name for s in self.record.seats)

    # Coming and going

    async def join(self, watcher: Watcher, owned: Callable[[TableRecord], list[int]] | None = None) -> bool:
        """Add a watcher, if there is a place for it; none if the table was forgotten and has to be loaded again.

        `owned` finds its seats. It is asked under the lock: whoever waited for that may have lost them meanwhile.
        """
        async with self.lock:
            if self.forgotten:
                return False
            if owned is not None:
                watcher.mine = owned(self.record)
            if not self.has_place(watcher):
                return False
            self.make_place(watcher)
            self.watchers.append(watcher)
            self.house.tell_here(self, watcher)
            return True

    def has_place(self, watcher: Watcher) -> bool:
        if self.keeps_out(watcher):
            return False
        return bool(watcher.mine) or sum(not other.mine for other in self.watchers) < MOST_WATCHERS

    def keeps_out(self, watcher: Watcher) -> bool:
        """At a private table nobody looks on."""
        return self.record.private and not watcher.mine

    def make_place(self, watcher: Watcher) -> None:
        """Of the browsers of one player, who all have the same seats, the oldest gives way to the newest."""
        own = [other for other in self.watchers if watcher.mine and other.mine == watcher.mine]
        for other in own[: max(0, len(own) + 1 - MOST_OF_ONE)]:
            self.watchers.remove(other)
            other.replaced = True
            other.close()

    async def part(self, watcher: Watcher) -> None:
        async with self.lock:
            if watcher in self.watchers:
                self.visitor = self.address
                self.watchers.remove(watcher)
                self.used = time.monotonic()
                self.house.tell_here(self, watcher)
            if watcher.mine:
                self.show()

    # Playing and keeping

    async def start(self) -> None:
        """Start the match: from here on every draw follows from the secret and the nonces."""
        kept = self.match_record
        kept.started = True
        kept.version, kept.layout = self.game.about.version, layout_of(self.game)
        self.match = resuming.new_match(self)
        self.match.settle()
        forcing.play_open_answers(self.match)
        self.seen_at = {}
        await self.keep_match(0, "")
        self.show()

    async def play_move(self, seat: int, move: AnyMove, key: str, played: Callable[[], None] = lambda: None) -> None:
        """Play, commit, acknowledge and show, in this order."""
        match = self.running()
        ply = match.ply
        match.play(move, seat)
        forcing.play_open_answers(match)
        self.withdraw_undo()
        await self.keep_match(ply, key, played=not match.pending)
        played()
        # Let the acknowledgement be sent before the snapshots are made.
        await asyncio.sleep(0)
        self.show()

    async def take_back(self, seat: int, key: str, consent: bool) -> None:
        match = self.running()
        if match.over:
            # The secret is revealed by now, so further draws could be predicted.
            raise match.refuse(NotLegal, line("refusal.over"), seat)
        cut = forcing.take_back(match, seat, consent)
        self.withdraw_undo()
        self.seen_at = {}
        for watcher in self.watchers:
            watcher.told = min(watcher.told, cut)
        await self.keep_match(cut, key, cut)
        self.show()

    def withdraw_undo(self) -> None:
        self.record.undo = None
        if self.undo_timer:
            self.undo_timer.cancel()
        self.undo_timer = None

    async def keep_match(self, ply: int, key: str, cut: int | None = None, played: bool = False) -> None:
        """Commit what the match has added since a ply; `played` if that is all that has changed."""
        match, kept = self.running(), self.note_match()
        self.record.deadline = 0 if match.over else self.house.clock.now() + PACES[self.record.pace]
        lines = [entry.line for entry in match.log.entries[ply:]]
        change = Change(
            id=self.id, table=self.record, match=kept, cut=cut, ply=ply, lines=lines, key=key, played=played
        )
        await self.keep(change)

    def note_match(self) -> MatchRecord:
        """The match's record, brought up to where the match stands."""
        match, kept = self.running(), self.match_record
        kept.undos, kept.taken = match.undos, match.taken
        kept.pending = {seat: match.game.moves.text(m) for seat, m in match.pending.items()}
        kept.state = match.state_text
        if match.over and not kept.over:
            kept.over, kept.winners = True, self.without_resigned(winners_counted(match))
        return kept

    def without_resigned(self, winners: list[int] | None) -> list[int] | None:
        """Who has won the match, seats that gave up left out: where none is left of the winners, all others have."""
        stayed = [i for i, seat in enumerate(self.record.seats) if not seat.resigned]
        if len(stayed) == len(self.record.seats):
            return winners
        if winners is not None and not winners:
            return []
        return [i for i in winners or stayed if i in stayed] or stayed

    async def keep(self, change: Change) -> None:
        self.record.seq += 1
        change.due = self.due()
        started = time.monotonic()
        try:
            await self.house.store.write(apply_change(change, self.house.store.name))
        except Overtaken:
            # What is in memory was never kept. Nobody may go on with it, so it is mended before the lock is given up.
            await self.house.drop_or_refresh(self)
            raise
        self.house.kept(time.monotonic() - started, len(change.lines))
        if change.key:
            self.answers[change.key] = self.record.seq

    async def adopt(self, kept: Kept, notice: str = "") -> None:
        """Go on with what another process has kept; whoever has lost a seat by it is disconnected."""
        deadline, before, said = kept.table.deadline, self.record, max((seq for seq, _, _ in self.chat), default=0)
        position = answering.position(self)
        fresh = await self.house.lay_kept(kept)
        self.record, self.matches, self.answers, self.chat = fresh.record, fresh.matches, fresh.answers, fresh.chat
        self.match, self.frozen, self.unplayable = fresh.match, fresh.frozen, fresh.unplayable
        self.record.deadline = deadline
        now = answering.position(self)
        if position is None or now is None or position[:2] != now[:2]:
            # Another match, or something was taken back: the story is told again.
            self.seen_at = {}
            for watcher in self.watchers:
                watcher.told = 0
        seats = enumerate(zip(before.seats, self.record.seats, strict=True))
        drop_watchers(self, [number for number, (old, new) in seats if old.token_hash != new.token_hash])
        self.show(notice)
        for seq, seat_number, text in [each for each in self.chat if each[0] > said]:
            for watcher in [w for w in self.watchers if w.greeted]:
                name = self.record.seats[seat_number].name
                watcher.send(wire.Said(seat=seat_number, name=name, text=text, seq=seq))

    # What is shown

    def compiled(self) -> tuple[float, float]:
        """How much of the rules is compiled, from 0 to 1, and of the bots if one of them is to move."""
        waits = self.match is not None and any(map(self.is_bot, self.match.deciders))
        return self.house.readiness(self.game.name), self.house.progress(self.game.name, "bots") if waits else 1.0

    def show(self, notice: str = "") -> None:
        """Send every watcher what has changed for its seat."""
        self.shown = self.compiled()
        shared: dict[Any, Any] = {}
        self.crowd = {}
        for watcher in self.watchers:
            if watcher.greeted:
                self.show_to(watcher, notice, shared)

    def show_to(self, watcher: Watcher, notice: str = "", shared: dict[Any, Any] | None = None) -> None:
        """Send one browser the table; if that fails, only this browser is disconnected."""
        self.seen_at[self.record.seq] = self.match.ply if self.match else 0
        try:
            if watcher.mine:
                before, watcher.base = watcher.base, showing.snapshot(self, watcher, notice)
                watcher.send(patches.sent(before, watcher.base))
                watcher.base = patches.base(before, watcher.base)
            else:
                self.show_with_others(watcher, notice, self.shared_now() if shared is None else shared)
        except Exception:
            logging.exception("table %s could not be shown", self.id)
            watcher.close()
        watcher.told = self.match.ply if self.match else 0

    def show_with_others(self, watcher: Watcher, notice: str, shared: dict[Any, Any]) -> None:
        """Spectators share snapshots, and encoded messages if they were sent the same before."""
        had = watcher.printed
        seen = watcher.language, watcher.told, watcher.eyes, id(had)
        if seen not in shared:
            # With what it has, so that nothing else gets its number meanwhile.
            shared[seen] = showing.snapshot(self, watcher, notice), watcher.printed, had
        before, (watcher.base, watcher.printed, _) = watcher.base, shared[seen]
        watcher.eyes = watcher.base.me
        has = id(before), id(watcher.base)
        if has not in shared:
            shared[has] = msgspec.Raw(msgspec.json.encode(patches.sent(before, watcher.base))), before
        watcher.send(shared[has][0])

    def shared_now(self) -> dict[Any, Any]:
        """What spectators share who say hello, for as long as nothing has changed that they are shown."""
        now = msgspec.json.encode(showing.snapshot(self, Watcher([], lambda _: None), bare=True))
        if now != self.crowd_at or len(self.crowd) > MOST_SHARED:
            self.crowd, self.crowd_at = {}, now
        return self.crowd

    # Bots and deadlines

    def schedule_bots(self) -> None:
        """Start the task that plays for bots and absent players, unless it is running or another process does it."""
        if self.house.may_play(self.id) and (self.task is None or self.task.done()):
            self.task = asyncio.get_running_loop().create_task(answering.answer_for_all(self))

    def stop(self) -> None:
        """Cancel the tasks of bots, hints, questions and dealing."""
        for task in (self.task, self.undo_timer, self.dealing, self.absence, *self.thinking.values()):
            if task:
                task.cancel()

    async def tick(self, now: float) -> None:
        """After its deadline a seat is played by a bot until its player is back; progress of compiling is shown."""
        # A process that has died tells nobody who has gone with it.
        gone = bool(self.watchers) and absence.note(self)
        if gone or self.shown != self.compiled():
            self.show()
        if not self.house.may_play(self.id):
            return
        if self.record.undo and now > self.record.undo.until + GRACE:
            await self.end_question()
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
        self.schedule_bots()

    def grant_grace(self, now: float) -> None:
        """After a gap in which nobody could play, or a jump of the clock: some time, and no more than there ever is."""
        if self.record.deadline:
            soonest, latest = now + GRACE, now + PACES[self.record.pace]
            self.record.deadline = min(max(self.record.deadline, soonest), latest)
        if self.record.undo:
            self.record.undo.until = max(self.record.undo.until, now)

    async def end_question(self) -> None:
        """Withdraw a question whose process has died before its time was over."""
        async with self.lock:
            if self.record.undo and not self.forgotten:
                self.withdraw_undo()
                change = Change(id=self.id, table=self.record, notice="undo-declined")
                await self.keep(change)
                self.show(change.notice)
        self.schedule_bots()

    def late(self, now: float) -> bool:
        return bool(self.record.deadline) and now > self.record.deadline and self.status == "playing"


def drop_watchers(table: LiveTable, seats: list[int]) -> None:
    """Close the lines of browsers that have lost seats; they come back as what they are now."""
    for watcher in table.watchers:
        if set(watcher.mine) & set(seats):
            watcher.mine = [i for i in watcher.mine if i not in seats]
            watcher.looking = None
            watcher.close()
