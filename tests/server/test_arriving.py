"""Whoever arrives just when a seat is moved or a table is dropped."""

import asyncio

import pytest

from parlour.server import wire
from parlour.server.http.connection import PRIVATE, arrive
from parlour.server.store.tokens import new_token
from parlour.server.table import seating
from sitting import browser
from waiting import turns


@pytest.mark.parametrize("private", [False, True])
async def test_whoever_arrives_while_a_seat_is_moved_has_it_no_longer(own_house, private):
    seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="bot")]
    made, tokens = await own_house.tables.lay(wire.NewTable(game="heartcatchers", seats=seats, private=private))
    link = await seating.move_link(own_house.tables, made.id, tokens)
    table = await own_house.tables.find(made.id)
    closed = []

    async def close(code):
        closed.append(code)

    socket = browser(close, parlour=tokens[0])
    async with table.lock:
        wish = wire.Claim(token=link.path.partition("#")[2])
        moving = asyncio.ensure_future(seating.claim(own_house.tables, made.id, wish, [], new_token()))
        await turns()
        arriving = asyncio.ensure_future(arrive(socket, own_house.tables, made.id))
        await turns()
    await moving
    connection = await arriving
    if private:
        assert connection is None
        assert closed == [PRIVATE]
    else:
        assert connection.watcher.mine == []
    own_house.close()


async def test_whoever_arrives_while_the_table_is_dropped_joins_it_anew(own_house, monkeypatch):
    """Players who came to two workers at the same moment were disconnected."""
    wish = wire.NewTable(game="heartcatchers", seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="bot")])
    made, _ = await own_house.tables.lay(wish)
    table_now, given = own_house.tables.find_now, []

    async def dropped_at_first(id):
        given.append(await table_now(id))
        if len(given) == 1:
            given[0].forget()
        return given[-1]

    monkeypatch.setattr(own_house.tables, "find_now", dropped_at_first)
    connection = await arrive(browser(), own_house.tables, made.id)
    assert connection.table is given[1] is own_house.tables.live[made.id]
    assert connection.table.watchers == [connection.watcher]
    assert not connection.closing.is_set()
