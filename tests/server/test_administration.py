"""What whoever runs the server can do from the command line, beside a server that is using the store."""

import contextlib
import time

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

import houses
from parlour.cli import app
from parlour.server.admin import expiring, stored_tables
from parlour.server.admin.expiring import expire_now
from parlour.server.store.database import tables
from parlour.server.store.store import Store, apply_change, list_tables, read_record, read_table
from parlour.server.store.tokens import new_id
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


THREE = ("me", "friend", "friend")


def test_a_seat_revoked_before_the_deal_leaves_no_code_and_keeps_the_others_numbers(either):
    """Whoever was revoked does not come back by the code, and the match is dealt once the new guest is there."""
    with contextlib.ExitStack() as leaving:
        ann, bob, carl, dora = (houses.Person(either, name) for name in ("Ann", "Bob", "Carl", "Dora"))
        for person in (ann, bob, carl, dora):
            leaving.callback(person.http.close)
            leaving.callback(person.close)
        check_revoked(either, ann, bob, carl, dora)


def check_revoked(house, ann, bob, carl, dora):
    made = ann.lay(*THREE, game="work_of_heart")
    ann.open()
    code = ann.http.post(f"/api/tables/{ann.id}/code").json()["code"]
    bob.sit(made["links"][0]["path"])
    bob.open()
    path = parlour(house, "revoke", ann.id, "1").stdout.strip()
    wait_until_closed(bob)
    assert bob.http.post("/api/join", json={"code": code}).status_code == 404, "the code is void too"
    assert bob.http.get("/api/tables").json() == []
    carl.sit(path)
    carl.open()
    dora.sit(made["links"][1]["path"])
    dora.open()
    for person in (ann, carl, dora):
        while person.table["status"] != "playing":
            person.receive()
    assert [n.split(":")[0] for n in ann.table["fairness"]["nonces"]] == ["0", "1", "2"]


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
    week, season = (stored_tables.WAITING_DAYS + 1) * 86400, (stored_tables.OTHER_DAYS + 1) * 86400
    assert stored_tables.expire(store, now) == 0
    assert stored_tables.expire(store, now + week) == 1
    assert store.read_now(list_tables) == ["t1"], "what has begun stays"
    assert stored_tables.expire(store, now + season, even_all=True) == 1


def test_one_person_is_no_persons(store):
    lay(store)
    listed = CliRunner().invoke(app, ["house", "list", "--store", store.url]).stdout
    assert "1 person, 1 bot " in listed


def test_a_seat_of_a_bot_cannot_be_revoked(store):
    lay(store)
    with pytest.raises(ValueError, match="no person's"):
        stored_tables.revoke(store, "t1", 1)
    with pytest.raises(ValueError, match="there is no table"):
        stored_tables.revoke(store, "t9", 0)
    assert stored_tables.revoke(store, "t1", 0).startswith("/t/t1#")
    assert not store.read_now(read_record("t1")).seats[0].claimed
    assert store.read_now(lambda c: c.execute(sa.select(tables.c.seq)).scalar()) == 1


def test_a_table_that_is_used_while_old_ones_are_deleted_stays(store):
    lay(store)
    later = time.time() + (stored_tables.OTHER_DAYS + 1) * 86400
    (id,) = store.read_now(stored_tables.old_tables(later))
    job = sa.update(tables).values(updated=later)
    store.submit(lambda c: c.execute(job)).result()
    assert not store.submit(stored_tables.delete_if_old(id, later, store.name)).result()
    assert store.read_now(list_tables) == ["t1"]


AHEAD = 91 * stored_tables.DAY


async def table_of_old(house):
    """A table that nobody is at any more, 91 days later by the clock of its house."""
    table, watcher = await sit_down(house)
    table.watchers.remove(watcher)
    house.clock.now = lambda: time.time() + AHEAD
    return table, watcher


async def test_nothing_expires_in_the_hour_after_a_start_or_a_jump(own_house, caplog):
    house, store = own_house, own_house.store
    table, watcher = await table_of_old(house)
    await expire_now(house)
    house.clock.steady_since -= expiring.BELIEVED
    house.clock.seen = house.clock.seen[0] - AHEAD, house.clock.seen[1]
    await house.clock.look()
    assert house.clock.steady_for() < expiring.HOUR, "it has jumped"
    await expire_now(house)
    assert await store.read(list_tables) == [table.id]
    assert not caplog.records
    house.clock.steady_since -= expiring.BELIEVED
    table.watchers.append(watcher)
    await expire_now(house)
    assert await store.read(list_tables) == [table.id], "somebody is at it"
    table.watchers.remove(watcher)
    await expire_now(house)
    assert await store.read(list_tables) == []
    assert table.forgotten
    assert [r.getMessage() for r in caplog.records] == ["1 tables have expired and are deleted"]


async def test_if_nearly_all_looks_old_it_is_the_clock(own_house, caplog):
    """The table that was laid since the start is no proof of the clock."""
    house, store = own_house, own_house.store
    table, _ = await table_of_old(house)
    house.clock.steady_since -= expiring.HOUR
    await store.write(lambda c: c.execute(sa.update(tables).values(updated=time.time() - expiring.HOUR)))
    lay(store)
    await store.write(
        lambda c: c.execute(sa.update(tables).where(tables.c.id == "t1").values(updated=house.clock.now()))
    )
    await expire_now(house)
    assert sorted(await store.read(list_tables)) == sorted([table.id, "t1"])
    assert "1 of 1 tables look too old to be kept" in caplog.text
    house.clock.steady_since -= expiring.BELIEVED
    await expire_now(house)
    assert await store.read(list_tables) == ["t1"]


def test_the_command_asks_again_if_nearly_all_looks_old(store):
    lay(store)
    with pytest.raises(ValueError, match="1 of 1 tables look too old to be kept, and nothing was deleted"):
        stored_tables.expire(store, time.time() + AHEAD)
    assert stored_tables.expire(store, time.time() + AHEAD, even_all=True) == 1


def test_a_seat_is_revoked_though_the_table_is_busy(store, monkeypatch):
    """A move comes between reading the table and writing to it; if that never ends, there is a sentence."""
    lay(store)
    read, busy = stored_tables.record_of, iter(range(3))

    def overtaken(store, id):
        found = read(store, id)
        if (ply := next(busy, None)) is not None:
            store.submit(apply_change(change(ply, "a"))).result()
        return found

    monkeypatch.setattr(stored_tables, "record_of", overtaken)
    assert CliRunner().invoke(app, ["house", "revoke", "t1", "0", "--store", store.url]).stdout.startswith("/t/t1#")
    busy = iter(range(4, 100))
    failed = CliRunner().invoke(app, ["house", "revoke", "t1", "0", "--store", store.url])
    assert isinstance(failed.exception, ValueError)
    assert "the store cannot be used" in str(failed.exception)


def test_whose_seat_is_revoked_has_said_nothing(store):
    lay(store)
    store.submit(apply_change(change(0, "a", said=(0, "hello")))).result()
    stored_tables.revoke(store, "t1", 0)
    assert store.read_now(read_table("t1")).chat == []
