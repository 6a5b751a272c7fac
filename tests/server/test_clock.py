"""A jump of the wall clock, such as a laptop's after its sleep, gives nobody's seat to a bot."""

import asyncio
import time
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from parlour.server import clock
from parlour.server.house import House
from parlour.server.live import GRACE, PACES
from parlour.server.store import Store, StoreError
from sitting import sit_down

HOURS = 8 * 3600.0


class Times:
    """What the clocks show."""

    def __init__(self, monkeypatch):
        self.wall, self.ran = time.time(), time.monotonic()
        monkeypatch.setattr(time, "time", lambda: self.wall)
        monkeypatch.setattr(clock, "time", lambda: self.wall)
        monkeypatch.setattr(clock, "monotonic", lambda: self.ran)

    def pass_by(self, seconds, asleep=0.0):
        self.wall, self.ran = self.wall + seconds + asleep, self.ran + seconds


@pytest.fixture
def times(monkeypatch):
    return Times(monkeypatch)


def inside(url, test):
    async def whole():
        house = House(Store(url), bot_wait=0)
        try:
            async with asyncio.timeout(60):
                await house.clock.ask()
                await test(house)
        finally:
            house.close()

    asyncio.run(whole())


async def dealt(house):
    """A table that nothing is going on at."""
    table, _, _ = await sit_down(house)
    while table.lock.locked():
        await asyncio.sleep(0.01)
    return table


def away(table):
    return [seat.away for seat in table.record.seats]


@pytest.mark.parametrize("how", ["asleep", "all stood still"])
def test_whoever_decides_has_a_grace_after_a_gap(times, tmp_path, how):
    async def test(house):
        table = await dealt(house)
        await house.tick()
        times.pass_by(HOURS if how == "all stood still" else 1.0, 0.0 if how == "all stood still" else HOURS)
        await house.tick()
        assert away(table) == [False, False]
        for _ in range(int(GRACE) - 2):
            times.pass_by(1.0)
            await house.tick()
        assert away(table) == [False, False]
        for _ in range(4):
            times.pass_by(1.0)
            await house.tick()
        assert sum(away(table)) == 1, "the grace is over, and nobody has played"

    inside(str(tmp_path / "tables.db"), test)


def test_a_clock_that_is_set_back_makes_no_deadline_longer(times, tmp_path):
    async def test(house):
        table = await dealt(house)
        await house.tick()
        times.pass_by(1.0, -HOURS)
        await house.tick()
        assert table.record.deadline - times.wall <= PACES[table.record.pace]

    inside(str(tmp_path / "tables.db"), test)


def test_a_deadline_without_a_gap_is_kept(times, tmp_path):
    async def test(house):
        table = await dealt(house)
        table.record.deadline = times.wall + 5
        for _ in range(6):
            times.pass_by(1.0)
            await house.tick()
        assert sum(away(table)) == 1

    inside(str(tmp_path / "tables.db"), test)


def test_deadlines_are_kept_in_postgres_time(times, postgres_url):
    """This machine's clock is hours off, and later set right: the deadline is the same moment for all processes."""
    right = times.wall
    times.wall += HOURS

    async def test(house):
        table = await dealt(house)
        assert table.record.deadline == pytest.approx(right + PACES[table.record.pace], abs=30)
        await house.tick()
        times.pass_by(1.0, -HOURS)
        await house.tick()
        assert house.clock.now() == pytest.approx(right, abs=30)
        assert table.record.deadline == pytest.approx(right + PACES[table.record.pace], abs=30)
        assert away(table) == [False, False]

    inside(postgres_url, test)


class Network:
    """What a machine that wakes up has to wait for."""

    def __init__(self):
        self.up = True

    async def cross(self):
        if not self.up:
            raise StoreError("the network is not up yet")


async def sleep_and_wake(house, times, network):
    """Ticks before and after eight hours of sleep; the network comes late."""
    await house.tick()
    times.pass_by(1.0, HOURS)
    network.up = False
    for _ in range(2):
        with pytest.raises(StoreError):
            await house.tick()
        times.pass_by(1.0)
    network.up = True
    for _ in range(3):
        await house.tick()
        times.pass_by(1.0)


def test_a_jump_is_remembered_while_the_store_cannot_be_reached(times, postgres_url, monkeypatch):
    async def test(house):
        table, read, network = await dealt(house), house.store.read, Network()

        async def read_by_network(job):
            await network.cross()
            return await read(job)

        house.store.read = read_by_network
        # The database's clock goes on meanwhile.
        later = f"SELECT (extract(epoch FROM clock_timestamp()) + {HOURS})::float8"
        monkeypatch.setattr(clock, "ASK", sa.text(later))
        await sleep_and_wake(house, times, network)
        assert away(table) == [False, False]
        assert table.record.deadline > house.clock.now() > table.record.created + HOURS

    inside(postgres_url, test)


def test_a_jump_is_remembered_while_other_processes_cannot_be_asked(times, tmp_path):
    async def test(house):
        table, network = await dealt(house), Network()
        alone = {"holds": lambda id: True, "elsewhere": lambda id: [], "stop": lambda: None}
        house.peers = SimpleNamespace(tick=network.cross, **alone)
        await sleep_and_wake(house, times, network)
        assert away(table) == [False, False]
        assert table.record.deadline > house.clock.now()

    inside(str(tmp_path / "tables.db"), test)
