"""Replays and records of matches from the store."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

from parlour.engine.log import encode
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.server import wire
from parlour.server.store.store import read_record, read_table
from parlour.server.table.laying import lay_again
from parlour.server.table.live import load
from parlour.server.table.refusals import Busy, NoSuchTable, NotAllowed
from parlour.server.table.resting import OLDER_RULES, RestingTable
from parlour.server.table.seating import seats_of
from parlour.server.table.services import Services
from parlour.server.table.showing import fairness, story

MAX_REPLAYS = 2
MAX_WAITING = 20


class Replays:
    """Makes replays and records: few at a time, because each replays a whole match."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.places = asyncio.Semaphore(MAX_REPLAYS)
        self.waiting = 0

    async def replay(self, id: str, number: int | None, eyes: int, tokens: Iterable[str], language: str) -> wire.Replay:
        """A match step by step through one seat's eyes: your own while it runs, anybody's afterwards."""
        mine = await self.check_private(id, tokens)
        async with self.place():
            table = await self.table_at(id, number)
            match = table.match
            if table.unplayable:
                raise NotAllowed(OLDER_RULES)
            if match is None or match.begin:
                raise NotAllowed("There is nothing to replay yet.")
            # At a shared screen the curtain stays down: nobody looks through one of its hands while the match runs.
            shared = len(mine) > 1 and not table.game.about.open
            allowed = [int(PUBLIC), *(range(match.seats) if match.over else [] if shared else mine)]
            if eyes not in allowed:
                raise NotAllowed("You may look through other eyes when the match is over.")
            return await asyncio.to_thread(replay_of, table, match, eyes, allowed, language)

    async def play_on(self, id: str, wish: wire.PlayOn, tokens: Iterable[str], session: str) -> wire.TableMade:
        """A table of one's own that goes on from a turn of a finished match: one seat is the asker's, bots have the
        others."""
        await self.check_private(id, tokens)
        async with self.place():
            table = await self.table_at(id, None if wish.match < 0 else wish.match)
            return await lay_again(self.services, table, wish, session, tokens)

    async def record(self, id: str, number: int | None, tokens: Iterable[str] = ()) -> bytes:
        """The whole record of a finished match, as `parlour verify` reads it; also of one that cannot go on."""
        await self.check_private(id, tokens)
        async with self.place():
            table = await self.table_at(id, number)
            if table.unplayable:
                return encode(table.unplayable)
            if table.match is None or not table.match.over:
                raise NotAllowed("The whole record is given out when the match is over; until then it holds secrets.")
            return encode(table.match.as_save(reveal=True))

    async def check_private(self, id: str, tokens: Iterable[str]) -> list[int]:
        """One's own seats; a private table is refused to others before its match is replayed."""
        record = await self.services.store.read(read_record(id))
        if record is None:
            raise NoSuchTable(id)
        mine = seats_of(record, tokens)
        if record.private and not mine:
            raise NotAllowed("That table is private.")
        return mine

    @contextlib.asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a free slot, unless the queue is too long."""
        if self.waiting >= MAX_WAITING:
            raise Busy("Too many replays are wanted at once; try again in a moment.")
        self.waiting += 1
        try:
            async with self.places:
                yield
        finally:
            self.waiting -= 1

    async def table_at(self, id: str, number: int | None) -> RestingTable:
        """A separate copy of a table with one of its matches, by default the last; it is not live."""
        kept = await self.services.store.read(read_table(id, number))
        if kept is None or (number is not None and not 0 <= number < len(kept.matches)):
            raise NoSuchTable(id)
        if number is not None:
            kept.table.number = number
        return await load(self.services, kept)


def replay_of(table: RestingTable, match: Match, eyes: int, allowed: list[int], language: str) -> wire.Replay:
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
