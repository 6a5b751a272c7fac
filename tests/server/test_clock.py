"""A jump of the wall clock, such as a laptop's after its sleep, gives nobody's seat to a bot."""

import time
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from parlour.server.fleet import clock
from parlour.server.store.store import StoreError
from parlour.server.table.deadlines import PACES
from parlour.server.table.live import GRACE
from parlour.server.table.services import Alone
from sitting import sit_down
from waiting import soon

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


async def quiet_table(house):
    """A table that nothing is going on at; the house knows what time the store says it is."""
    await house.clock.ask()
    table, _ = await sit_down(house)
    await soon(lambda: not table.lock.locked())
    return table


def away(table):
    return [seat.away for seat in table.record.seats]


@pytest.mark.parametrize("how", ["asleep", "all stood still"])
async def test_whoever_decides_has_a_grace_after_a_gap(own_house, times, how):
    table = await quiet_table(own_house)
    await own_house.tick()
    times.pass_by(HOURS if how == "all stood still" else 1.0, 0.0 if how == "all stood still" else HOURS)
    await own_house.tick()
    assert away(table) == [False, False]
    for _ in range(int(GRACE) - 2):
        times.pass_by(1.0)
        await own_house.tick()
    assert away(table) == [False, False]
    for _ in range(4):
        times.pass_by(1.0)
        await own_house.tick()
    assert sum(away(table)) == 1, "the grace is over, and nobody has played"


async def test_a_clock_that_is_set_back_makes_no_deadline_longer(own_house, times):
    table = await quiet_table(own_house)
    await own_house.tick()
    times.pass_by(1.0, -HOURS)
    await own_house.tick()
    assert table.record.deadline - times.wall <= PACES[table.record.pace]


async def test_a_deadline_without_a_gap_is_kept(own_house, times):
    table = await quiet_table(own_house)
    table.record.deadline = times.wall + 5
    for _ in range(6):
        times.pass_by(1.0)
        await own_house.tick()
    assert sum(away(table)) == 1


async def test_deadlines_are_kept_in_postgres_time(open_house, times, postgres_url):
    """This machine's clock is hours off, and later set right: the deadline is the same moment for all processes."""
    right = times.wall
    times.wall += HOURS
    house = open_house(postgres_url)
    table = await quiet_table(house)
    assert table.record.deadline == pytest.approx(right + PACES[table.record.pace], abs=30)
    await house.tick()
    times.pass_by(1.0, -HOURS)
    await house.tick()
    assert house.clock.now() == pytest.approx(right, abs=30)
    assert table.record.deadline == pytest.approx(right + PACES[table.record.pace], abs=30)
    assert away(table) == [False, False]


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


async def test_a_jump_is_remembered_while_the_store_cannot_be_reached(open_house, times, postgres_url, monkeypatch):
    house = open_house(postgres_url)
    table, read, network = await quiet_table(house), house.store.read, Network()

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


async def test_a_jump_is_remembered_while_other_processes_cannot_be_asked(own_house, times):
    table, network = await quiet_table(own_house), Network()
    own_house.services.peers = others = Alone()
    others.shared, others.tick, others.leases = True, network.cross, SimpleNamespace(give_back=network.cross)
    await sleep_and_wake(own_house, times, network)
    assert away(table) == [False, False]
    assert table.record.deadline > own_house.clock.now()
