"""Small tables for tests of the store."""

import sqlalchemy as sa

from parlour.server.store.database import answers, matches, moves, tables
from parlour.server.store.store import Change, MatchRecord, SeatRecord, Store, TableRecord, make_table


def record(**changes) -> TableRecord:
    seats = [SeatRecord(kind="person", name="Ann", token_hash="x"), SeatRecord(kind="bot", name="Bob", level="easy")]
    fields = {"game": "heartcatchers", "edition": "e", "mode": "duel", "rulings": {}, "seats": seats}
    return TableRecord(**fields, pace="brisk", best_of=3, chat=True, created=1.0, **changes)


def fresh() -> MatchRecord:
    return MatchRecord(version=1, layout="l", first=-1, secret="00")


def lay(store: Store, id: str = "t1") -> None:
    store.submit(make_table(id, record(), fresh())).result()


def change(ply: int, *lines: str, **more) -> Change:
    """The change of table t1 that follows `ply` others."""
    return Change(id="t1", table=record(seq=ply + 1), match=fresh(), ply=ply, lines=list(lines), **more)


def copy_table(store: Store, id: str, count: int) -> list[str]:
    """More tables that stand as one does, without its holders; their ids."""
    ids = [f"{id}-{number}" for number in range(count)]

    def job(c: sa.Connection) -> None:
        for table, key in ((tables, "id"), (matches, "table_id"), (moves, "table_id"), (answers, "table_id")):
            rows = [dict(row) for row in c.execute(sa.select(table).where(table.c[key] == id)).mappings()]
            if rows:
                c.execute(table.insert(), [row | {key: copy} for copy in ids for row in rows])

    store.submit(job).result()
    return ids
