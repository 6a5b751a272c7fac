"""A live table: one match with people, bots and deadlines.

Each step (`Door.act`) is checked, played, committed, acknowledged and shown before the next. Only bots and hints
compute outside. What a browser gets is made from the hidden record of its seat, and from nothing else.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from parlour.engine.look import AnyMove, Look
from parlour.engine.match import NotLegal, layout_of, winners_counted
from parlour.engine.words import line
from parlour.server import wire
from parlour.server.store.records import DUE_NOW, Change, MatchRecord, TableRecord
from parlour.server.store.store import Kept, Overtaken, StoreError, apply_change, keep_used, read_table
from parlour.server.table import (
    absence,
    bot_moves,
    deadlines,
    forcing,
    occasions,
    raised_hands,
    resuming,
    sending,
    watching,
)
from parlour.server.table.door import Forgotten
from parlour.server.table.refusals import NotAllowed
from parlour.server.table.resting import RestingTable
from parlour.server.table.services import Services
from parlour.server.table.watched import WatchedTable
from parlour.server.table.watching import Watcher

# In seconds; whoever decides has at least so much after a gap in which nobody could play.
GRACE = 60.0


class LiveTable(WatchedTable):
    """A table in memory, and all that it does."""

    def __init__(self, services: Services, resting: RestingTable) -> None:
        super().__init__(services, resting)
        if self.record.deadline:
            self.grant_grace(self.services.clock.now())

    def begin_step(self) -> None:
        absence.note(self)

    def end_step(self) -> None:
        self.schedule_bots()

    # Asking

    def due(self) -> float:
        """When the server has to act here by itself; DUE_NOW where a bot is to move, 0 for never."""
        if self.match is None or self.status != "playing":
            return 0.0
        if self.record.undo:
            return min(self.record.deadline, self.record.undo.until + GRACE)
        by_itself = any(map(self.answers_by_itself, self.match.deciders))
        return DUE_NOW if by_itself else self.record.deadline

    def is_needed(self, until: float) -> bool:
        """Whether the table has to stay in memory: somebody is here, something goes on, or it is due by then."""
        tasks = self.task, self.undo_timer, self.dealing, *self.thinking.values()
        if self.watchers or self.lock.locked() or any(task and not task.done() for task in tasks):
            return True
        return self.services.peers.may_play(self.id) and 0 < self.due() <= until

    def check_seat(self, watcher: Watcher, seat: int) -> None:
        if seat not in watcher.mine:
            raise NotAllowed("That is not your seat.")

    # Coming and going

    async def join(self, watcher: Watcher, owned: Callable[[TableRecord], list[int]] | None = None) -> bool:
        """Add a watcher, if there is a place for it; none if the table was forgotten and has to be loaded again.

        `owned` finds its seats. It is asked under the lock: whoever waited for that may have lost them meanwhile.
        """
        try:
            return await self.act(partial(self.take_place, watcher, owned))
        except Forgotten:
            return False

    async def take_place(self, watcher: Watcher, owned: Callable[[TableRecord], list[int]] | None) -> bool:
        if owned is not None:
            watcher.mine = owned(self.record)
        if not watching.has_place(self.record, self.watchers, watcher):
            return False
        if not self.watchers:
            # Not waited for: a store in trouble keeps nobody from looking.
            self.services.store.submit(keep_used([self.id], self.services.clock.now()))
        watching.make_place(self.watchers, watcher)
        self.watchers.append(watcher)
        self.tell_here(watcher)
        return True

    def tell_here(self, watcher: Watcher) -> None:
        """Tell other processes which seats are connected here, after a player has come or gone."""
        if watcher.mine:
            self.services.peers.tell_here({self.id: self.seats_here()})

    def seats_here(self) -> set[int]:
        """The seats that are connected to this process."""
        return {s for w in self.watchers for s in w.mine}

    async def part(self, watcher: Watcher) -> None:
        try:
            await self.act(partial(self.give_place, watcher))
        except Forgotten:
            await self.give_place(watcher)

    async def give_place(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.visitor = self.address
            self.watchers.remove(watcher)
            self.used = time.monotonic()
            self.tell_here(watcher)
        if watcher.mine and not self.forgotten:
            absence.note(self)
            self.show()

    # Playing and storing

    async def start(self) -> None:
        """Start the match: from here on every draw follows from the secret and the nonces."""
        stored = self.match_record
        stored.started = True
        stored.version, stored.layout = self.game.about.version, layout_of(self.game)
        self.match = resuming.new_match(self)
        self.match.settle()
        forcing.play_open_answers(self.match)
        self.seen_at, self.unprepared = {}, False
        await self.keep_match(0, "")
        self.show()

    async def play_move(
        self,
        seat: int,
        move: AnyMove,
        key: str,
        played: Callable[[], None] = lambda: None,
        look: Look | None = None,
    ) -> None:
        """Play, commit, acknowledge and show, in this order."""
        match = self.running()
        ply = match.ply
        match.play(move, seat, look)
        forcing.play_open_answers(match)
        self.withdraw_undo()
        await self.keep_match(ply, key, played=not match.pending)
        played()
        # Let the acknowledgement be sent before the snapshots are made.
        await asyncio.sleep(0)
        self.show()

    @property
    def asks_about_step(self) -> bool:
        return bool(raised_hands.stop(self))

    def answers_by_itself(self, seat: int) -> bool:
        return raised_hands.answers_by_itself(self, seat)

    async def answer_step(self) -> None:
        await raised_hands.answer(self)

    async def choose_as(self, level: str, look: Look) -> int:
        return (await self.services.bots.choose_as(level, self, look)).move

    async def play_quiet(self, answers: dict[int, int]) -> None:
        """Quiet answers of several seats at once; commit and show."""
        match = self.running()
        ply = match.ply
        for seat, move in answers.items():
            match.play(move, seat)
        forcing.play_open_answers(match)
        self.withdraw_undo()
        await self.keep_match(ply, "", played=not match.pending)
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
            watcher.sent_ply = min(watcher.sent_ply, cut)
        await self.keep_match(cut, key, cut)
        self.show()

    def withdraw_undo(self) -> None:
        self.record.undo = None
        if self.undo_timer:
            self.undo_timer.cancel()
        self.undo_timer = None

    async def keep_match(self, ply: int, key: str, cut: int | None = None, played: bool = False) -> None:
        """Commit what the match has added since a ply; `played` if that is all that has changed."""
        match, stored = self.running(), self.note_match()
        now = self.services.clock.now()
        asked = raised_hands.asked(self)
        until = now + raised_hands.ANSWER_TIMEOUT if asked else self.deadline_from(now)
        self.record.deadline = 0 if match.over else until
        lines = [entry.line for entry in match.log.entries[ply:]]
        await self.keep(match=stored, cut=cut, ply=ply, lines=lines, key=key, played=played)

    def note_match(self) -> MatchRecord:
        """The match's record, brought up to where the match stands."""
        match, stored = self.running(), self.match_record
        stored.undos, stored.undos_told, stored.taken = match.undos, match.undos_told, match.taken
        stored.pending = {seat: match.game.moves.text(m) for seat, m in match.pending.items()}
        stored.state = match.state_text
        # Whoever takes back further than a match of its own goes draws anew from there.
        stored.begins, stored.before = match.draws.stretches[-1].start, match.draws.stretches[:-1]
        if match.over and not stored.over:
            stored.over, stored.winners = True, self.without_resigned(winners_counted(match))
        return stored

    async def keep(self, **fields: Any) -> Change:
        """Commit the table's record, and whatever else a `Change` has in its fields."""
        return await self.write(Change(id=self.id, table=self.record, **fields))

    async def write(self, change: Change) -> Change:
        self.record.seq += 1
        change.due, started = self.due(), time.monotonic()
        occasions.note(self, change, self.services.clock.now())
        try:
            await self.services.store.write(apply_change(change, self.services.store.name))
        except Overtaken:
            # What is in memory was never kept. Nobody may go on with it, so it is mended before the lock is given up.
            await self.drop_or_refresh()
            raise
        self.services.committed(time.monotonic() - started, len(change.lines))
        if change.key:
            self.answers[change.key] = self.record.seq
        return change

    async def keep_and_show(self, **fields: Any) -> None:
        """The same, and show it to everybody, with the notice of the change."""
        self.show((await self.keep(**fields)).notice)

    async def drop_or_refresh(self) -> None:
        """After a change that was not the next one: what is in memory here is wrong. Under the lock."""
        try:
            if self.services.peers.shared:
                await self.refresh()
            else:
                self.forget()
        except StoreError:
            self.forget()

    async def refresh(self, notice: wire.Notice | None = None) -> None:
        """Read the table again that another process has changed; its browsers stay. Under the lock."""
        stored = await self.services.store.read(read_table(self.id))
        if stored is None:
            self.forget()
        else:
            self.adopt(await load(self.services, stored), notice)

    def adopt(self, fresh: RestingTable, notice: wire.Notice | None = None) -> None:
        """Go on with what another process has stored; whoever has lost a seat by it is disconnected."""
        before, said, position = self.record, max((seq for seq, _, _ in self.chat), default=0), self.position
        vars(self).update(vars(fresh))
        now = self.position
        if position is None or now is None or position[:2] != now[:2]:
            # Another match, or something was taken back: the story is told again.
            self.seen_at = {}
            for watcher in self.watchers:
                watcher.sent_ply = 0
        seats = enumerate(zip(before.seats, self.record.seats, strict=True))
        watching.drop_watchers(
            self.watchers, [number for number, (old, new) in seats if old.token_hash != new.token_hash]
        )
        self.show(notice)
        for seq, seat_number, text in [each for each in self.chat if each[0] > said]:
            for watcher in [w for w in self.watchers if w.greeted]:
                name = self.record.seats[seat_number].name
                watcher.send(wire.Said(seat=seat_number, name=name, text=text, seq=seq))

    # What is shown

    def show(self, notice: wire.Notice | None = None) -> None:
        """Send every watcher what has changed for its seat."""
        sending.show(self, notice)

    async def show_again(self) -> None:
        """A step that changes nothing: something beside the table is different."""
        self.show()

    # Bots and deadlines

    def schedule_bots(self) -> None:
        """Start the task that plays for bots and absent players, unless it is running or another process does it."""
        if not self.stopped and (self.task is None or self.task.done()) and bot_moves.next_bot(self) is not None:
            self.task = asyncio.get_running_loop().create_task(bot_moves.answer_for_all(self))

    def stop(self) -> None:
        """Cancel the tasks of bots, hints, questions and dealing."""
        self.stopped = True
        for task in (self.task, self.undo_timer, self.dealing, self.absence, *self.thinking.values()):
            if task:
                task.cancel()

    async def tick(self, now: float) -> None:
        """After its deadline a seat is played by a bot until its player is back; progress of compiling is shown."""
        # A process that has died tells nobody who has gone with it.
        gone = bool(self.watchers) and absence.note(self)
        if gone or self.shown != self.compiled():
            await self.try_act(self.show_again)
        if self.services.peers.may_play(self.id):
            if self.is_unanswered(now):
                await self.try_act(partial(self.end_question, now))
            if self.is_late(now):
                await self.try_act(partial(self.end_turn, now))

    def deadline_from(self, now: float) -> float:
        return deadlines.deadline(now, self.record.pace, self.record.hours)

    def grant_grace(self, now: float) -> None:
        """After a gap in which nobody could play, or a jump of the clock: some time, and no more than there ever is."""
        if self.record.deadline:
            soonest, latest = now + GRACE, self.deadline_from(now)
            self.record.deadline = min(max(self.record.deadline, soonest), latest)
        if self.record.undo:
            self.record.undo.until = max(self.record.undo.until, now)

    def is_unanswered(self, now: float) -> bool:
        """Whether a question is left whose process has died before its time was over."""
        return self.record.undo is not None and now > self.record.undo.until + GRACE

    async def end_question(self, now: float) -> None:
        if self.is_unanswered(now):
            self.withdraw_undo()
            await self.keep_and_show(notice=wire.UndoDeclined())

    def is_late(self, now: float) -> bool:
        return bool(self.record.deadline) and now > self.record.deadline and self.status == "playing"

    async def end_turn(self, now: float) -> None:
        """Whoever has not decided in time is played for by a bot."""
        if not self.is_late(now):
            return
        if raised_hands.asked(self):
            await raised_hands.let_go_by(self)
            return
        for seat in self.running().deciders:
            if not self.is_bot(seat):
                self.record.seats[seat] = self.record.seats[seat].leave()
        self.withdraw_undo()
        self.record.deadline = self.deadline_from(now)
        await self.keep_and_show()


async def load(services: Services, stored: Kept) -> RestingTable:
    """A stored table with its match replayed in a thread, so that the event loop is not blocked."""
    game, edition = await services.games.of_table(stored)
    return await asyncio.to_thread(resuming.lay, stored, game, edition)
