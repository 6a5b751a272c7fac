"""A bot plays for somebody who is gone: by another person's wish, after a while, until they are back."""

import asyncio
import secrets
import time
from contextlib import asynccontextmanager

import pytest

from parlour.server import absence, requests, wire
from parlour.server.house import House, seats_of
from parlour.server.live import Watcher
from parlour.server.seating import claim
from parlour.server.store import Store
from parlour.server.tokens import new_token
from sitting import seat

ANN, BOB = 0, 1


@asynccontextmanager
async def a_match_of_two(path, game="heartcatchers"):
    """A table with Ann and Bob, dealt; Bob's session, to come back with."""
    house = House(Store(str(path / "tables.db")), bot_wait=0)
    try:
        made, tokens = await house.lay(wire.NewTable(game=game, seats=[seat("me"), seat("friend")]))
        session, table = new_token(), await house.table(made.id)
        link = made.links[0].path.partition("#")[2]
        await claim(house, made.id, wire.Claim(token=link), [], session)
        ann, bob = await come(table, tokens), await come(table, [session])
        async with asyncio.timeout(60):
            while table.match is None:
                await asyncio.sleep(0.01)
        yield table, ann, bob, session
        assert not house.faults.counts
    finally:
        house.close()


async def come(table, tokens):
    watcher = Watcher(seats_of(table.record, tokens), lambda message: watcher.sent.append(message))
    watcher.sent = []
    await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello(nonce=secrets.token_hex(16)))
    return watcher


async def let_a_bot_play(table, watcher, seat=BOB):
    """Ask for it; the refusal, if it was refused."""
    watcher.sent.clear()
    await requests.receive(table, watcher, wire.StandIn(seat=seat))
    return next((m.text for m in watcher.sent if isinstance(m, wire.Refused)), "")


async def shown_as_gone(watcher, seat=BOB):
    async with asyncio.timeout(60):
        while not watcher.base.seats[seat].absent:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("game", ["heartcatchers", "held_hands"])
def test_a_bot_plays_for_somebody_who_is_gone_until_they_are_back(tmp_path, monkeypatch, game):
    async def test():
        async with a_match_of_two(tmp_path, game) as (table, ann, bob, session):
            assert "has been away for a minute" in await let_a_bot_play(table, ann), "he is here"
            await table.part(bob)
            assert "has been away for a minute" in await let_a_bot_play(table, ann), "he has just gone"
            monkeypatch.setattr(absence, "DECENT", 0.0)
            onlooker = await come(table, [])
            assert "Only those who sit" in await let_a_bot_play(table, onlooker)
            assert await let_a_bot_play(table, ann, ANN), "she is here"
            assert not await let_a_bot_play(table, ann)
            assert table.record.seats[BOB].away
            assert ann.base.notice == onlooker.base.notice == f"stand-in {ANN} {BOB}"
            assert not table.record.seats[ANN].away
            await requests.receive(table, ann, wire.CloseTable())
            assert ann.sent[-1].kind == "not-allowed", "he has not left, and his match is not for her to delete"
            again = await come(table, [session])
            assert not table.record.seats[BOB].away
            assert not table.record.seats[BOB].replaced
            assert again.mine == [BOB]

    asyncio.run(test())


def test_the_table_says_by_itself_who_has_been_gone_for_long(tmp_path, monkeypatch):
    async def test():
        monkeypatch.setattr(absence, "DECENT", 0.3)
        async with a_match_of_two(tmp_path) as (table, ann, bob, session):
            await table.part(bob)
            assert [s.absent for s in ann.base.seats] == [False, False]
            await shown_as_gone(ann)
            await come(table, [session])
            assert not ann.base.seats[BOB].absent
            assert await let_a_bot_play(table, ann)

    asyncio.run(test())


def test_a_busy_process_says_late_who_has_been_gone_for_long(tmp_path, monkeypatch):
    """Whoever became long gone before the waiting task first ran was never shown so."""

    async def test():
        async with a_match_of_two(tmp_path) as (table, ann, bob, _):
            monkeypatch.setattr(absence, "DECENT", 0.1)
            table.absence.cancel()
            await asyncio.sleep(0)
            await table.part(bob)
            time.sleep(0.2)
            await shown_as_gone(ann)

    asyncio.run(test())


def test_whoever_is_connected_to_another_process_is_not_gone(tmp_path, monkeypatch):
    async def test():
        async with a_match_of_two(tmp_path) as (table, ann, bob, _):
            monkeypatch.setattr(absence, "DECENT", 0.0)
            monkeypatch.setattr(table.house, "elsewhere", lambda id: [BOB])
            await table.part(bob)
            assert await let_a_bot_play(table, ann)
            monkeypatch.setattr(table.house, "elsewhere", lambda id: [])
            await table.tick(0.0)
            assert ann.base.seats[BOB].absent, "the process that he was connected to has died"
            assert not await let_a_bot_play(table, ann)

    asyncio.run(test())
