"""Replays and records of matches from the store."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

from parlour.engine.log import encode
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.server import wire
from parlour.server.house import Busy, House, NoSuchTable, NotAllowed, seats_of
from parlour.server.live import LiveTable
from parlour.server.showing import fairness, story
from parlour.server.store import read_record, read_table

AT_ONCE = 2
MOST_WAITING = 20


class Replays:
    """Makes replays and records: few at a time, because each replays a whole match."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.places = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    async def replay(self, id: str, number: int | None, eyes: int, tokens: Iterable[str], language: str) -> wire.Replay:
        """A match step by step through one seat's eyes: your own while it runs, anybody's afterwards."""
        mine = await self.check_private(id, tokens)
        async with self.place():
            table = await self.table_at(id, number)
            match = table.match
            if match is None or match.begin:
                raise NotAllowed(table.frozen or "There is nothing to replay yet.")
            # At a shared screen the curtain stays down: nobody looks through one of its hands while the match runs.
            shared = len(mine) > 1 and not table.game.about.open
            allowed = [int(PUBLIC), *(range(match.seats) if match.over else [] if shared else mine)]
            if eyes not in allowed:
                raise NotAllowed("You may look through other eyes when the match is over.")
            return await asyncio.to_thread(replay_of, table, match, eyes, allowed, language)

    async def record(self, id: str, number: int | None, tokens: Iterable[str] = ()) -> bytes:
        """The whole record of a finished match, as `parlour verify` reads it; also of one that cannot go on."""
        await self.check_private(id, tokens)
        async with self.place():
            table = await self.table_at(id, number)
            if table.frozen:
                return encode(table.unplayable)
            if table.match is None or not table.match.over:
                raise NotAllowed("The whole record is given out when the match is over; until then it holds secrets.")
            return encode(table.match.as_save(reveal=True))

    async def check_private(self, id: str, tokens: Iterable[str]) -> list[int]:
        """One's own seats; a private table is refused to others before its match is replayed."""
        record = await self.house.store.read(read_record(id))
        if record is None:
            raise NoSuchTable(id)
        mine = seats_of(record, tokens)
        if record.private and not mine:
            raise NotAllowed("That table is private.")
        return mine

    @contextlib.asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a free slot, unless the queue is too long."""
        if self.waiting >= MOST_WAITING:
            raise Busy("Too many replays are wanted at once; try again in a moment.")
        self.waiting += 1
        try:
            async with self.places:
                yield
        finally:
            self.waiting -= 1

    async def table_at(self, id: str, number: int | None) -> LiveTable:
        """A separate copy of a table with one of its matches, by default the last; it is not live."""
        kept = await self.house.store.read(read_table(id, number))
        if kept is None or (number is not None and not 0 <= number < len(kept.matches)):
            raise NoSuchTable(id)
        if number is not None:
            kept.table.number = number
        return await self.house.lay_kept(kept)


def replay_of(table: LiveTable, match: Match, eyes: int, allowed: list[int], language: str) -> wire.Replay:
    looks = [match.look(eyes, ply, language) for ply in range(match.ply + 1)]
    steps = [wire.ReplayStep(ply=k.ply, view=k.view, story=story(k, max(k.ply - 1, 0))) for k in looks]
    entries = enumerate(match.log.entries if match.over else [])
    return wire.Replay(
        id=table.id,
        game=table.game.name,
        title=table.game.about.title,
        eyes=eyes,
        allowed=allowed,
        names=[seat.name for seat in table.record.seats],
        over=match.over,
        edition=looks[0].printed,
        steps=steps,
        fairness=fairness(table),
        header=match.log.start if match.over else "",
        lines=[entry.line for entry in match.log.entries] if match.over else [],
        draws=[
            wire.DrawCheck(ply=ply, index=e.index, n=e.n, undos=e.undos) for ply, e in entries if e.index is not None
        ],
    )
