"""Jobs that read from the store: tables with their moves, who sits where, and lists of tables."""

from collections.abc import Callable

import sqlalchemy as sa

from parlour.server.store.database import answers, chat, editions, holders, matches, moves, tables
from parlour.server.store.records import DUE_NOW, MATCH, TABLE, Kept, TableRecord

# How many running tables are asked for their game.
SAMPLE = 256


def read_edition_text(hash: str) -> Callable[[sa.Connection], str | None]:
    return lambda c: c.execute(sa.select(editions.c.text).where(editions.c.hash == hash)).scalar()


def read_table(id: str, number: int | None = None) -> Callable[[sa.Connection], Kept | None]:
    """A job that reads a table with the moves of one match, by default the last."""

    def job(c: sa.Connection) -> Kept | None:
        row = c.execute(sa.select(tables.c.record).where(tables.c.id == id)).first()
        if row is None:
            return None
        table = TABLE.decode(row.record)
        asked = table.number if number is None else number
        found = c.execute(sa.select(matches.c.record).where(matches.c.table_id == id).order_by(matches.c.number))
        lines = sa.select(moves.c.line).where(moves.c.table_id == id, moves.c.number == asked).order_by(moves.c.ply)
        keys = sa.select(answers.c.key, answers.c.seq).where(answers.c.table_id == id)
        said = sa.select(chat.c.seq, chat.c.seat, chat.c.text).where(chat.c.table_id == id).order_by(chat.c.seq)
        return Kept(
            id=id,
            table=table,
            matches=[MATCH.decode(r.record) for r in found],
            lines=[r.line for r in c.execute(lines)],
            answers={r.key: r.seq for r in c.execute(keys)},
            chat=[(r.seq, r.seat, r.text) for r in c.execute(said)],
        )

    return job


def read_record(id: str) -> Callable[[sa.Connection], TableRecord | None]:
    """A job that reads who sits at a table, and nothing of its matches."""

    def job(c: sa.Connection) -> TableRecord | None:
        record = c.execute(sa.select(tables.c.record).where(tables.c.id == id)).scalar()
        return None if record is None else TABLE.decode(record)

    return job


def read_seq(id: str) -> Callable[[sa.Connection], int | None]:
    """A job that reads the number of a table's last change; None if the table is gone."""
    return lambda c: c.execute(sa.select(tables.c.seq).where(tables.c.id == id)).scalar()


def list_seqs(ids: list[str]) -> Callable[[sa.Connection], dict[str, int]]:
    """A job that reads the numbers of the last changes of tables; those that are gone are left out."""
    found = sa.select(tables.c.id, tables.c.seq).where(tables.c.id.in_(ids))
    return lambda c: {row.id: row.seq for row in c.execute(found)}


def list_tables(c: sa.Connection) -> list[str]:
    """The ids of all tables, those that were used last first."""
    return list(c.execute(sa.select(tables.c.id).order_by(tables.c.updated.desc())).scalars())


def list_held(hashes: list[str], most: int) -> Callable[[sa.Connection], list[str]]:
    """A job that reads the tables where a session has a seat, those that were used last first."""
    held = sa.select(holders.c.table_id).where(holders.c.hash.in_(hashes))
    found = sa.select(tables.c.id).where(tables.c.id.in_(held)).order_by(tables.c.updated.desc()).limit(most)
    return lambda c: list(c.execute(found).scalars())


def list_holding(hashes: list[str]) -> Callable[[sa.Connection], set[str]]:
    """A job that reads which of these tokens have a seat anywhere."""
    found = sa.select(holders.c.hash).where(holders.c.hash.in_(hashes)).distinct()
    return lambda c: set(c.execute(found).scalars())


def count_unbegun(hashes: list[str]) -> Callable[[sa.Connection], int]:
    """A job that counts the tables where a session has a seat and nothing was played."""
    begun = sa.exists().where(moves.c.table_id == holders.c.table_id)
    found = sa.select(sa.func.count()).select_from(holders).where(holders.c.hash.in_(hashes), ~begun)
    return lambda c: int(c.execute(found).scalar_one())


def list_due(until: float) -> Callable[[sa.Connection], list[str]]:
    """A job that reads the ids of the tables where the server has to act by then, the first ones first."""
    due = sa.select(tables.c.id).where(tables.c.deadline.between(DUE_NOW, until)).order_by(tables.c.deadline)
    return lambda c: list(c.execute(due).scalars())


def list_played(c: sa.Connection) -> list[str]:
    """The games of running tables."""
    records = c.execute(sa.select(tables.c.record).where(tables.c.deadline > 0).limit(SAMPLE)).scalars()
    return sorted({TABLE.decode(record).game for record in records})
