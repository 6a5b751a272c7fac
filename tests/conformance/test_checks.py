"""The checks' own eyes."""

from checks.knowledge import unknown_cells
from parlour.engine.record import HIDDEN, field, record

SEAT = record(
    field("balance", "i1", (), "all", "number", "everybody's"),
    field("hand", "i1", (2,), "owner", "card", "its own"),
)
STATE = record(
    field("score", "i1", (), "all", "number", "everybody's"),
    field("at", SEAT, (2,), "all", "seat", "the seats"),
)


def test_a_number_that_all_know_is_not_unknown():
    h = STATE.new()
    h["score"], h["at"]["balance"] = HIDDEN, HIDDEN
    assert unknown_cells(STATE, h).count(1) == 0
    h["at"]["hand"][0, 1, 0] = HIDDEN
    assert unknown_cells(STATE, h).count(1) == 1
