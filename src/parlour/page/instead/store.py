"""The store of a page: every table as the browser keeps it, written anew after every change.

In the place of `parlour.server.store.store`, with the names that tables use of it. A table is one value of bytes; a
change is made on a copy, and counts when the browser has kept it.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from parlour.server.store.faults import Faults
from parlour.server.store.incidents import InDoubt, Overtaken, StoreError, WriteRejected
from parlour.server.store.records import MAX_SAID, Change, Kept, MatchRecord, TableRecord, UndoWish
from parlour.server.store.seats import SeatRecord

__all__ = [
    "Change",
    "InDoubt",
    "Kept",
    "MatchRecord",
    "Overtaken",
    "SeatRecord",
    "Store",
    "StoreError",
    "TableRecord",
    "UndoWish",
    "WriteRejected",
]


class Stored(msgspec.Struct, kw_only=True):
    """A table with all its matches and their moves."""

    id: str
    table: TableRecord
    matches: list[MatchRecord]
    lines: list[list[str]]
    answers: dict[str, int] = {}
    chat: list[tuple[int, int, str]] = []
    holders: list[str] = []
    updated: float = 0.0
    # The text of an edition that does not come with the game.
    edition: str = ""

    def kept(self, number: int | None = None) -> Kept:
        """The table with the moves of one match, by default the last."""
        at = self.table.number if number is None else number
        lines = self.lines[at] if 0 <= at < len(self.lines) else []
        return Kept(
            id=self.id, table=self.table, matches=self.matches, lines=lines, answers=self.answers, chat=self.chat
        )


STORED = msgspec.json.Decoder(Stored)
Job = Callable[["Store"], Any]


class Store:
    """Tables by their ids; `keep` gives one to the browser, None to delete it, and fails if that cannot be kept."""

    def __init__(self, keep: Callable[[str, bytes | None], Awaitable[None]]) -> None:
        self.keep = keep
        self.tables: dict[str, bytes] = {}
        self.editions: dict[str, str] = {}
        self.faults = Faults()
        self.name = "page"

    def fill(self, tables: list[bytes]) -> None:
        """The tables that the browser has kept."""
        for data in tables:
            stored = STORED.decode(data)
            self.tables[stored.id] = bytes(data)
            if stored.edition:
                self.editions[stored.table.edition] = stored.edition

    def of(self, id: str) -> Stored | None:
        return STORED.decode(self.tables[id]) if id in self.tables else None

    def all(self) -> list[Stored]:
        """Those that were used last first."""
        return sorted(map(STORED.decode, self.tables.values()), key=lambda s: -s.updated)

    async def read(self, job: Job) -> Any:
        return job(self)

    def submit(self, job: Job) -> None:
        """What nobody waits for, because nothing here depends on it."""

    async def write(self, job: Job) -> Any:
        changed = job(self)
        if changed is None:
            return
        id, stored = changed
        if stored is not None:
            stored.updated = time.time()
            stored.edition = self.editions.get(stored.table.edition, "")
        data = None if stored is None else msgspec.json.encode(stored)
        try:
            await self.keep(id, data)
        except Exception as error:
            raise StoreError(str(error)) from None
        if data is None:
            self.tables.pop(id, None)
        else:
            self.tables[id] = data


def read_edition_text(hash: str) -> Job:
    return lambda store: store.editions.get(hash)


def read_table(id: str, number: int | None = None) -> Job:
    def job(store: Store) -> Kept | None:
        stored = store.of(id)
        return stored.kept(number) if stored else None

    return job


def read_record(id: str) -> Job:
    def job(store: Store) -> TableRecord | None:
        stored = store.of(id)
        return stored.table if stored else None

    return job


def read_seq(id: str) -> Job:
    def job(store: Store) -> int | None:
        stored = store.of(id)
        return stored.table.seq if stored else None

    return job


def list_held(hashes: list[str], most: int) -> Job:
    return lambda store: [s.id for s in store.all() if {*hashes} & {*s.holders}][:most]


def list_holding(hashes: list[str]) -> Job:
    return lambda store: {hash for s in store.all() for hash in s.holders if hash in hashes}


def count_unbegun(hashes: list[str]) -> Job:
    return lambda store: sum(bool({*hashes} & {*s.holders}) and not any(s.lines) for s in store.all())


def keep_used(ids: list[str], now: float) -> Job:
    """No table is ever deleted here because nobody used it."""
    return lambda store: None


def list_played(store: Store) -> list[str]:
    return []


def keep_edition(hash: str, content: str) -> Job:
    """Kept with the table that has it; until there is one, in this page alone."""

    def job(store: Store) -> None:
        store.editions[hash] = content

    return job


def make_table(id: str, table: TableRecord, match: MatchRecord, holder: str = "", edition: str = "") -> Job:
    return lambda store: (id, Stored(id=id, table=table, matches=[match], lines=[[]], holders=[holder]))


def delete_table(id: str, by: str = "") -> Job:
    return lambda store: (id, None)


def apply_change(change: Change, by: str = "") -> Job:
    """A job that writes one change, if it follows the one before."""

    def job(store: Store) -> tuple[str, Stored]:
        stored = store.of(change.id)
        if stored is None or stored.table.seq != change.table.seq - 1:
            raise Overtaken(f"refused: table {change.id} is no longer at number {change.table.seq - 1}")
        stored.table = change.table
        number = change.table.number
        while len(stored.lines) <= number:
            stored.lines.append([])
        if change.match is not None:
            stored.matches[number:] = [change.match]
        if change.cut is not None:
            del stored.lines[number][change.cut :]
        stored.lines[number] += change.lines
        if change.key:
            stored.answers[change.key] = change.table.seq
        if change.said is not None:
            stored.chat = [*stored.chat, (change.table.seq, *change.said)][-MAX_SAID:]
        stored.chat = [said for said in stored.chat if said[1] not in change.unsaid]
        stored.holders = [hash for hash in {*stored.holders, change.holder} if hash and hash != change.left]
        return change.id, stored

    return job
