"""The store, the same on SQLite and on PostgreSQL."""

import asyncio
import threading
import time
from concurrent.futures import wait

import msgspec
import pytest
import sqlalchemy as sa

from parlour.server.admin import command
from parlour.server.store.database import ALL, MIGRATIONS, metadata, moves, tables, upgrade, version_of
from parlour.server.store.records import MAX_SAID
from parlour.server.store.store import (
    Change,
    Store,
    StoreError,
    apply_change,
    keep_edition,
    list_tables,
    make_table,
    read_edition_text,
    read_table,
)  # fmt: skip
from stores import change, fresh, lay, record
from waiting import TIMEOUT


@pytest.fixture
def store(store_url):
    opened = Store(store_url)
    yield opened
    opened.close()


def test_what_was_kept_comes_back(store):
    lay(store)
    store.submit(apply_change(change(0, "starts p1 @0/2", "lay c1 @0/20", key="k" * 8, said=(0, "hello")))).result()
    kept = store.read_now(read_table("t1"))
    assert kept.lines == ["starts p1 @0/2", "lay c1 @0/20"]
    assert kept.table == record(seq=1)
    assert kept.matches == [fresh()]
    assert kept.answers == {"k" * 8: 1}
    assert kept.chat == [(1, 0, "hello")]
    assert store.read_now(list_tables) == ["t1"]


def test_the_last_of_the_talk_is_kept(store):
    """That of another table is left alone."""
    lay(store)

    store.submit(make_table("t0", record(), fresh())).result()
    store.submit(apply_change(Change(id="t0", table=record(seq=1), said=(0, "here")))).result()
    for number in range(MAX_SAID + 2):
        last = store.submit(apply_change(Change(id="t1", table=record(seq=number + 1), said=(1, f"word {number}"))))
    last.result()
    said = store.read_now(read_table("t1")).chat
    assert [text for _, _, text in said] == [f"word {number}" for number in range(2, MAX_SAID + 2)]
    assert len(store.read_now(read_table("t0")).chat) == 1


def test_a_table_that_is_not_there(store):
    assert store.read_now(read_table("none")) is None


def test_editions_are_kept_once(store):
    for _ in range(2):
        store.submit(keep_edition("h", "id = 1")).result()
    assert store.read_now(read_edition_text("h")) == "id = 1"
    assert store.read_now(read_edition_text("other")) is None


def test_taking_back_removes_the_lines(store):
    lay(store)
    store.submit(apply_change(change(0, "a", "b", "c"))).result()
    store.submit(apply_change(change(1, "d", cut=1))).result()
    assert store.read_now(read_table("t1")).lines == ["a", "d"]


def test_two_moves_for_one_ply_cannot_both_be_kept(store):
    lay(store)
    store.submit(apply_change(change(0, "a"))).result()
    with pytest.raises(StoreError, match="refused"):
        store.submit(apply_change(change(0, "b"))).result()
    assert store.read_now(read_table("t1")).lines == ["a"]


def test_a_change_that_fails_takes_nothing_else_with_it(store):
    lay(store)
    jobs = [apply_change(change(i % 5, f"line {i}")) for i in range(10)]
    done = [store.submit(job) for job in jobs]
    wait(done)
    assert sum(d.exception() is None for d in done) == 5
    assert store.read_now(read_table("t1")).lines == [f"line {i}" for i in range(5)]


def test_what_a_database_cannot_keep_takes_nothing_else_with_it(store):
    """PostgreSQL keeps no zero bytes; SQLite does."""
    lay(store)
    lay(store, "t2")
    other = Change(id="t2", table=record(seq=1), match=fresh(), ply=0, lines=["b"])
    done = [store.submit(apply_change(change(0, "a\x00"))), store.submit(apply_change(other))]
    wait(done)
    assert done[1].exception() is None
    assert isinstance(done[0].exception(), StoreError) == (store.engine.dialect.name == "postgresql")


def test_nothing_of_a_failed_change_is_kept(store):
    lay(store)
    store.submit(apply_change(change(0, "a", key="same-key"))).result()
    with pytest.raises(StoreError):
        store.submit(apply_change(change(1, "b", key="same-key"))).result()
    assert store.read_now(read_table("t1")).lines == ["a"]


async def test_eight_at_once_all_get_through(store):
    for i in range(8):
        lay(store, f"t{i}")

    async def player(i: int) -> None:
        for ply in range(10):
            step = Change(id=f"t{i}", table=record(seq=ply + 1), match=fresh(), ply=ply, lines=[f"{ply}"])
            await store.write(apply_change(step))

    await asyncio.gather(*(player(i) for i in range(8)))
    assert all(len(store.read_now(read_table(f"t{i}")).lines) == 10 for i in range(8))


async def test_whoever_stops_waiting_stops_neither_the_change_nor_the_store(store):
    lay(store)
    leave = threading.Event()
    store.submit(lambda c: leave.wait(TIMEOUT))
    waiting = asyncio.ensure_future(store.write(apply_change(change(0, "a"))))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    leave.set()
    await store.write(apply_change(change(1, "b")))
    assert store.read_now(read_table("t1")).lines == ["a", "b"]


def test_matches_of_a_series_are_kept_apart(store):
    lay(store)
    store.submit(apply_change(change(0, "a"))).result()
    second = Change(id="t1", table=record(seq=2, number=1), match=fresh(), ply=0, lines=["b"])
    store.submit(apply_change(second)).result()
    assert store.read_now(read_table("t1")).lines == ["b"]
    assert store.read_now(read_table("t1", 0)).lines == ["a"]
    assert len(store.read_now(read_table("t1")).matches) == 2


def test_the_migrations_make_the_tables_that_the_code_uses(store):
    found = sa.inspect(store.engine)
    for table in metadata.sorted_tables:
        columns = {c["name"]: c["nullable"] for c in found.get_columns(table.name)}
        assert columns == {c.name: c.nullable for c in table.columns}


def test_a_store_can_be_taken_down_and_made_anew(store):
    from alembic import command as alembic
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["engine"] = store.engine
    alembic.downgrade(config, "base")
    assert version_of(store.engine) is None
    upgrade(store.engine)
    lay(store)


def test_opening_again_changes_nothing(store_url):
    store = Store(store_url)
    lay(store)
    store.close()
    second = Store(store_url)
    assert second.read_now(read_table("t1")) is not None
    second.close()


def test_a_store_moves_from_sqlite_to_postgres_and_back(postgres_server, tmp_path, request):
    first = Store(str(tmp_path / "a.db"))
    lay(first)
    first.submit(apply_change(change(0, "a", "b", key="k" * 8, said=(1, "hm")))).result()
    before = first.read_now(read_table("t1"))
    first.close()
    there = new_database(postgres_server)
    assert command.copy_store(str(tmp_path / "a.db"), there)["moves"] == 2
    with pytest.raises(ValueError, match="already holds"):
        command.copy_store(str(tmp_path / "a.db"), there)
    command.copy_store(there, str(tmp_path / "b.db"))
    last = Store(str(tmp_path / "b.db"))
    assert last.read_now(read_table("t1")) == before
    assert {t.name for t in ALL} == {t.name for t in metadata.sorted_tables}
    last.close()


def test_a_store_that_a_server_uses_is_not_copied(tmp_path):
    """What is played meanwhile would be missing, or half of it there; neither from it nor into it."""
    used, other = Store(str(tmp_path / "used.db")), Store(str(tmp_path / "other.db"))
    other.close()
    try:
        lay(used)
        for source, target in (("used.db", "new.db"), ("other.db", "used.db")):
            with pytest.raises(ValueError, match=r"used\.db is in use by process"):
                command.copy_store(str(tmp_path / source), str(tmp_path / target))
    finally:
        used.close()
    assert command.copy_store(str(tmp_path / "used.db"), str(tmp_path / "new.db"))["tables"] == 1


def new_database(server: str) -> str:
    engine = sa.create_engine(server.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as c:
        c.execute(sa.text("CREATE DATABASE moving"))
    engine.dispose()
    return server.rsplit("/", 1)[0] + "/moving"


def test_a_store_that_cannot_write_says_so(tmp_path):
    store = Store(str(tmp_path / "full.db"))
    lay(store)
    with store.engine.begin() as c:
        c.execute(sa.text("CREATE TRIGGER full BEFORE INSERT ON moves BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END"))
    with pytest.raises(StoreError):
        store.submit(apply_change(change(0, "a"))).result()
    assert store.read_now(lambda c: c.execute(sa.select(sa.func.count()).select_from(moves)).scalar()) == 0
    store.close()


@pytest.mark.parametrize("key", ["", "k" * 8])
def test_moves_that_were_played_are_stored_like_any_change(store, key):
    """PostgreSQL writes them by one statement of their own."""
    found = []
    for id, played in (("t1", True), ("t2", False)):
        lay(store, id)
        for seq, ply, lines in ((1, 0, ["a", "b"]), (2, 2, ["c"])):
            more = {"ply": ply, "lines": lines, "key": f"{key}{ply}" if key else "", "played": played}
            store.submit(apply_change(Change(id=id, table=record(seq=seq), match=fresh(), **more))).result()
        found.append(store.read_now(read_table(id)))
    assert msgspec.structs.replace(found[0], id="t2") == found[1]
    assert (found[0].lines, found[0].table.seq, len(found[0].answers)) == (["a", "b", "c"], 2, 2 if key else 0)


def test_a_fault_in_a_write_is_logged_and_counted_once(store, caplog):
    lay(store)
    jobs = [store.submit(lambda c: {}["nothing"]) for _ in range(2)]
    for job in jobs:
        with pytest.raises(StoreError):
            job.result()
    assert store.faults.counts["write-refused"] == 2
    assert caplog.text.count("a write to the store was refused") == 2
    with pytest.raises(StoreError):
        store.submit(apply_change(change(5, "b"))).result()
    assert store.faults.counts["write-refused"] == 2, "being overtaken is no fault"


def test_another_program_that_writes_between_reading_and_writing_is_waited_for(tmp_path):
    """Without a lock from the beginning SQLite refuses such a write at once."""
    store, other = Store(str(tmp_path / "tables.db")), Store(str(tmp_path / "tables.db"), shared=True)
    try:
        lay(store)

        def job(c):
            found = c.execute(sa.select(tables.c.seq)).scalar()
            meanwhile.append(other.submit(apply_change(change(found, "a"))))
            wait(meanwhile, 0.3)
            c.execute(sa.update(tables).values(updated=1.0))

        meanwhile = []
        store.submit(job).result()
        meanwhile[0].result()
        assert store.read_now(read_table("t1")).lines == ["a"]
        assert not store.incident.why
    finally:
        other.close()
        store.close()


async def test_a_database_that_only_reads_is_an_incident(postgres_url, caplog):
    store = Store(postgres_url)
    try:
        lay(store)
        sql = "ALTER DATABASE {} SET default_transaction_read_only = on".format(postgres_url.rsplit("/")[-1])
        store.submit(lambda c: c.execute(sa.text(sql))).result()
        store.engine.dispose()
        for ply in (0, 0):
            with pytest.raises(StoreError, match="the database cannot be written"):
                store.submit(apply_change(change(ply, "a"))).result()
        assert caplog.text.count("the database cannot be written") == 1
        assert await store.cannot_write() == "the database cannot be written"
    finally:
        store.close()


async def test_whoever_asks_together_whether_it_can_write_shares_one_write(store, monkeypatch):
    written = []
    monkeypatch.setattr("parlour.server.store.store.rewrite_version", lambda c: written.append(time.sleep(0.2)))

    assert await asyncio.gather(*(store.cannot_write() for _ in range(20))) == [""] * 20
    assert len(written) == 1


def test_a_failed_write_logs_no_values(store_url, caplog):
    """They would be names, talk, and the secret of a match."""
    store = Store(store_url)
    lay(store)
    twice = [{"table_id": "t1", "number": 0, "ply": 0, "line": "whispered"}] * 2
    with pytest.raises(StoreError) as failed:
        store.submit(lambda c: c.execute(moves.insert(), twice)).result()
    store.close()
    said = f"{failed.value} {failed.value.__cause__} {caplog.text}"
    assert "INSERT INTO moves" in said
    assert "whispered" not in said
