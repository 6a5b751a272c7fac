"""A bot plays for somebody who is gone: by another person's wish, after a while, until they are back."""

import pytest

from parlour.server import wire
from parlour.server.store.tokens import new_token
from parlour.server.table import absence, requests
from parlour.server.table.seating import claim
from sitting import come, dealt, seat
from waiting import soon, turns

ANN, BOB = 0, 1


async def a_match_of_two(house, game="heartcatchers"):
    """A table with Ann and Bob, dealt; Bob's session, to come back with."""
    made, tokens = await house.tables.lay(wire.NewTable(game=game, seats=[seat("me"), seat("friend")]))
    session, table = new_token(), await house.tables.find(made.id)
    link = made.links[0].path.partition("#")[2]
    await claim(house.tables, made.id, wire.Claim(token=link), [], session)
    ann, bob = await come(table, tokens), await come(table, [session])
    await dealt(table)
    return table, ann, bob, session


async def let_a_bot_play(table, watcher, seat=BOB):
    """Ask for it; the refusal, if it was refused."""
    watcher.sent.clear()
    await requests.receive(table, watcher, wire.StandIn(seat=seat))
    return next((m.text for m in watcher.sent if isinstance(m, wire.Refused)), "")


async def shown_as_gone(watcher, seat=BOB):
    await soon(lambda: watcher.base.seats[seat].absent)


@pytest.mark.parametrize("game", ["heartcatchers", "held_hands"])
async def test_a_bot_plays_for_somebody_who_is_gone_until_they_are_back(own_house, monkeypatch, game):
    table, ann, bob, session = await a_match_of_two(own_house, game)
    assert "has been away for a minute" in await let_a_bot_play(table, ann), "he is here"
    await table.part(bob)
    assert "has been away for a minute" in await let_a_bot_play(table, ann), "he has just gone"
    monkeypatch.setattr(absence, "DECENT", 0.0)
    onlooker = await come(table, [])
    assert "Only those who sit" in await let_a_bot_play(table, onlooker)
    assert await let_a_bot_play(table, ann, ANN), "she is here"
    assert not await let_a_bot_play(table, ann)
    assert table.record.seats[BOB].away
    assert ann.base.notice == onlooker.base.notice == wire.StoodIn(by=ANN, seat=BOB)
    assert not table.record.seats[ANN].away
    await requests.receive(table, ann, wire.CloseTable())
    assert ann.sent[-1].kind == "not-allowed", "he has not left, and his match is not for her to delete"
    again = await come(table, [session])
    assert not table.record.seats[BOB].away
    assert not table.record.seats[BOB].replaced
    assert again.mine == [BOB]


@pytest.fixture
def later(monkeypatch):
    """Time stands still for those who are away, until the test says that as much has passed as nobody waits for."""
    now = [0.0]
    monkeypatch.setattr(absence, "DECENT", 0.01)
    monkeypatch.setattr(absence, "monotonic", lambda: now[0])
    return lambda: now.append(now.pop() + absence.DECENT)


async def test_the_table_says_by_itself_who_has_been_gone_for_long(own_house, later):
    table, ann, bob, session = await a_match_of_two(own_house)
    await table.part(bob)
    assert [s.absent for s in ann.base.seats] == [False, False]
    later()
    await shown_as_gone(ann)
    await come(table, [session])
    assert not ann.base.seats[BOB].absent
    assert await let_a_bot_play(table, ann)


async def test_a_busy_process_says_late_who_has_been_gone_for_long(own_house, later):
    """Whoever became long gone before the waiting task first ran was never shown so."""
    table, ann, bob, _ = await a_match_of_two(own_house)
    table.absence.cancel()
    await turns()
    await table.part(bob)
    later()
    await shown_as_gone(ann)


async def test_whoever_is_connected_to_another_process_is_not_gone(own_house, monkeypatch):
    table, ann, bob, _ = await a_match_of_two(own_house)
    monkeypatch.setattr(absence, "DECENT", 0.0)
    monkeypatch.setattr(table.services.peers, "elsewhere", lambda id: [BOB])
    await table.part(bob)
    assert await let_a_bot_play(table, ann)
    monkeypatch.setattr(table.services.peers, "elsewhere", lambda id: [])
    await table.tick(0.0)
    assert ann.base.seats[BOB].absent, "the process that he was connected to has died"
    assert not await let_a_bot_play(table, ann)
