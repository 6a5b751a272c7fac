"""Administration of the tables in a store: list them, delete one, revoke a seat, expire old ones."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from parlour.server.store.database import matches, moves, tables
from parlour.server.store.incidents import MAX_TRIES
from parlour.server.store.records import MATCH, TABLE, TableRecord, vacate
from parlour.server.store.store import (
    Overtaken,
    Store,
    apply_change,
    delete_table,
    list_tables,
    read_record,
    read_table,
)
from parlour.server.store.tokens import new_token, token_hash
from parlour.server.store.writing import TableJob
from parlour.server.table.texts import free_name, player_name

DAY = 86400.0

# After so many days without a change a table is deleted: one that never began, and any other.
WAITING_DAYS, OTHER_DAYS = 7, 90

# If so large a part of all tables looks old, it may be the clock that is wrong.
NEARLY_ALL = 0.75


class Row(msgspec.Struct, kw_only=True):
    """A table as the list shows it; without names."""

    id: str
    game: str
    status: str
    persons: int
    bots: int
    updated: float


def rows(c: sa.Connection) -> list[Row]:
    """All tables, those that were used last first; rows that cannot be read are left out."""
    last = {r.table_id: r for r in c.execute(sa.select(matches).order_by(matches.c.number))}
    found = []
    for row in c.execute(sa.select(tables).order_by(tables.c.updated.desc())):
        try:
            record, match = TABLE.decode(row.record), MATCH.decode(last[row.id].record)
        except (msgspec.MsgspecError, KeyError):
            continue
        kinds = Counter(seat.kind for seat in record.seats)
        status = "over" if match.over else "playing" if match.started else "waiting"
        persons, bots = kinds["person"], kinds["bot"]
        one = Row(id=row.id, game=record.game, status=status, persons=persons, bots=bots, updated=row.updated)
        found.append(one)
    return found


def is_old(now: float) -> sa.ColumnElement[bool]:
    """Whether a table's time is over."""
    begun = sa.exists().where(moves.c.table_id == tables.c.id)
    waiting = sa.and_(tables.c.updated < now - WAITING_DAYS * DAY, ~begun)
    return sa.or_(tables.c.updated < now - OTHER_DAYS * DAY, waiting)


def old_tables(now: float) -> Callable[[sa.Connection], list[str]]:
    return lambda c: list(c.execute(sa.select(tables.c.id).where(is_old(now))).scalars())


def used_before(moment: float) -> Callable[[sa.Connection], list[str]]:
    return lambda c: list(c.execute(sa.select(tables.c.id).where(tables.c.updated < moment)).scalars())


def delete_if_old(id: str, now: float, by: str) -> TableJob:
    """A job that deletes a table unless it was used since it was listed; whether it did."""

    def job(c: sa.Connection) -> bool:
        found = c.execute(sa.select(tables.c.id).where(tables.c.id == id, is_old(now)).with_for_update(of=tables))
        if found.first() is None:
            return False
        delete_table(id, by)(c)
        return True

    return TableJob(id, job)


def nearly_all(old: list[str], every: list[str]) -> bool:
    return bool(old) and len(old) >= NEARLY_ALL * len(every)


def expire(store: Store, now: float | None = None, even_all: bool = False) -> int:
    """Delete the tables whose time is over; how many. If that is nearly all of them, only where that is wanted."""
    now = time.time() if now is None else now
    old, every = store.read_now(old_tables(now)), store.read_now(list_tables)
    if nearly_all(old, every) and not even_all:
        today = time.strftime("%Y-%m-%d", time.localtime(now))
        raise ValueError(
            f"{len(old)} of {len(every)} tables look too old to be kept, and nothing was deleted: if it is not "
            f"{today}, set this machine's clock; if it is, ask again with --all"
        )
    return sum(store.submit(delete_if_old(id, now, store.name)).result() for id in old)


def close(store: Store, id: str) -> None:
    """Delete one table; a running server notices within a second or two, or at once on PostgreSQL."""
    record_of(store, id)
    store.submit(delete_table(id, store.name)).result()


def revoke(store: Store, id: str, seat: int) -> str:
    """Take a seat from its session, and what it said; the path of a new invitation to it."""
    for _ in range(MAX_TRIES - 1):
        with contextlib.suppress(Overtaken):
            return revoke_now(store, id, seat)
    return revoke_now(store, id, seat)


def revoke_now(store: Store, id: str, seat: int) -> str:
    record = record_of(store, id)
    if not 0 <= seat < len(record.seats) or record.seats[seat].kind != "person":
        raise ValueError(f"seat {seat} of that table is no person's")
    kept = store.read_now(read_table(id, record.number))
    if kept is None:
        raise ValueError(f"there is no table {id}")
    token, match = new_token(), kept.matches[record.number]
    if not match.started:
        others = [s.name for i, s in enumerate(record.seats) if i != seat]
        record.seats[seat] = record.seats[seat].rename(free_name(player_name(seat, "en"), others))
    change = vacate(id, record, match, seat, token_hash(token))
    record.seq += 1
    store.submit(apply_change(change, store.name)).result()
    return f"/t/{id}#{token}"


def record_of(store: Store, id: str) -> TableRecord:
    record = store.read_now(read_record(id))
    if record is None:
        raise ValueError(f"there is no table {id}")
    return record


def stats(store: Store) -> dict[str, Any]:
    """Tables by status and by game, and how many lines of play there are."""
    found = store.read_now(rows)
    lines = store.read_now(lambda c: c.execute(sa.select(sa.func.count()).select_from(moves)).scalar())
    return {
        "tables": len(found),
        **dict(sorted(Counter(r.status for r in found).items())),
        **{f"of {game}": n for game, n in sorted(Counter(r.game for r in found).items())},
        "moves": lines or 0,
    }
