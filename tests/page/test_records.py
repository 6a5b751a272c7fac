"""Records are read from bytes and layout as NumPy reads them."""

import random

import numpy as np
import pytest

from parlour.engine import registry
from parlour.page.instead import numpy as second

STATES = [(name, registry.load(name).state) for name in registry.names(shelf_only=True)]


def twin(dtype):
    """The same layout for the second reader."""
    if dtype.subdtype:
        return second.dtype((twin(dtype.base), dtype.shape))
    if not dtype.names:
        return second.dtype(dtype.str)
    return second.dtype((second.record, [(n, twin(dtype[n].base), dtype[n].shape) for n in dtype.names]))


@pytest.mark.parametrize(("name", "state"), STATES)
def test_every_field_reads_the_same(name, state):
    data = random.Random(name).randbytes(3 * state.dtype.itemsize)
    ours, theirs = second.frombuffer(bytearray(data), twin(state.dtype)), np.frombuffer(bytearray(data), state.dtype)
    assert ours.dtype.itemsize == state.dtype.itemsize
    assert repr(ours.dtype.descr) == repr(state.dtype.descr)
    for field in state.dtype.names:
        assert ours[field].tolist() == theirs[field].tolist()
        assert ours[1:][field].tolist() == theirs[1:][field].tolist()
    assert ours[1].tobytes() == theirs[1].tobytes()


@pytest.mark.parametrize(("name", "state"), STATES)
def test_every_field_is_written_the_same(name, state):
    ours, theirs = second.zeros(2, twin(state.dtype)), np.zeros(2, state.dtype)
    pick = random.Random(name)
    for field in state.dtype.names:
        kind = state.dtype[field]
        if kind.base.names:
            continue
        if not kind.shape:
            value = pick.randrange(100)
            setattr(ours[1], field, value)
            theirs[field][1] = value
            continue
        place = tuple(pick.randrange(n) for n in kind.shape)
        ours[field][1][place] = theirs[field][1][place] = pick.randrange(100)
        row = [pick.randrange(100) for _ in range(kind.shape[-1])]
        ours[field][(0, *place[:-1])][:] = row
        theirs[field][(0, *place[:-1])] = row
        ours[field][0][place[0] :] = 7
        theirs[field][0][place[0] :] = 7
    assert ours.tobytes() == theirs.tobytes()


def test_a_column_is_read_and_written_in_place():
    ours, theirs = second.zeros((4, 3, 2), second.int64), np.zeros((4, 3, 2), np.int64)
    for array in (ours, theirs):
        array[1, :, 1] = [5, 6, 7]
        array[-1, 0:2, 0] = 9
    assert ours.tolist() == theirs.tolist()
    assert ours[1, :, 1].tolist() == [5, 6, 7]
    with pytest.raises(IndexError):
        ours[4]
    with pytest.raises(ValueError, match="2 values for 3 cells"):
        ours[0, :, 0] = [1, 2]


def test_streams_wrap_around_as_natively():
    number = second.uint64(2**64 - 1)
    assert number + 2 == 1
    assert number * number == 1
    assert second.uint64(5) - 6 == number
    assert (number << 1) >> 1 == number >> 1
