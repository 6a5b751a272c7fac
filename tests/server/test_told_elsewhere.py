"""What happens at a process is told at the table at every other one, once."""

from functools import partial
from typing import Any

import msgspec
import pytest

from pairs import two_houses
from parlour.server import wire
from parlour.server.store.tokens import new_token
from parlour.server.table import absence, requests, taking_back
from parlour.server.table.patches import Reader
from parlour.server.table.watching import Watcher
from sitting import move_all
from waiting import soon


async def look_on(table) -> list[dict[str, Any]]:
    """A spectator; what the table is told from then on."""
    reader, told = Reader(), []

    def read(message) -> None:
        shown = reader.read(msgspec.json.encode(message))
        if shown["type"] == "table":
            told.append(shown["notice"])

    watcher = Watcher([], read)
    assert await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello())
    return told


async def let_stand_in(table, watcher):
    """Seat 1 leaves this table, and seat 0 lets a bot play for it."""
    watcher.mine = [0]
    await requests.receive(table, watcher, wire.StandIn(seat=1))


async def resign(table, watcher):
    await requests.receive(table, watcher, wire.Resign(seat=1))


async def decline_undo(table, watcher):
    """Seat 0 asks, whoever decides; seat 1 says no."""
    async with table.lock:
        await taking_back.ask(table, 0)
    await requests.receive(table, watcher, wire.UndoAnswer(seat=1, agree=False))


async def let_question_expire(table, watcher):
    """The process that asked has died; the other one ends the question."""
    async with table.lock:
        await taking_back.ask(table, 0)
    later = table.services.clock.now() + 3600
    await table.act(partial(table.end_question, later))


async def move_both(table, watcher):
    async with table.lock:
        await move_all(table, new_token())


TOLD = {
    let_stand_in: {"kind": "stood-in", "by": 0, "seat": 1},
    resign: {"kind": "seat-resigned"},
    decline_undo: {"kind": "undo-declined"},
    let_question_expire: {"kind": "undo-declined"},
    move_both: {"kind": "seat-moved"},
}


@pytest.mark.parametrize(("step", "read_before"), [*((step, False) for step in TOLD), (resign, True)])
async def test_the_table_is_told_at_every_process(open_house, postgres_url, monkeypatch, step, read_before):
    """Somebody looks on at each process; at one of them the table may have been read before the word comes."""
    monkeypatch.setattr(absence, "DECENT", 0.0)
    (one, at_one), (other, at_other) = await two_houses(open_house, postgres_url)
    if step is let_stand_in:
        await other.part(at_other)
        await soon(lambda: not one.house.peers.elsewhere(one.id))
    seen = [await look_on(table) for table in (one, other)]
    heard, hear = [], other.house.peers.hear
    if read_before:
        other.house.peers.hear = heard.append
    await step(one, at_one)
    if read_before:
        await other.house.tables.find_now(other.id)
        assert other.record.seq == one.record.seq
        await soon(lambda: any(TOLD[step]["kind"] in word for word in heard))
        for word in heard:
            hear(word)
    await soon(lambda: all(TOLD[step] in notices for notices in seen))
