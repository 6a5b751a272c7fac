"""The store, the same on SQLite and on PostgreSQL."""

import asyncio
import threading
from concurrent.futures import wait

import pytest
import sqlalchemy as sa

from parlour.server import command
from parlour.server.database import ALL, metadata, moves, upgrade, version_of
from parlour.server.store import (
    Change,
    Store,
    StoreError,
    apply_change,
    keep_edition,
    list_tables,
    read_edition_text,
    read_table,
)  # fmt: skip
from stores import change, fresh, lay, record


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


def test_eight_at_once_all_get_through(store):
    for i in range(8):
        lay(store, f"t{i}")

    async def player(i: int) -> None:
        for ply in range(10):
            step = Change(id=f"t{i}", table=record(seq=ply + 1), match=fresh(), ply=ply, lines=[f"{ply}"])
            await store.write(apply_change(step))

    async def all_players() -> None:
        await asyncio.gather(*(player(i) for i in range(8)))

    asyncio.run(all_players())
    assert all(len(store.read_now(read_table(f"t{i}")).lines) == 10 for i in range(8))


def test_whoever_stops_waiting_stops_neither_the_change_nor_the_store(store):
    lay(store)
    leave = threading.Event()

    async def leave_while_it_is_written() -> None:
        store.submit(lambda c: leave.wait(20))
        waiting = asyncio.ensure_future(store.write(apply_change(change(0, "a"))))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        leave.set()
        await asyncio.wait_for(store.write(apply_change(change(1, "b"))), 20)

    asyncio.run(leave_while_it_is_written())
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
    config.set_main_option("script_location", str(command.Path(command.__file__).with_name("migrations")))
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
