"""Which tables are in memory: sleepers leave and are woken in time, and above the cap nobody else comes in."""

import asyncio
import gc
import time
import weakref

import httpx
import pytest
import sqlalchemy as sa

import houses
import sitting
from parlour.engine import registry
from parlour.server import wire
from parlour.server.fleet import tables as fleet_tables
from parlour.server.fleet import waking as fleet_waking
from parlour.server.fleet.tables import FULL
from parlour.server.http.sessions import SESSION
from parlour.server.store.database import MIGRATIONS, tables, upgrade
from parlour.server.store.records import DUE_NOW
from parlour.server.store.store import Store, list_due, read_record
from parlour.server.store.tokens import new_token
from parlour.server.table import requests
from parlour.server.table.deadlines import PACES
from parlour.server.table.refusals import Busy
from sitting import any_move, bot_to_move, sit_down
from stores import copy_table
from waiting import TIMEOUT, soon, until


@pytest.fixture
def at_once(monkeypatch):
    """A table that nobody needs leaves at once."""
    monkeypatch.setattr(fleet_tables, "IDLE", 0.0)
    monkeypatch.setattr(fleet_tables, "JUST_USED", 0.0)


async def tick(house):
    """A second of a house, with everything that it begins."""
    await house.tick()
    if house.waking.looking:
        await house.waking.looking


async def left(house, other="same"):
    """A dealt table whose player has closed the page."""
    table, watcher = await sit_down(house, other)
    await table.part(watcher)
    return table


def column(house, id):
    return house.store.read_now(lambda c: c.execute(sa.select(tables.c.deadline).where(tables.c.id == id)).scalar())


async def test_a_table_that_nobody_needs_leaves(own_house, at_once):
    table, watcher = await sit_down(own_house)
    await tick(own_house)
    assert table.id in own_house.tables.live, "somebody is there"
    await table.part(watcher)
    async with table.lock:
        await tick(own_house)
    assert table.id in own_house.tables.live, "something goes on"
    await tick(own_house)
    assert not own_house.tables.live


async def test_a_table_stays_for_a_while_after_somebody_has_left(own_house):
    await left(own_house)
    await tick(own_house)
    assert len(own_house.tables.live) == 1


@pytest.mark.parametrize("game", registry.names(shelf_only=True))
async def test_nothing_is_kept_of_a_table_that_has_left(own_house, at_once, game):
    """Whatever it shares with other tables has an end of its own."""
    gone = await played_and_left(own_house, game)
    while own_house.tables.live:
        await tick(own_house)
        await asyncio.sleep(0)
    await soon(lambda: gc.collect() >= 0 and not any(each() for each in gone), "its end")


async def played_and_left(house, game):
    """A hint, a move and the bots' answers; then what there was of the table, as long as it is there."""
    _, mode = registry.about(game).mode(None)
    table, player = await sit_down(house, *["bot"] * (mode.seats[0] - 1), game=game)
    await soon(lambda: 0 in table.match.deciders, "a decision")
    await requests.receive(table, player, wire.HintWish(seat=0))
    await requests.receive(table, player, any_move(table))
    await table.part(player)
    return [weakref.ref(each) for each in (table, table.match)]


async def test_a_sleeping_table_is_woken_for_its_deadline(own_house, at_once, monkeypatch):
    table, start = await left(own_house), time.time()
    pace = PACES[table.record.pace]
    await tick(own_house)
    assert not own_house.tables.live
    monkeypatch.setattr(own_house.clock, "now", lambda: start + pace - fleet_tables.SOON - 5)
    await tick(own_house)
    assert not own_house.tables.live
    monkeypatch.setattr(own_house.clock, "now", lambda: start + pace - fleet_tables.SOON + 5)
    await tick(own_house)
    await tick(own_house)
    assert list(own_house.tables.live) == [table.id]
    woken = own_house.tables.live[table.id]
    assert woken.record.deadline == pytest.approx(start + pace, abs=10), "nobody has more time for it"
    monkeypatch.setattr(own_house.clock, "now", lambda: start + pace + 10)
    await tick(own_house)
    assert any(seat.away for seat in own_house.store.read_now(read_record(table.id)).seats)
    assert (await own_house.tables.find(table.id)).match.ply >= table.match.ply


async def test_deadlines_are_kept_by_more_tables_than_fit(own_house, at_once, monkeypatch):
    monkeypatch.setattr(fleet_tables, "MAX_LIVE", 2)
    monkeypatch.setattr(own_house.clock, "look", no_look)
    ids = [(await left(own_house)).id for _ in range(5)]
    later = time.time() + PACES["unhurried"] + 10
    played = set()
    # Woken after its deadline a table has a grace; then a bot plays on.
    for second in range(400):
        monkeypatch.setattr(own_house.clock, "now", lambda second=second: later + 2 * second)
        await tick(own_house)
        assert len(own_house.tables.live) <= 2
        played |= {id for id in ids if any(s.away for s in own_house.store.read_now(read_record(id)).seats)}
        if len(played) == len(ids):
            return
    raise AssertionError(f"{len(played)} of {len(ids)}")


async def no_look():
    """The clock that a test sets has not jumped."""


async def test_above_the_cap_the_least_recently_used_leaves(own_house, at_once, monkeypatch):
    monkeypatch.setattr(fleet_tables, "MAX_LIVE", 3)
    monkeypatch.setattr(fleet_tables, "EVICT_TOGETHER", 1)
    watched, _ = await sit_down(own_house)
    old, new = await left(own_house), await left(own_house)
    await own_house.tables.find(old.id)
    third, _ = await sit_down(own_house)
    assert set(own_house.tables.live) == {watched.id, old.id, third.id}
    assert (await own_house.tables.find(new.id)).match.ply == new.match.ply


async def test_a_full_house_refuses_with_a_sentence(browse, own_house, at_once, monkeypatch):
    monkeypatch.setattr(fleet_tables, "MAX_LIVE", 2)
    sleeper = await left(own_house)
    for _ in range(2):
        await sit_down(own_house)
    assert sleeper.id not in own_house.tables.live
    with pytest.raises(Busy):
        await own_house.tables.find(sleeper.id)
    wish = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "same"}]}
    answer = await browse().post("/api/tables", json=wish)
    assert (answer.status_code, answer.json()["title"]) == (503, FULL)
    assert len(own_house.tables.live) == 2


async def test_a_start_wakes_only_what_is_due(own_house):
    due = await bot_to_move(own_house)
    for _ in range(3):
        (await left(own_house)).forget()
    assert own_house.store.read_now(list_due(time.time())) == [due.id]
    await own_house.wake_all()
    assert list(own_house.tables.live) == [due.id]
    await soon(lambda: own_house.tables.live[due.id].match.deciders == [0])


# Tables that are due are woken only when a file is there.
GATED = """
import asyncio, pathlib
from parlour.server.fleet.waking import Waking
wake, gate = Waking.wake, pathlib.Path({gate!r})
async def wait(self, id):
    while not gate.exists():
        await asyncio.sleep(0.05)
    await wake(self, id)
Waking.wake = wait
"""
DUE, NOT_DUE = 200, 100


async def test_a_start_with_many_tables_lets_a_player_in_before_the_due_ones_are_awake(tmp_path, seed):
    url, session = str(tmp_path / "tables.db"), new_token()
    id = await fill(sitting.open_house(url, seed), session)
    gate = tmp_path / "gate"
    house = houses.House(url, after=GATED.format(gate=str(gate)))
    player, store = houses.Person(house), Store(url, shared=True)
    try:
        assert httpx.get(f"{house.url}/api/ready", timeout=TIMEOUT).status_code == 200
        assert awake(house) == 0
        player.id = id
        player.http.cookies.set(SESSION, session)
        shown = player.open()
        assert (shown["status"], shown["mine"]) == ("playing", [0, 1])
        assert awake(house) == 1
        gate.touch()
        until(lambda: not store.read_now(list_due(DUE_NOW)), "the move of every bot")
        assert awake(house) == DUE + 1
    finally:
        player.close()
        player.http.close()
        store.close()
        house.stop()


async def fill(house, session):
    """Many tables in a store, one of them of this session; its id."""
    table, _ = await sit_down(house, session=session)
    copy_table(house.store, table.id, NOT_DUE - 1)
    copy_table(house.store, (await bot_to_move(house)).id, DUE - 1)
    house.close()
    return table.id


def awake(house):
    """How many tables are in memory."""
    figures = httpx.get(f"{house.url}/metrics", timeout=TIMEOUT).text
    return next(float(line.split()[1]) for line in figures.splitlines() if line.startswith("parlour_tables "))


async def test_the_slowest_table_holds_up_no_other(own_house, monkeypatch):
    """Four were woken at a time, and the next ones waited for the slowest of them."""
    monkeypatch.setattr(fleet_waking, "WAKE_TIMEOUT", TIMEOUT)
    slow, woken, go_on = "slow", [], asyncio.Event()

    async def wake(id):
        if id == slow:
            await go_on.wait()
        woken.append(id)

    monkeypatch.setattr(own_house.waking, "wake", wake)
    others = [f"quick {number}" for number in range(3 * fleet_waking.MAX_TOGETHER)]
    waking = asyncio.ensure_future(own_house.waking.wake_all([slow, *others]))
    await soon(lambda: len(woken) == len(others))
    assert not waking.done()
    go_on.set()
    await waking
    assert woken == [*others, slow]


async def test_what_is_woken_for_nothing_is_not_woken_again(own_house, at_once):
    """The store of an older version could not tell that a bot was to move."""
    table = await left(own_house)
    table.forget()
    await own_house.store.write(lambda c: c.execute(tables.update().values(deadline=DUE_NOW)).rowcount)
    await own_house.wake_all()
    assert column(own_house, table.id) == own_house.tables.live[table.id].record.deadline
    await tick(own_house)
    await tick(own_house)
    assert not own_house.tables.live


async def test_a_table_that_fails_is_left_alone_for_a_while(own_house, caplog):
    table = await left(own_house)
    table.forget()
    spoilt = tables.update().values(deadline=DUE_NOW, record="[]")
    await own_house.store.write(lambda c: c.execute(spoilt).rowcount)
    good = await bot_to_move(own_house)
    for _ in range(3):
        await tick(own_house)
    assert list(own_house.tables.live) == [good.id]
    assert caplog.text.count("cannot be loaded") == 1


async def test_a_table_that_was_spoilt_beside_the_server_affects_no_other(own_house, caplog):
    spoilt, good = await left(own_house), await left(own_house)
    change = tables.update().where(tables.c.id == spoilt.id).values(record="[]", seq=spoilt.record.seq + 1)
    await own_house.store.write(lambda c: c.execute(change).rowcount)
    checked = []

    async def check(now):
        checked.append(now)

    good.tick = check
    for _ in range(2):
        await tick(own_house)
    assert list(own_house.tables.live) == [good.id]
    assert len(checked) == 2
    assert caplog.text.count("could not read again") == 1
    assert own_house.faults.counts == {"table-stopped": 1}
    own_house.faults.counts.clear()


async def test_a_bot_that_nobody_plays_for_is_found_by_another_process(open_house, postgres_url):
    first, second = open_house(postgres_url), open_house(postgres_url)
    second.join_peers()
    await second.games.game("heartcatchers")
    table = await bot_to_move(first)
    assert column(first, table.id) == DUE_NOW
    await soon(lambda: second.store.read_now(list_due(time.time())) == [table.id])
    await second.tick()
    await soon(lambda: table.id in second.tables.live and second.tables.live[table.id].match.deciders == [0])
    assert second.peers.may_play(table.id)


async def test_what_sleeps_gives_its_lease_back(open_house, postgres_url, at_once):
    first, second = open_house(postgres_url), open_house(postgres_url)
    first.join_peers()
    second.join_peers()
    table, watcher = await sit_down(first)
    await first.peers.take_leases([table.id])
    assert first.peers.may_play(table.id)
    await table.part(watcher)
    await first.tick()
    assert table.id not in first.tables.live
    while not second.peers.may_play(table.id):
        await second.peers.take_leases([table.id])
    assert not first.peers.may_play(table.id)


async def test_a_lease_that_is_asked_for_twice_at_once_is_given_back_once(open_house, postgres_url):
    """PostgreSQL counts how often a session has taken a lock."""
    first, second = open_house(postgres_url), open_house(postgres_url)
    first.join_peers()
    second.join_peers()
    await asyncio.gather(*(first.peers.take_leases(["some-table"]) for _ in range(4)))
    await first.peers.leases.release("some-table")
    await second.peers.take_leases(["some-table"])
    assert second.peers.may_play("some-table")


async def test_running_tables_with_bots_of_an_older_store_are_looked_at_once(open_house, store_url):
    from alembic import command as alembic
    from alembic.config import Config

    house = open_house(store_url)
    with_bot, without = await bot_to_move(house), await left(house)
    without.forget()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["engine"] = house.store.engine
    alembic.downgrade(config, "0004")
    assert column(house, with_bot.id) == with_bot.record.deadline
    upgrade(house.store.engine)
    assert house.store.read_now(list_due(time.time())) == [with_bot.id]
    assert column(house, without.id) == without.record.deadline
