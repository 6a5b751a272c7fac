"""Records refuse what would go wrong silently."""

import numpy as np
import pytest

from parlour.engine.record import HEADER, NONE, field, record


@pytest.mark.parametrize("name", ["round", "flags", "view", "size", "take", "sum"])
def test_names_of_numpy_records_are_refused(name):
    with pytest.raises(ValueError, match=r"is a name of np\.record"):
        record(field(name, "i1", (), "all", "count", "something"))


def test_who_may_know_a_field_is_one_of_four():
    with pytest.raises(ValueError, match="all, owner, seen, nobody"):
        field("hand", "i1", (), "me", "card", "something")


def test_records_nest_and_are_packed():
    seat = record(field("held", "i1", (), "all", "count", "cards"), field("hand", "i2", (3,), "owner", "card", "ids"))
    state = record(*HEADER, field("at", seat, (2,), "all", "seat", "the seats"))
    g = state.new()[0]
    g.at[1].hand[2] = NONE
    assert g.at[1].hand.tolist() == [0, 0, -1]
    assert state.dtype.itemsize == sum(np.dtype(f.type).itemsize * int(np.prod(f.shape)) for f in HEADER) + 2 * 7
