"""What one visitor repeats costs the tables of others nothing: counted in messages, drawings and commits, no clock.

bench/neighbours.py measures the same in milliseconds.
"""

import msgspec
import pytest

from every_message import every_message
from parlour.server import wire
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
