"""What whoever runs the server can do from the command line, beside a server that is using the store."""

import asyncio
import contextlib
import time

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

import houses
from parlour.cli import app
from parlour.server import keeping_house
from parlour.server.app import expire_now
from parlour.server.database import tables
from parlour.server.house import House
from parlour.server.store import Store, apply_change, list_tables, read_record, read_table
from parlour.server.tokens import new_id
from sitting import sit_down
from stores import change, lay


def parlour(house, *words):
    return CliRunner().invoke(app, ["house", *words, "--store", house.store])


def test_a_seat_is_revoked_and_a_table_closed_beside_a_running_server(house, people):
    ann, bob = houses.both(people)
    listed = parlour(house, "list").stdout
    assert any(line.startswith(ann.id) and "playing" in line for line in listed.splitlines())
    assert "Player" not in listed, "names are nobody's business"
    assert "2 persons, 0 bots" in next(line for line in listed.splitlines() if line.startswith(ann.id))
    path = parlour(house, "revoke", ann.id, "1").stdout.strip()
    assert path.startswith(f"/t/{ann.id}#")
    wait_until_closed(bob)
    bob.open()
    assert bob.table["mine"] == []
    carl = people("Carl")
    carl.sit(path)
    assert parlour(house, "close", ann.id).exit_code == 0
    wait_until_closed(ann)
    assert carl.http.post(f"/api/tables/{ann.id}/claim", json={"token": path.partition("#")[2]}).status_code == 404
    assert parlour(house, "close", ann.id).exit_code != 0
    assert f"{ann.id}" not in parlour(house, "list").stdout
    assert "moves: " in parlour(house, "stats").stdout


def test_a_tables_name_is_never_taken_for_an_option():
    names = {new_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(name.isalnum() and name.isascii() and len(name) == 12 for name in names)


def wait_until_closed(person):
    """Until the server has closed a line; the table is shown meanwhile."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            person.receive(20)


@pytest.fixture
def store(tmp_path):
    opened = Store(str(tmp_path / "tables.db"))
    yield opened
    opened.close()


def test_tables_expire_by_age_and_by_whether_they_ever_began(store):
    for id in ("t1", "t2"):
        lay(store, id)
    store.submit(apply_change(change(0, "a"))).result()
    now = time.time()
    week, season = (keeping_house.WAITING_DAYS + 1) * 86400, (keeping_house.OTHER_DAYS + 1) * 86400
    assert keeping_house.expire(store, now) == 0
    assert keeping_house.expire(store, now + week) == 1
    assert store.read_now(list_tables) == ["t1"], "what has begun stays"
    assert keeping_house.expire(store, now + season) == 1


def test_one_person_is_no_persons(store):
    lay(store)
    listed = CliRunner().invoke(app, ["house", "list", "--store", store.url]).stdout
    assert "1 person, 1 bot " in listed


def test_a_seat_of_a_bot_cannot_be_revoked(store):
    lay(store)
    with pytest.raises(ValueError, match="no person's"):
        keeping_house.revoke(store, "t1", 1)
    with pytest.raises(ValueError, match="there is no table"):
        keeping_house.revoke(store, "t9", 0)
    assert keeping_house.revoke(store, "t1", 0).startswith("/t/t1#")
    assert not store.read_now(read_record("t1")).seats[0].claimed
    assert store.read_now(lambda c: c.execute(sa.select(tables.c.seq)).scalar()) == 1


def test_a_table_that_is_used_while_old_ones_are_deleted_stays(store):
    lay(store)
    later = time.time() + (keeping_house.OTHER_DAYS + 1) * 86400
    (id,) = store.read_now(keeping_house.old_tables(later))
    job = sa.update(tables).values(updated=later)
    store.submit(lambda c: c.execute(job)).result()
    assert not store.submit(keeping_house.delete_if_old(id, later, store.name)).result()
    assert store.read_now(list_tables) == ["t1"]


def test_a_clock_that_is_wrong_deletes_no_table_under_anybody(tmp_path, monkeypatch):
    async def whole():
        house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
        try:
            table, watcher, _ = await sit_down(house)
            monkeypatch.setattr(house.clock, "now", lambda: time.time() + 91 * 86400)
            await expire_now(house)
            assert house.store.read_now(list_tables) == [table.id]
            table.watchers.remove(watcher)
            await expire_now(house)
            assert house.store.read_now(list_tables) == []
            assert table.forgotten
        finally:
            house.close()

    asyncio.run(whole())


def test_a_seat_is_revoked_though_the_table_is_busy(store, monkeypatch):
    """A move comes between reading the table and writing to it; if that never ends, there is a sentence."""
    lay(store)
    read, busy = keeping_house.record_of, iter(range(3))

    def overtaken(store, id):
        found = read(store, id)
        if (ply := next(busy, None)) is not None:
            store.submit(apply_change(change(ply, "a"))).result()
        return found

    monkeypatch.setattr(keeping_house, "record_of", overtaken)
    assert CliRunner().invoke(app, ["house", "revoke", "t1", "0", "--store", store.url]).stdout.startswith("/t/t1#")
    busy = iter(range(4, 100))
    failed = CliRunner().invoke(app, ["house", "revoke", "t1", "0", "--store", store.url])
    assert isinstance(failed.exception, ValueError)
    assert "the store cannot be used" in str(failed.exception)


def test_whose_seat_is_revoked_has_said_nothing(store):
    lay(store)
    store.submit(apply_change(change(0, "a", said=(0, "hello")))).result()
    keeping_house.revoke(store, "t1", 0)
    assert store.read_now(read_table("t1")).chat == []
