"""Replays and records: a match from the store, told from its first move."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

from parlour.engine.log import encode
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.server import wire
from parlour.server.house import Busy, House, NoSuchTable, NotAllowed, seats_of
from parlour.server.live import LiveTable, Watcher
from parlour.server.showing import fairness, localised, say
from parlour.server.store import read_table

AT_ONCE = 2
MOST_WAITING = 20


class Desk:
    """Where matches are told again: few at a time, because each is played anew for it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.places = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    async def replay(self, id: str, number: int | None, eyes: int, tokens: Iterable[str], language: str) -> wire.Replay:
        """A match step by step through one seat's eyes: your own while it runs, anybody's afterwards."""
        async with self.place():
            table = await self.table_at(id, number)
            match = table.match
            if match is None or match.begin:
                raise NotAllowed(table.frozen or "There is nothing to replay yet.")
            mine = seats_of(table.record, tokens)
            allowed = [int(PUBLIC), *(range(match.seats) if match.over else mine)]
            if eyes not in allowed:
                raise NotAllowed("You may look through other eyes when the match is over.")
            return await asyncio.to_thread(replay_of, table, match, eyes, allowed, language)

    async def record(self, id: str, number: int | None) -> bytes:
        """The whole record of a finished match, as `parlour verify` reads it; also of one that cannot go on."""
        async with self.place():
            table = await self.table_at(id, number)
            if table.frozen:
                return encode(table.unplayable)
            if table.match is None or not table.match.over:
                raise NotAllowed("The whole record is given out when the match is over; until then it holds secrets.")
            return encode(table.match.as_save(reveal=True))

    @contextlib.asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place at the desk, unless the queue is too long."""
        if self.waiting >= MOST_WAITING:
            raise Busy("Too many replays are wanted at once; try again in a moment.")
        self.waiting += 1
        try:
            async with self.places:
                yield
        finally:
            self.waiting -= 1

    async def table_at(self, id: str, number: int | None) -> LiveTable:
        """A table of its own with one of the matches, by default the last; nobody sits at it."""
        kept = await self.house.store.read(read_table(id, number))
        if kept is None or (number is not None and not 0 <= number < len(kept.matches)):
            raise NoSuchTable(id)
        if number is not None:
            kept.table.number = number
        return await self.house.lay_kept(kept)


def replay_of(table: LiveTable, match: Match, eyes: int, allowed: list[int], language: str) -> wire.Replay:
    reader = Watcher([], lambda _: None)
    reader.language = language
    steps = []
    for ply in range(match.ply + 1):
        view = localised(table, match.view(eyes, ply), reader, eyes)
        lines = match.story_of(eyes, ply - 1) if ply else []
        story = [wire.sentence(said, say(table, said, reader, eyes), ply - 1) for said in lines]
        steps.append(wire.ReplayStep(ply=ply, view=view, story=story))
    entries = enumerate(match.log.entries if match.over else [])
    return wire.Replay(
        id=table.id,
        game=table.game.name,
        title=table.game.about.title,
        eyes=eyes,
        allowed=allowed,
        names=[seat.name for seat in table.record.seats],
        over=match.over,
        steps=steps,
        fairness=fairness(table),
        header=match.log.start if match.over else "",
        lines=[entry.line for entry in match.log.entries] if match.over else [],
        draws=[
            wire.DrawCheck(ply=ply, index=e.index, n=e.n, undos=e.undos) for ply, e in entries if e.index is not None
        ],
    )
