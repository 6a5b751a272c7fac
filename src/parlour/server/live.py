"""A live table: one match with people, bots and clocks.

Everything that happens at a table happens one after the other, under its lock: a message is judged, played,
committed, acknowledged and shown before the next one is looked at. What a browser gets is made from the hidden
record of the seat that it looks through, and from nothing else.
"""

import asyncio
import base64
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.engine.chance import Live
from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.log import Entry
from parlour.engine.match import CannotUndo, Match, NoSuchMove, NotLegal, NotYourTurn, Refusal, decided
from parlour.server import showing, wire
from parlour.server.store import Change, Kept, MatchRecord, StoreError, TableRecord, apply_change, layout_of

if TYPE_CHECKING:
    from parlour.server.house import House

# How long a seat may think before a bot answers for it, in seconds.
PACES = {"unhurried": 30 * 60.0, "brisk": 60.0, "days": 3 * 86400.0}
GRACE = 60.0

# A seat with one possible answer is answered for after a while that says nothing about its hand.
FORCED_WAIT = 1.2

REFUSALS = {NoSuchMove: "not-a-move", NotYourTurn: "not-your-turn", NotLegal: "not-legal", CannotUndo: "undo"}


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
        self.task: asyncio.Task[None] | None = None
        self.frozen = ""
        # A step of this table could not be kept: nobody may go on here, the store has the truth.
        self.forgotten = False
        self.story_start = 0
        self.match = self.resume(kept.lines)
        if self.record.deadline:
            self.record.deadline = max(self.record.deadline, time.time() + GRACE)

    # The match

    @property
    def match_record(self) -> MatchRecord:
        return self.matches[self.record.number]

    def new_match(self) -> Match:
        kept = self.match_record
        return Match(
            self.game,
            edition=self.edition,
            seats=len(self.record.seats),
            mode=self.record.mode,
            rulings=self.record.rulings,
            first=None if kept.first < 0 else kept.first,
            chance=Live(tuple(kept.nonces), bytes.fromhex(kept.secret)),
            names=tuple(seat.name for seat in self.record.seats),
        )

    def resume(self, lines: list[str]) -> Match | None:
        """The match as it was kept; under newer rules from its last State, if that still has the same layout."""
        kept = self.match_record
        if not kept.started:
            return None
        match = self.new_match()
        if kept.version == self.game.about.version:
            match.replay(lines, self.id)
        elif kept.layout == layout_of(self.game.state.dtype):
            self.upgrade(match, lines)
        else:
            self.frozen = "This table was played by older rules than this house has; it can be read but not go on."
            return None
        match.undos = kept.undos
        match.pending = {seat: self.game.moves.parse(text) for seat, text in kept.pending.items()}
        return match

    def upgrade(self, match: Match, lines: list[str]) -> None:
        """Go on under new rules: the log stays as it is, the last State is where play continues."""
        state = np.frombuffer(bytearray(base64.b64decode(self.match_record.state)), self.game.state.dtype)
        for line in lines:
            text, _, drawn = line.partition(" @")
            index, _, rest = drawn.partition("/")
            n, _, undos = rest.partition("~")
            match.log.add(Entry(0, text, int(index) if index else None, int(n or 0), int(undos or 0)))
        match.states = [state] * (len(lines) + 1)
        self.story_start = len(lines)
        self.match_record.version = self.game.about.version

    def persons(self) -> list[int]:
        return [i for i, seat in enumerate(self.record.seats) if seat.kind == "person"]

    def is_bot(self, seat: int) -> bool:
        return self.record.seats[seat].kind == "bot" or self.record.seats[seat].away

    @property
    def status(self) -> str:
        if self.frozen:
            return "frozen"
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    # Messages

    async def join(self, watcher: Watcher) -> None:
        async with self.lock:
            self.watchers.append(watcher)
            if self.forgotten:
                watcher.close()

    async def part(self, watcher: Watcher) -> None:
        async with self.lock:
            if watcher in self.watchers:
                self.watchers.remove(watcher)
            if watcher.mine:
                self.show()

    async def receive(self, watcher: Watcher, message: Any) -> None:
        """Carry out one message of a browser to its end, even if the browser leaves meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self.carry_out(watcher, message)))

    async def carry_out(self, watcher: Watcher, message: Any) -> None:
        """Do what a message asks for, or say why not."""
        key = getattr(message, "key", "")
        async with self.lock:
            try:
                await HANDLERS[type(message)](self, watcher, message)
            except Refuse as refused:
                watcher.send(refusal(key, refused.kind, refused.text, refused.clause))
            except Refusal as refused:
                text = showing.say(self, refused.line, watcher, getattr(message, "seat", None))
                watcher.send(refusal(key, REFUSALS[type(refused)], text, refused.clause))
            except StoreError:
                self.house.forget(self)
                watcher.send(refusal(key, "busy", "The house cannot write it down just now; nothing was played."))
                raise
        self.stir()

    async def hello(self, watcher: Watcher, message: wire.Hello) -> None:
        watcher.language = message.language
        returned = [s for s in watcher.mine if self.record.seats[s].away]
        for seat in returned:
            self.record.seats[seat].away = False
        if message.nonce and self.match is None and not self.frozen:
            self.note_nonce(watcher, message.nonce)
        fresh = not watcher.greeted
        watcher.greeted = True
        watcher.told = self.seen_at.get(message.last, 0) if fresh else 0
        if fresh and len(watcher.mine) < 2:
            watcher.eyes = showing.eyes(self, watcher)
        if returned:
            await self.keep(Change(id=self.id, table=self.record))
        if self.match is None and not self.frozen and self.ready():
            await self.start()
        else:
            self.show()
        for seq, seat, text in self.chat[-50:] if fresh and self.record.chat else []:
            watcher.send(wire.Said(seat=seat, name=self.record.seats[seat].name, text=text, seq=seq))

    def note_nonce(self, watcher: Watcher, nonce: str) -> None:
        """Each player adds to the draws once; the commitment was shown before."""
        kept = self.match_record
        mark = f"{min(watcher.mine)}:{nonce}" if watcher.mine else ""
        if mark and not any(n.startswith(f"{min(watcher.mine)}:") for n in kept.nonces):
            kept.nonces = sorted([*kept.nonces, mark])

    def ready(self) -> bool:
        """Everybody is seated, and every browser at the table has added its nonce."""
        if any(not self.record.seats[s].claimed for s in self.persons()):
            return False
        given = {int(n.split(":")[0]) for n in self.match_record.nonces}
        here = [min(w.mine) for w in self.watchers if w.mine and w.greeted]
        return bool(here) and all(s in given for s in here)

    async def start(self) -> None:
        """Deal: from here on every draw follows from the secret and the nonces."""
        kept = self.match_record
        kept.started = True
        kept.version, kept.layout = self.game.about.version, layout_of(self.game.state.dtype)
        self.match = self.new_match()
        self.match.settle()
        self.seen_at = {}
        await self.keep_match(0, "")
        self.show()

    async def play(self, watcher: Watcher, message: wire.Play) -> None:
        self.check_seat(watcher, message.seat)
        if self.answered(watcher, message.key):
            return
        match = self.running()
        if message.ply != match.ply and not self.answers_together(message):
            raise Refuse("stale", "The table has moved on since; have another look.")
        await self.play_move(message.seat, message.move, message.key)
        watcher.send(wire.Ack(key=message.key, seq=self.record.seq))

    def answered(self, watcher: Watcher, key: str) -> bool:
        """Whether this message was carried out before; then it is only acknowledged again."""
        if key in self.answers:
            watcher.send(wire.Ack(key=key, seq=self.answers[key]))
        return key in self.answers

    def answers_together(self, message: wire.Play) -> bool:
        """While several seats are asked at once, another's answer does not make mine stale."""
        match = self.running()
        asked = int(match.state["asked"][0])
        return bool(asked >> message.seat & 1) and match.ply - message.ply < match.seats

    async def play_move(self, seat: int, move: str | int, key: str) -> None:
        """Play, commit, and show; nothing is shown that is not committed."""
        match = self.running()
        ply = match.ply
        match.play(move, seat)
        self.withdraw_undo()
        await self.keep_match(ply, key)
        self.show()

    async def keep_match(self, ply: int, key: str, cut: int | None = None) -> None:
        """Commit what the match has added since a ply."""
        match, kept = self.running(), self.match_record
        kept.undos = match.undos
        kept.pending = {seat: match.game.moves.text(m) for seat, m in match.pending.items()}
        kept.state = base64.b64encode(match.state.tobytes()).decode()
        if match.over and not kept.over:
            kept.over, kept.winners = True, match.winners if decided(match) else []
        self.record.deadline = 0 if match.over else time.time() + PACES[self.record.pace]
        lines = [entry.line for entry in match.log.entries[ply:]]
        change = Change(id=self.id, table=self.record, match=kept, cut=cut, ply=ply, lines=lines, key=key)
        await self.keep(change)

    async def keep(self, change: Change) -> None:
        self.record.seq += 1
        await self.house.store.write(apply_change(change))
        if change.key:
            self.answers[change.key] = self.record.seq

    # Taking back

    async def undo(self, watcher: Watcher, message: wire.Undo) -> None:
        self.check_seat(watcher, message.seat)
        if self.answered(watcher, message.key):
            return
        others = [s for s in self.persons() if s not in watcher.mine and not self.is_bot(s)]
        try:
            await self.take_back(message.seat, message.key, consent=False)
        except CannotUndo as refused:
            if self.running().last_decision(message.seat) is None:
                raise
            if not others:
                raise Refuse("undo", showing.say(self, refused.line, watcher, message.seat), refused.clause) from None
            self.undo_asked_by, self.undo_agreed = message.seat, set()
            self.show()
        watcher.send(wire.Ack(key=message.key, seq=self.record.seq))

    async def answer_undo(self, watcher: Watcher, message: wire.UndoAnswer) -> None:
        self.check_seat(watcher, message.seat)
        asker = self.undo_asked_by
        if asker < 0 or message.seat == asker:
            raise Refuse("not-allowed", "Nobody has asked to take a move back.")
        if not message.agree:
            self.withdraw_undo()
            self.show("undo-declined")
            return
        self.undo_agreed.add(message.seat)
        needed = {s for s in self.persons() if not self.is_bot(s)} - {asker}
        if needed <= self.undo_agreed | set(watcher.mine):
            await self.take_back(asker, "", consent=True)
        else:
            self.show()

    async def take_back(self, seat: int, key: str, consent: bool) -> None:
        cut = self.running().undo(seat, consent)
        self.withdraw_undo()
        self.seen_at = {}
        for watcher in self.watchers:
            watcher.told = min(watcher.told, cut)
        await self.keep_match(cut, key, cut)
        self.show()

    def withdraw_undo(self) -> None:
        self.undo_asked_by, self.undo_agreed = -1, set()

    # Life at the table

    async def look(self, watcher: Watcher, message: wire.Look) -> None:
        """At a shared screen only a seat that decides now is shown, and only when it is asked for."""
        self.check_seat(watcher, message.seat)
        match = self.running()
        if message.seat not in match.deciders and not match.over:
            raise Refuse("not-your-turn", "The curtain lifts for whoever decides now.")
        watcher.looking = message.seat
        watcher.told = 0
        self.show_to(watcher)

    async def talk(self, watcher: Watcher, message: wire.Say) -> None:
        self.check_seat(watcher, message.seat)
        if not self.record.chat or self.game.about.silent:
            raise Refuse("not-allowed", "There is no talking at this table.")
        await self.keep(Change(id=self.id, table=self.record, said=(message.seat, message.text)))
        self.chat.append((self.record.seq, message.seat, message.text))
        name = self.record.seats[message.seat].name
        for other in self.watchers:
            other.send(wire.Said(seat=message.seat, name=name, text=message.text, seq=self.record.seq))

    async def rename(self, watcher: Watcher, message: wire.Rename) -> None:
        self.check_seat(watcher, message.seat)
        if self.game.about.silent and self.match is not None:
            raise Refuse("not-allowed", "Names stay as they are at a silent table.")
        self.record.seats[message.seat].name = message.name
        if self.match is not None:
            self.match.names = tuple(seat.name for seat in self.record.seats)
        await self.keep(Change(id=self.id, table=self.record))
        self.show()

    async def leave(self, watcher: Watcher, message: wire.Leave) -> None:
        self.check_seat(watcher, message.seat)
        await self.set_away(message.seat, True)

    async def come_back(self, watcher: Watcher, message: wire.Return) -> None:
        self.check_seat(watcher, message.seat)
        await self.set_away(message.seat, False)

    async def set_away(self, seat: int, away: bool) -> None:
        self.record.seats[seat].away = away
        await self.keep(Change(id=self.id, table=self.record))
        self.show()

    async def rematch(self, watcher: Watcher, message: wire.Rematch) -> None:
        """The next match: the starter moves on, and there is a new secret and new nonces."""
        if self.answered(watcher, message.key):
            return
        if not watcher.mine:
            raise Refuse("not-allowed", "Only those who sit at the table can lay it again.")
        if self.match is None or not self.match.over:
            raise Refuse("not-allowed", "The match is still being played.")
        if showing.series_over(self):
            self.record.results = []
        else:
            self.record.results = [*self.record.results, self.match_record.winners]
        if self.record.best_of == 1:
            self.record.results = []
        first = (int(self.match.state["first"][0]) + 1) % len(self.record.seats)
        self.matches.append(fresh_match(self.game, first))
        self.record.number += 1
        self.match, self.story_start, self.seen_at = None, 0, {}
        for other in self.watchers:
            other.told, other.looking = 0, None
        await self.keep(Change(id=self.id, table=self.record, match=self.match_record, key=message.key))
        self.show()
        watcher.send(wire.Ack(key=message.key, seq=self.record.seq))

    async def hint(self, watcher: Watcher, message: wire.HintWish) -> None:
        self.check_seat(watcher, message.seat)
        match = self.running()
        if message.seat not in match.deciders:
            raise Refuse("not-your-turn", "Hints are for whoever decides now.")
        found = await self.house.hints(match, message.seat)
        lines = [
            wire.HintLine(
                move=match.game.moves.text(m), text=showing.describe(self, m, message.seat, watcher), value=value
            )
            for m, value in found
        ]
        watcher.send(wire.Hints(seat=message.seat, hints=lines))

    async def ping(self, watcher: Watcher, message: wire.Ping) -> None:
        watcher.send(wire.Pong())

    def check_seat(self, watcher: Watcher, seat: int) -> None:
        if seat not in watcher.mine:
            raise Refuse("not-allowed", "That is not your seat.")

    def running(self) -> Match:
        if self.match is None:
            raise Refuse("not-allowed", self.frozen or "The match has not begun: somebody is still missing.")
        return self.match

    # What is shown

    def show(self, notice: str = "") -> None:
        """Send everybody the table as they may see it."""
        ply = self.match.ply if self.match else 0
        self.seen_at[self.record.seq] = ply
        for watcher in self.watchers:
            if watcher.greeted:
                self.show_to(watcher, notice)

    def show_to(self, watcher: Watcher, notice: str = "") -> None:
        try:
            watcher.send(showing.snapshot(self, watcher, notice))
        finally:
            watcher.told = self.match.ply if self.match else 0

    # Bots, forced answers and clocks

    def stir(self) -> None:
        """See to it that somebody who need not think answers in due time."""
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self.run_bots())

    async def run_bots(self) -> None:
        """Play for bots, for seats that are away, and for seats that have only one answer."""
        while True:
            move = self.next_answer()
            if move is None:
                return
            seat, wait, find = move
            ply, number = self.running().ply, self.record.number
            started = time.monotonic()
            try:
                m = await find()
            except Exception:
                logging.exception("a bot at table %s found no move; it plays any", self.id)
                m = secrets.choice(self.running().legal(seat))
            await asyncio.sleep(max(0.0, wait - (time.monotonic() - started)))
            async with self.lock:
                match = self.match
                if match is None or self.record.number != number or match.ply != ply or seat not in match.deciders:
                    continue
                try:
                    await self.play_move(seat, m, "")
                except Refusal:
                    # Something was taken back and played again while the bot was thinking.
                    continue
                except StoreError:
                    self.house.forget(self)
                    return

    def next_answer(self) -> tuple[int, float, Callable[[], Awaitable[int]]] | None:
        match = self.match
        if match is None or match.over or self.undo_asked_by >= 0 or self.forgotten:
            return None
        for seat in match.deciders:
            if self.is_bot(seat):
                return seat, self.house.bot_wait, lambda s=seat: self.house.bot_move(self, match, s)
        for seat in match.deciders:
            legal = match.legal(seat)
            if len(legal) == 1:
                return seat, FORCED_WAIT * self.house.wait_scale, lambda m=legal[0]: immediate(m)
        return None

    async def tick(self, now: float) -> None:
        """A seat whose time is up is played on by a bot until its player is back."""
        if not self.late(now):
            return
        async with self.lock:
            if self.match is None or not self.late(now):
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


async def immediate(m: int) -> int:
    return m


def refusal(key: str, kind: Any, text: str, clause: str = "") -> wire.Refused:
    return wire.Refused(key=key, kind=kind, text=text, clause=clause)


def fresh_match(game: Game, first: int) -> MatchRecord:
    """A match that has not begun, with the secret that its commitment is made of."""
    return MatchRecord(
        version=game.about.version,
        layout=layout_of(game.state.dtype),
        first=first,
        secret=secrets.token_bytes(32).hex(),
    )


HANDLERS: dict[type, Callable[..., Awaitable[None]]] = {
    wire.Hello: LiveTable.hello,
    wire.Play: LiveTable.play,
    wire.Undo: LiveTable.undo,
    wire.UndoAnswer: LiveTable.answer_undo,
    wire.Look: LiveTable.look,
    wire.Say: LiveTable.talk,
    wire.Rename: LiveTable.rename,
    wire.Rematch: LiveTable.rematch,
    wire.Leave: LiveTable.leave,
    wire.Return: LiveTable.come_back,
    wire.HintWish: LiveTable.hint,
    wire.Ping: LiveTable.ping,
}
