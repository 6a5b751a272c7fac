"""Which tables are in memory: sleepers leave and are woken in time, and above the cap nobody else comes in."""

import asyncio
import sys
import time

import httpx
import pytest
import sqlalchemy as sa

import houses
from parlour.server import memory, seating
from parlour.server.app import make_app
from parlour.server.database import tables, upgrade
from parlour.server.house import FULL, Busy, House
from parlour.server.live import PACES
from parlour.server.lobby import SESSION
from parlour.server.records import AT_ONCE
from parlour.server.store import Store, list_due, read_record
from parlour.server.tokens import new_token
from sitting import bot_to_move, sit_down
from stores import copy_table

PATIENCE = 60


def inside(test, *urls):
    """Runs an asynchronous test with a house on each store, without sockets."""

    async def whole():
        opened = [House(Store(url), bot_wait=0) for url in urls]
        try:
            async with asyncio.timeout(PATIENCE):
                await test(*opened)
        finally:
            for house in opened:
                if house.peers:
                    await house.peers.give_back()
                house.close()

    asyncio.run(whole())


@pytest.fixture
def url(tmp_path):
    return str(tmp_path / "tables.db")


@pytest.fixture
def at_once(monkeypatch):
    """A table that nobody needs leaves at once."""
    monkeypatch.setattr(memory, "IDLE", 0.0)
    monkeypatch.setattr(memory, "JUST_USED", 0.0)


async def until(holds):
    while not holds():
        await asyncio.sleep(0.01)


async def tick(house):
    """A second of a house, with everything that it begins."""
    await house.tick()
    if house.memory.looking:
        await house.memory.looking


async def left(house, other="same"):
    """A dealt table whose player has closed the page."""
    table, watcher, _ = await sit_down(house, other)
    await table.part(watcher)
    return table


def column(house, id):
    return house.store.read_now(lambda c: c.execute(sa.select(tables.c.deadline).where(tables.c.id == id)).scalar())


def test_a_table_that_nobody_needs_leaves(url, at_once):
    async def test(house):
        table, watcher, _ = await sit_down(house)
        await tick(house)
        assert table.id in house.tables, "somebody is there"
        await table.part(watcher)
        async with table.lock:
            await tick(house)
        assert table.id in house.tables, "something goes on"
        await tick(house)
        assert not house.tables

    inside(test, url)


def test_a_table_stays_for_a_while_after_somebody_has_left(url):
    async def test(house):
        await left(house)
        await tick(house)
        assert len(house.tables) == 1

    inside(test, url)


def test_a_sleeping_table_is_woken_for_its_deadline(url, at_once, monkeypatch):
    async def test(house):
        table, start = await left(house), time.time()
        pace = PACES[table.record.pace]
        await tick(house)
        assert not house.tables
        monkeypatch.setattr(house.clock, "now", lambda: start + pace - memory.SOON - 5)
        await tick(house)
        assert not house.tables
        monkeypatch.setattr(house.clock, "now", lambda: start + pace - memory.SOON + 5)
        await tick(house)
        await tick(house)
        assert list(house.tables) == [table.id]
        woken = house.tables[table.id]
        assert woken.record.deadline == pytest.approx(start + pace, abs=10), "nobody has more time for it"
        monkeypatch.setattr(house.clock, "now", lambda: start + pace + 10)
        await tick(house)
        assert any(seat.away for seat in house.store.read_now(read_record(table.id)).seats)
        assert (await house.table(table.id)).match.ply >= table.match.ply

    inside(test, url)


def test_deadlines_are_kept_by_more_tables_than_fit(url, at_once, monkeypatch):
    async def test(house):
        monkeypatch.setattr(memory, "MOST_LIVE", 2)
        monkeypatch.setattr(house.clock, "look", no_look)
        ids = [(await left(house)).id for _ in range(5)]
        later = time.time() + PACES["unhurried"] + 10
        played = set()
        # Woken after its deadline a table has a grace; then a bot plays on.
        for second in range(400):
            monkeypatch.setattr(house.clock, "now", lambda second=second: later + 2 * second)
            await tick(house)
            assert len(house.tables) <= 2
            played |= {id for id in ids if any(s.away for s in house.store.read_now(read_record(id)).seats)}
            if len(played) == len(ids):
                return
        raise AssertionError(f"{len(played)} of {len(ids)}")

    inside(test, url)


async def no_look():
    """The clock that a test sets has not jumped."""


def test_above_the_cap_the_least_recently_used_leaves(url, at_once, monkeypatch):
    async def test(house):
        monkeypatch.setattr(memory, "MOST_LIVE", 3)
        monkeypatch.setattr(memory, "LEAVE_TOGETHER", 1)
        watched, _, _ = await sit_down(house)
        old, new = await left(house), await left(house)
        await house.table(old.id)
        third, _, _ = await sit_down(house)
        assert set(house.tables) == {watched.id, old.id, third.id}
        assert (await house.table(new.id)).match.ply == new.match.ply

    inside(test, url)


def test_a_full_house_refuses_with_a_sentence(url, at_once, monkeypatch):
    async def test(house):
        monkeypatch.setattr(memory, "MOST_LIVE", 2)
        sleeper = await left(house)
        for _ in range(2):
            await sit_down(house)
        assert sleeper.id not in house.tables
        with pytest.raises(Busy):
            await house.table(sleeper.id)
        transport = httpx.ASGITransport(make_app(house))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as eve:
            wish = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "same"}]}
            answer = await eve.post("/api/tables", json=wish)
        assert (answer.status_code, answer.json()["title"]) == (503, FULL)
        assert len(house.tables) == 2

    inside(test, url)


def test_a_start_wakes_only_what_is_due(url):
    async def test(house):
        due = await bot_to_move(house)
        for _ in range(3):
            house.forget(await left(house))
        assert house.store.read_now(list_due(time.time())) == [due.id]
        await house.wake_all()
        assert list(house.tables) == [due.id]
        await until(lambda: house.tables[due.id].match.deciders == [0])

    inside(test, url)


# Starts a server that wakes due tables only when a file is there.
GATED = """
import asyncio, pathlib, runpy, sys
from parlour.server.memory import Memory
wake, gate = Memory.wake, pathlib.Path(sys.argv[1])
async def wait(self, id):
    while not gate.exists():
        await asyncio.sleep(0.05)
    await wake(self, id)
Memory.wake = wait
sys.argv = sys.argv[4:]
runpy.run_module("parlour", run_name="__main__")
"""
DUE, NOT_DUE = 200, 100


def test_a_start_with_many_tables_lets_a_player_in_before_the_due_ones_are_awake(url, tmp_path):
    async def fill(house):
        table, _, _ = await sit_down(house)
        async with table.lock:
            await seating.move_seats(table, [0, 1], session)
        copy_table(house.store, table.id, NOT_DUE - 1)
        copy_table(house.store, (await bot_to_move(house)).id, DUE - 1)
        hers.append(table.id)

    session, hers = new_token(), []
    inside(fill, url)
    gate = tmp_path / "gate"
    house = houses.House(url, before=[sys.executable, "-c", GATED, str(gate)])
    player, store = houses.Person(house), Store(url, shared=True)
    try:
        assert httpx.get(f"{house.url}/api/ready", timeout=PATIENCE).status_code == 200
        assert awake(house) == 0
        player.id = hers[0]
        player.http.cookies.set(SESSION, session)
        shown = player.open()
        assert (shown["status"], shown["mine"]) == ("playing", [0, 1])
        assert awake(house) == 1
        gate.touch()
        deadline = time.monotonic() + PATIENCE
        while store.read_now(list_due(AT_ONCE)):
            assert time.monotonic() < deadline, "some bots do not move"
            time.sleep(0.1)
        assert awake(house) == DUE + 1
    finally:
        player.close()
        player.http.close()
        store.close()
        house.stop()


def awake(house):
    """How many tables are in memory."""
    figures = httpx.get(f"{house.url}/metrics", timeout=PATIENCE).text
    return next(float(line.split()[1]) for line in figures.splitlines() if line.startswith("parlour_tables "))


def test_the_slowest_table_holds_up_no_other(url, monkeypatch):
    """Four were woken at a time, and the next ones waited for the slowest of them."""

    async def test(house):
        monkeypatch.setattr(memory, "PATIENCE", PATIENCE)
        slow, woken, go_on = "slow", [], asyncio.Event()

        async def wake(id):
            if id == slow:
                await go_on.wait()
            woken.append(id)

        monkeypatch.setattr(house.memory, "wake", wake)
        others = [f"quick {number}" for number in range(3 * memory.TOGETHER)]
        waking = asyncio.ensure_future(house.memory.wake_all([slow, *others]))
        await until(lambda: len(woken) == len(others))
        assert not waking.done()
        go_on.set()
        await waking
        assert woken == [*others, slow]

    inside(test, url)


def test_what_is_woken_for_nothing_is_not_woken_again(url, at_once):
    """The store of an older version could not tell that a bot was to move."""

    async def test(house):
        table = await left(house)
        house.forget(table)
        await house.store.write(lambda c: c.execute(tables.update().values(deadline=AT_ONCE)).rowcount)
        await house.wake_all()
        assert column(house, table.id) == house.tables[table.id].record.deadline
        await tick(house)
        await tick(house)
        assert not house.tables

    inside(test, url)


def test_a_table_that_fails_is_left_alone_for_a_while(url, caplog):
    async def test(house):
        table = await left(house)
        house.forget(table)
        spoilt = tables.update().values(deadline=AT_ONCE, record="[]")
        await house.store.write(lambda c: c.execute(spoilt).rowcount)
        good = await bot_to_move(house)
        for _ in range(3):
            await tick(house)
        assert list(house.tables) == [good.id]

    inside(test, url)
    assert caplog.text.count("cannot be loaded") == 1


def test_a_table_that_was_spoilt_beside_the_server_affects_no_other(url, caplog):
    async def test(house):
        spoilt, good = await left(house), await left(house)
        change = tables.update().where(tables.c.id == spoilt.id).values(record="[]", seq=spoilt.record.seq + 1)
        await house.store.write(lambda c: c.execute(change).rowcount)
        checked = []

        async def check(now):
            checked.append(now)

        good.tick = check
        for _ in range(2):
            await tick(house)
        assert list(house.tables) == [good.id]
        assert len(checked) == 2

    inside(test, url)
    assert caplog.text.count("cannot be read again") == 1


def test_a_bot_that_nobody_plays_for_is_found_by_another_process(postgres_url):
    async def test(first, second):
        second.join_peers()
        await second.game("heartcatchers")
        table = await bot_to_move(first)
        assert column(first, table.id) == AT_ONCE
        await until(lambda: second.store.read_now(list_due(time.time())) == [table.id])
        await second.tick()
        await until(lambda: table.id in second.tables and second.tables[table.id].match.deciders == [0])
        assert second.may_play(table.id)

    inside(test, postgres_url, postgres_url)


def test_what_sleeps_gives_its_lease_back(postgres_url, at_once):
    async def test(first, second):
        first.join_peers()
        second.join_peers()
        table, watcher, _ = await sit_down(first)
        await first.peers.take_leases([table.id])
        assert first.may_play(table.id)
        await table.part(watcher)
        await first.tick()
        assert table.id not in first.tables
        while not second.may_play(table.id):
            await second.peers.take_leases([table.id])
            await asyncio.sleep(0.05)
        assert not first.may_play(table.id)

    inside(test, postgres_url, postgres_url)


def test_a_lease_that_is_asked_for_twice_at_once_is_given_back_once(postgres_url):
    """PostgreSQL counts how often a session has taken a lock."""

    async def test(first, second):
        first.join_peers()
        second.join_peers()
        await asyncio.gather(*(first.peers.take_leases(["some-table"]) for _ in range(4)))
        await first.peers.release("some-table")
        await second.peers.take_leases(["some-table"])
        assert second.may_play("some-table")

    inside(test, postgres_url, postgres_url)


def test_running_tables_with_bots_of_an_older_store_are_looked_at_once(store_url):
    from alembic import command as alembic
    from alembic.config import Config

    from parlour.server import command

    async def test(house):
        with_bot, without = await bot_to_move(house), await left(house)
        house.forget(without)
        config = Config()
        config.set_main_option("script_location", str(command.Path(command.__file__).with_name("migrations")))
        config.attributes["engine"] = house.store.engine
        alembic.downgrade(config, "0004")
        assert column(house, with_bot.id) == with_bot.record.deadline
        upgrade(house.store.engine)
        assert house.store.read_now(list_due(time.time())) == [with_bot.id]
        assert column(house, without.id) == without.record.deadline

    inside(test, store_url)
