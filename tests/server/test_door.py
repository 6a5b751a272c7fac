"""Whatever changes a table is a step through one door, and to show a table changes nothing."""

import asyncio
from contextlib import contextmanager
from functools import partial

import msgspec
import pytest

from parlour.server import wire
from parlour.server.store.incidents import MAX_TRIES
from parlour.server.store.store import Overtaken, StoreError
from parlour.server.table import requests, showing
from parlour.server.table.door import Forgotten, StepFailed
from parlour.server.table.refusals import NotAllowed
from parlour.server.table.resting import RestingTable
from sitting import any_move, come, sit_down


@contextmanager
def counted(house, faults):
    """Expects faults; a house that counts any at the end of its test fails that."""
    yield
    assert house.faults.counts == faults
    house.faults.counts.clear()


def step_that(*outcomes):
    """A step that ends otherwise each time: raises an error, or gives a value; and how often it was taken."""
    taken = []

    async def step():
        outcome = outcomes[min(len(taken), len(outcomes) - 1)]
        taken.append(outcome)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return step, taken


async def test_steps_are_taken_one_after_the_other(own_house):
    table, _ = await sit_down(own_house)
    order = []

    async def step(name):
        order.append(f"{name} begins")
        await asyncio.sleep(0)
        order.append(f"{name} ends")
        return name

    assert await asyncio.gather(*(table.act(partial(step, name)) for name in "ab")) == ["a", "b"]
    assert order == ["a begins", "a ends", "b begins", "b ends"]


async def test_what_another_process_overtook_is_taken_again(own_house):
    table, _ = await sit_down(own_house)
    step, taken = step_that(Overtaken("quicker"), Overtaken("quicker"), "done")
    assert await table.act(step) == "done"
    assert len(taken) == 3
    assert not table.forgotten


async def test_a_step_that_is_always_overtaken_ends(own_house):
    table, _ = await sit_down(own_house)
    step, taken = step_that(Overtaken("quicker"))
    with pytest.raises(Overtaken):
        await table.act(step)
    assert len(taken) == MAX_TRIES
    assert table.forgotten


async def test_a_copy_whose_store_failed_is_not_used_again(own_house):
    table, watcher = await sit_down(own_house)
    with pytest.raises(StoreError):
        await table.act(step_that(StoreError("the disk is full"))[0])
    assert watcher.sent[-1] == "closed"
    with pytest.raises(Forgotten):
        await table.act(step_that("never")[0])
    assert await own_house.tables.find(table.id) is not table


async def test_what_nobody_expected_is_counted_logged_and_left_alone_for_a_while(own_house, caplog):
    table, _ = await sit_down(own_house)
    with counted(own_house, {"table-stopped": 1}), pytest.raises(StepFailed):
        await table.act(step_that(ZeroDivisionError("half"))[0], "cut the cake")
    assert f"table {table.id} could not cut the cake" in caplog.text
    assert table.forgotten
    assert table.id in own_house.tables.failed


async def test_what_is_denied_is_no_fault(own_house):
    table, _ = await sit_down(own_house)
    with pytest.raises(NotAllowed):
        await table.act(step_that(NotAllowed("No."))[0])
    assert not table.forgotten


async def test_what_the_server_does_by_itself_ends_with_its_table(own_house):
    table, _ = await sit_down(own_house)
    assert await table.try_act(step_that(StoreError("the disk is full"))[0]) is None
    assert await table.try_act(step_that("never")[0]) is None


async def test_bots_go_on_after_every_step(own_house):
    table, watcher = await sit_down(own_house, "bot")
    while table.match.deciders == [0]:
        await requests.receive(table, watcher, any_move(table))
    if table.task:
        table.task.cancel()
        await asyncio.wait([table.task])
    await table.act(step_that("anything")[0])
    assert table.task is not None
    assert not table.task.done()


def known_of(table, watcher):
    """All that is known of a table and of a browser, as text."""
    resting = {name: vars(table)[name] for name in RestingTable.__dataclass_fields__ if name not in ("game", "edition")}
    resting["match"] = table.match.digest() if table.match else None
    own = table.absent, table.long_gone, table.seen_at, table.crowd, table.crowd_at, table.shown, table.previewed
    sent = {name: value for name, value in vars(watcher).items() if name not in ("send", "close", "sent", "printed")}
    return msgspec.json.encode((resting, [str(each) for each in own], sent)), id(watcher.printed)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_to_show_a_table_changes_nothing_and_starts_nothing(own_house, language):
    """Not even a curtain that has to come down again, what a browser was sent, or a look for who is gone."""
    table, watcher = await sit_down(own_house)
    onlooker = await come(table)
    stale = next(seat for seat in watcher.mine if seat not in table.match.deciders)
    watcher.language, watcher.looking, watcher.printed, watcher.eyes = language, stale, None, None
    table.watchers = [onlooker]
    for one in (watcher, onlooker):
        known, tasks = known_of(table, one), asyncio.all_tasks()
        first, second = (showing.snapshot(table, one) for _ in range(2))
        assert first == second
        assert first.edition is not None or one is onlooker
        assert known_of(table, one) == known
        assert asyncio.all_tasks() == tasks


async def test_a_curtain_is_down_again_when_the_seat_is_asked_next(own_house):
    """Whoever sends the table notes for whom the curtain was lifted."""
    table, watcher = await sit_down(own_house)
    first = table.match.deciders[0]
    await requests.receive(table, watcher, wire.Look(seat=first))
    assert (watcher.looking, watcher.eyes) == (first, first)
    while table.match.deciders == [first]:
        await requests.receive(table, watcher, any_move(table))
    (other,) = table.match.deciders
    assert watcher.eyes == first, "the card that was drawn is seen"
    await requests.receive(table, watcher, wire.Look(seat=other))
    while table.match.deciders != [first]:
        await requests.receive(table, watcher, any_move(table))
    assert watcher.eyes == other, "and the other hand is lifted by whoever is asked"
    watcher.looking = None
    assert showing.snapshot(table, watcher).me == showing.CURTAIN
