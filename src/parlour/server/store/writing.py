"""Jobs that write to the store: changes of tables, new tables, editions."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from parlour.server.store.bells import leave_bells, note_occasions
from parlour.server.store.database import answers, bells, chat, codes, editions, holders, matches, moves, tables
from parlour.server.store.incidents import Overtaken
from parlour.server.store.records import MAX_SAID, Change, ChangeNews, MatchRecord, Played, TableRecord

HOUR = 3600.0

# Where PostgreSQL tells other processes of changes, and how many bytes it takes at once.
CHANNEL, MAX_NOTIFY_BYTES = "parlour", 8000
# The first word of all that processes tell one another: how the rest is meant. It changes when that does.
WORDING = "3"

# The statements of every move, built once: building one costs as much as running it.
UPDATE_TABLE = tables.update().where((tables.c.id == sa.bindparam("at_id")) & (tables.c.seq == sa.bindparam("at_seq")))
UPDATE_MATCH = matches.update().where(
    (matches.c.table_id == sa.bindparam("at_id")) & (matches.c.number == sa.bindparam("at_number"))
)
NOTIFY = sa.text("SELECT pg_notify(:channel, :word)")
# The same for PostgreSQL; nothing is written unless the table still stands at the number before.
WRITE_MOVES = sa.text("""
    WITH kept AS (
        UPDATE tables SET record = :record, updated = :updated, seq = :seq,
            deadline = coalesce(CAST(:due AS float8), deadline)
        WHERE id = :id AND seq = :seq - 1 RETURNING id
    ), of_match AS (
        INSERT INTO matches (table_id, number, record) SELECT id, :number, :match FROM kept
        ON CONFLICT (table_id, number) DO UPDATE SET record = excluded.record
    ), played AS (
        INSERT INTO moves (table_id, number, ply, line)
        SELECT id, :number, :ply + place - 1, line
        FROM kept, unnest(CAST(:lines AS text[])) WITH ORDINALITY AS played (line, place)
    ), answered AS (
        INSERT INTO answers (table_id, key, seq)
        SELECT id, CAST(:key AS text), :seq FROM kept WHERE CAST(:key AS text) <> ''
    )
    SELECT pg_notify(:channel, :word) FROM kept
""")
KEEP_EDITION = sa.text("INSERT INTO editions (hash, text) VALUES (:hash, :text) ON CONFLICT (hash) DO NOTHING")
INSERT_MATCH, INSERT_MOVES, INSERT_ANSWER = matches.insert(), moves.insert(), answers.insert()


@dataclass(frozen=True)
class TableJob:
    """A job that changes one table, by its id; the store does those of a transaction in the order of the ids."""

    table: str
    job: Callable[[sa.Connection], Any]

    def __call__(self, c: sa.Connection) -> Any:
        return self.job(c)


def apply_change(change: Change, by: str = "") -> TableJob:
    """A job that writes one change; other processes hear of it by the name of this one."""

    def job(c: sa.Connection) -> None:
        if change.played and c.dialect.name == "postgresql":
            write_moves(c, change, by)
            note_occasions(c, change)
            return
        update_table(c, change)
        number = change.table.number
        if change.match is not None:
            upsert_match(c, change.id, number, change.match)
        if change.cut is not None:
            at = (moves.c.table_id == change.id) & (moves.c.number == number) & (moves.c.ply >= change.cut)
            c.execute(moves.delete().where(at))
        rows = [
            {"table_id": change.id, "number": number, "ply": change.ply + i, "line": line}
            for i, line in enumerate(change.lines)
        ]
        if rows:
            c.execute(INSERT_MOVES, rows)
        if change.key:
            c.execute(INSERT_ANSWER, {"table_id": change.id, "key": change.key, "seq": change.table.seq})
        if change.said is not None:
            say(c, change.id, change.table.seq, *change.said)
        if change.unsaid:
            c.execute(chat.delete().where(chat.c.table_id == change.id, chat.c.seat.in_(change.unsaid)))
        if change.no_code:
            c.execute(codes.delete().where(codes.c.table_id == change.id))
        if change.left:
            c.execute(holders.delete().where(holders.c.table_id == change.id, holders.c.hash == change.left))
        if change.holder:
            add_holder(c, change.id, change.holder)
        leave_bells(c, change)
        note_occasions(c, change)
        tell(c, changed(change, by))

    return TableJob(change.id, job)


def write_moves(c: sa.Connection, change: Change, by: str) -> None:
    """Moves that were played, in one statement: each more would be another round trip to the database."""
    assert change.match is not None
    values = {
        "id": change.id,
        "seq": change.table.seq,
        "record": text(change.table),
        "updated": time.time(),
        "due": change.due,
        "number": change.table.number,
        "match": text(change.match),
        "ply": change.ply,
        "lines": change.lines,
        "key": change.key,
        "channel": CHANNEL,
        "word": changed(change, by),
    }
    if c.execute(WRITE_MOVES, values).rowcount == 0:
        raise overtaken(change)


def changed(change: Change, by: str) -> str:
    """What other processes are told of a change; of moves all that they need to play them, unless that is long."""
    word = f"{WORDING} change {change.id} {by} {change.table.seq}"
    whole = f"{word} {text(ChangeNews(played=played_in(change), notice=change.notice))}"
    return whole if len(whole.encode()) < MAX_NOTIFY_BYTES else f"{word} {text(ChangeNews(notice=change.notice))}"


def played_in(change: Change) -> Played | None:
    """The moves of a change that consists of nothing else."""
    if not change.played or change.match is None:
        return None
    return Played(
        number=change.table.number,
        ply=change.ply,
        undos=change.match.undos,
        lines=change.lines,
        key=change.key,
        deadline=change.table.deadline,
    )


def tell(c: sa.Connection, word: str) -> None:
    """Tell other processes, when the transaction is committed."""
    if c.dialect.name == "postgresql":
        c.execute(NOTIFY, {"channel": CHANNEL, "word": word})


def add_holder(c: sa.Connection, id: str, hash: str) -> None:
    known = sa.select(holders.c.hash).where(holders.c.hash == hash, holders.c.table_id == id)
    if c.execute(known).first() is None:
        c.execute(holders.insert().values(hash=hash, table_id=id))


def say(c: sa.Connection, id: str, seq: int, seat: int, words: str) -> None:
    """Keep what somebody has said, and delete what was said too long ago."""
    c.execute(chat.insert().values(table_id=id, seq=seq, seat=seat, text=words))
    at = sa.select(chat.c.seq).where(chat.c.table_id == id).order_by(chat.c.seq.desc())
    last = at.offset(MAX_SAID).limit(1).scalar_subquery()
    c.execute(chat.delete().where(chat.c.table_id == id, chat.c.seq <= last))


def update_table(c: sa.Connection, change: Change) -> None:
    """Write the table's record if nobody has written to the table since it was read."""
    seq = change.table.seq
    found = {"at_id": change.id, "at_seq": seq - 1}
    new = {"record": text(change.table), "updated": time.time(), "seq": seq}
    if change.due is not None:
        new["deadline"] = change.due
    if c.execute(UPDATE_TABLE, found | new).rowcount == 0:
        raise overtaken(change)


def overtaken(change: Change) -> Overtaken:
    return Overtaken(f"refused: table {change.id} is no longer at number {change.table.seq - 1}")


def upsert_match(c: sa.Connection, id: str, number: int, record: MatchRecord) -> None:
    kept = text(record)
    if c.execute(UPDATE_MATCH, {"at_id": id, "at_number": number, "record": kept}).rowcount == 0:
        c.execute(INSERT_MATCH, {"table_id": id, "number": number, "record": kept})


def make_table(id: str, table: TableRecord, match: MatchRecord, holder: str = "", edition: str = "") -> TableJob:
    """A job that writes a new table, with the text of its edition, which goes with its last table."""

    def job(c: sa.Connection) -> None:
        if edition:
            keep_edition(table.edition, edition)(c)
        c.execute(tables.insert().values(id=id, record=text(table), updated=time.time(), seq=table.seq))
        upsert_match(c, id, table.number, match)
        if holder:
            add_holder(c, id, holder)

    return TableJob(id, job)


def edition_of(record: str | None) -> str:
    """Which edition a stored table is played with; of a damaged one nobody knows."""
    try:
        return msgspec.json.decode(record, type=TableRecord).edition if record else ""
    except msgspec.DecodeError:
        return ""


def delete_table(id: str, by: str = "") -> TableJob:
    """A job that removes a table with everything that belongs to it."""

    def job(c: sa.Connection) -> None:
        # The table's own row first, like every change.
        kept = c.execute(sa.select(tables.c.record).where(tables.c.id == id).with_for_update()).scalar()
        for table in (moves, matches, answers, chat, holders, codes, bells):
            c.execute(table.delete().where(table.c.table_id == id))
        c.execute(tables.delete().where(tables.c.id == id))
        hash = edition_of(kept)
        c.execute(editions.delete().where((editions.c.hash == hash) & ~is_played(hash)))
        tell(c, f"{WORDING} gone {id} {by}")

    return TableJob(id, job)


def keep_due(id: str, seq: int, due: float) -> TableJob:
    """A job that notes when the server has to act at a table, which stays as it is; not if it has changed."""

    def job(c: sa.Connection) -> None:
        c.execute(tables.update().where((tables.c.id == id) & (tables.c.seq == seq)).values(deadline=due))

    return TableJob(id, job)


def keep_used(ids: list[str], now: float) -> Callable[[sa.Connection], None]:
    """A job that notes that people are at some tables, at most once an hour each: no table is deleted that is used."""
    old = tables.c.id.in_(ids) & (tables.c.updated < now - HOUR)

    def job(c: sa.Connection) -> None:
        c.execute(tables.update().where(old).values(updated=now))

    return job


def keep_edition(hash: str, content: str) -> Callable[[sa.Connection], None]:
    """A job that writes an edition's text by its hash, once."""

    def job(c: sa.Connection) -> None:
        # Another process may write the same at the same moment.
        c.execute(KEEP_EDITION, {"hash": hash, "text": content})

    return job


def is_played(hash: str) -> Any:
    """Whether a table has an edition; records are JSON, and nothing else in one looks like this."""
    return sa.exists().where(tables.c.record.contains(f'"edition":"{hash}"', autoescape=True))


def delete_unused(before: set[str]) -> Callable[[sa.Connection], set[str]]:
    """A job that deletes editions which no table has, and had none an hour ago; which ones have none now."""

    def job(c: sa.Connection) -> set[str]:
        kept = c.execute(sa.select(editions.c.hash)).scalars().all()
        unused = {hash for hash in kept if not c.execute(sa.select(is_played(hash))).scalar()}
        c.execute(editions.delete().where(editions.c.hash.in_(before & unused)))
        return unused - before

    return job


def text(record: msgspec.Struct) -> str:
    return msgspec.json.encode(record).decode()
