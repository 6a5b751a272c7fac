"""What one visitor repeats costs others' tables nothing: counted in messages, drawings and commits, not by a clock.

bench/neighbours.py measures the same in milliseconds.
"""

import asyncio
import re

import msgspec
import pytest

from every_message import every_message, every_request
from parlour.server import wire
from parlour.server.admin import forgetting
from parlour.server.http import lobby, my_tables
from parlour.server.store.tokens import new_token
from parlour.server.table import requests, showing
from sitting import sit_down

TIMES = 30
DECODER = msgspec.json.Decoder(wire.ToServer)
KINDS = list(every_message(0, 0, ""))


def test_every_kind_of_message_is_here():
    assert set(KINDS) == {kind.__struct_config__.tag for kind in requests.HANDLERS}


def message(table, kind):
    """A message of a kind, as it would be right now."""
    match = table.match
    seat = match.deciders[0] if match.deciders else 0
    moves = [] if match.over else match.moves(seat)
    return DECODER.decode(msgspec.json.encode(every_message(seat, match.ply, moves[0] if moves else "x")[kind]))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_message_again_and_again_is_bounded_and_reaches_no_other_table(own_house, monkeypatch, kind):
    table, visitor = await sit_down(own_house)
    other, neighbour = await sit_down(own_house)
    neighbour.sent.clear()
    visitor.sent.clear()
    drawn, commits = [], []
    snapshot, submit = showing.snapshot, own_house.store.submit
    monkeypatch.setattr(showing, "snapshot", lambda at, *given: drawn.append(at) or snapshot(at, *given))
    monkeypatch.setattr(own_house.store, "submit", lambda job: commits.append(job) or submit(job))
    for _ in range(TIMES):
        if not table.forgotten:
            await requests.receive(table, visitor, message(table, kind))
    assert neighbour.sent == []
    assert other not in drawn
    assert len(commits) <= 2 * TIMES, "a message is one change, and another where it begins a match"
    assert len(drawn) <= 2 * TIMES
    assert len(msgspec.json.encode([m for m in visitor.sent if m != "closed"])) < TIMES * 60_000


# Requests


REQUESTS = list(every_request(""))
WISH = [{"kind": "me"}, {"kind": "friend"}]


def test_every_kind_of_request_is_here():
    """But for pages and their files, which are the same for everybody."""
    asked = {(method, path) for method, path, _ in every_request("ID").values()}
    templates = {(o.method, re.sub(r"\{\w+\}", "[^/]+", o.path)) for o in lobby.OPERATIONS}
    assert not [t for t in templates if not any(m == t[0] and re.fullmatch(t[1], path) for m, path in asked)]


@pytest.mark.parametrize("kind", REQUESTS)
async def test_a_request_again_and_again_is_bounded_and_reaches_no_other_table(own_house, browse, monkeypatch, kind):
    other, neighbour = await sit_down(own_house)
    visitor = browse()
    made = (await visitor.post("/api/tables", json={"game": "heartcatchers", "seats": WISH})).json()
    code = (await visitor.post(f"/api/tables/{made['id']}/code")).json()["code"]
    token = made["links"][0]["path"].partition("#")[2]
    neighbour.sent.clear()
    commits, found = [], []
    find, submit = own_house.tables.find, own_house.store.submit
    monkeypatch.setattr(own_house.tables, "find", lambda id: found.append(id) or find(id))
    monkeypatch.setattr(own_house.store, "submit", lambda job: commits.append(job) or submit(job))
    tables, answers = len(own_house.tables.live), []
    for _ in range(TIMES):
        method, path, body = every_request(made["id"], token, code)[kind]
        answers.append(await visitor.request(method, path, json=body))
    assert not [answer for answer in answers if answer.status_code >= 500]
    assert neighbour.sent == []
    assert other.id not in found
    assert len(commits) <= 3 * TIMES
    assert len(found) <= 4 * TIMES
    assert len(own_house.tables.live) <= tables + 1
    assert max(len(answer.content) for answer in answers) < 100_000
    assert len(visitor.cookies.get("parlour", "")) < 4000


HELD = 12


@pytest.mark.parametrize("ask", [my_tables.list_my_tables, forgetting.forget_finished], ids=["listed", "forgotten"])
async def test_whoever_has_many_tables_holds_nobody_up(own_house, monkeypatch, ask):
    """They are looked at one after the other, and others have their turn between any two."""
    session, turns, looked = new_token(), [], []
    for _ in range(HELD):
        table, player = await sit_down(own_house, session=session)
        await table.part(player)
    find = own_house.tables.find
    monkeypatch.setattr(own_house.tables, "find", lambda id: looked.append(len(turns)) or find(id))
    other = asyncio.ensure_future(take_turns(turns))
    await ask(own_house.tables, session if ask is forgetting.forget_finished else [session])
    other.cancel()
    assert len(set(looked)) == HELD


async def take_turns(turns):
    while True:
        turns.append(1)
        await asyncio.sleep(0)
