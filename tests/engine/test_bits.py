"""Sets as bits and questions about seats, against plain Python sets."""

import random

import numpy as np
import pytest

from parlour.engine.bits import (
    all_bits,
    count_bits,
    first_free,
    has_bit,
    list_bits,
    pick_bit,
)
from parlour.engine.chance import stream
from parlour.engine.moves import make
from parlour.engine.record import HEADER, NONE, OVER, WIN, field, record
from parlour.engine.seats import has_ruling, most_points, seat_after, share_win

# A field of its own: Numba would take a bare header for the beginning of any game's State.
STATE = record(*HEADER, field("own", "i1", (), "all", "number", "nothing"))
SETS = [set(), {0}, {63}, {0, 63}, set(range(64)), {5, 6, 40}, set(range(0, 64, 3))]


def bits_of(numbers: set[int]) -> np.int64:
    return np.array([sum(1 << i for i in numbers)], np.uint64).astype(np.int64)[0]


@pytest.mark.parametrize("numbers", SETS, ids=str)
def test_a_set(numbers):
    bits = bits_of(numbers)
    assert count_bits(bits) == len(numbers)
    assert {i for i in range(64) if has_bit(bits, i)} == numbers


@pytest.mark.parametrize("count", [0, 1, 31, 62, 63, 64])
def test_all_bits(count):
    assert all_bits(np.int64(count)) == bits_of(set(range(count)))


@pytest.mark.parametrize("numbers", SETS, ids=str)
def test_list_bits_appends_one_move_a_number_in_ascending_order(numbers):
    out = np.full(70, -7, np.int64)
    n = list_bits(np.int64(3), bits_of(numbers), np.int64(41), out, np.int64(2))
    below = sorted(i for i in numbers if i < 41)
    assert n == 2 + len(below)
    assert list(out[:n]) == [-7, -7, *(make(3, i, NONE, NONE) for i in below)]


@pytest.mark.parametrize("numbers", SETS, ids=str)
def test_pick_bit_picks_each_number_below_the_count_equally_often(numbers):
    rng, allowed = stream(4), sorted(i for i in numbers if i < 50)
    picked = [int(pick_bit(bits_of(numbers), np.int64(50), rng)) for _ in range(200 * max(1, len(allowed)))]
    assert set(picked) == (set(allowed) or {int(NONE)})
    for i in allowed:
        assert 120 < picked.count(i) < 290


def test_first_free():
    assert first_free(np.array([4, NONE, NONE], np.int8)) == 1
    assert first_free(np.array([4, 0], np.int8)) == NONE


def test_seats():
    g = STATE.new()[0]
    g.seats, g.rulings = 3, 0b101
    assert [has_ruling(g, np.int64(i)) for i in range(3)] == [True, False, True]
    assert [seat_after(g, np.int64(i)) for i in range(3)] == [1, 2, 0]


@pytest.mark.parametrize(("points", "most"), [((1, 3, 2), 0b010), ((2, 1, 2), 0b101), ((-1, -1, -2), 0b011)])
def test_most_points(points, most):
    g = STATE.new()[0]
    g.seats, g.points[:3] = 3, points
    g.points[3] = 9
    assert most_points(g) == most


@pytest.mark.parametrize("winners", [0b001, 0b110, 0b111])
def test_share_win(winners):
    g = STATE.new()[0]
    g.seats = 3
    share_win(g, np.int64(winners))
    won = [s for s in range(3) if winners >> s & 1]
    assert (g.seat, g.winners) == (OVER, winners)
    assert [int(r) for r in g.result] == [WIN // len(won) if s in won else 0 for s in range(4)]


def test_picks_are_those_of_a_plain_choice_among_the_sorted_numbers():
    """The same number of the stream gives the same pick as an index into the sorted list."""
    from parlour.engine.chance import below

    for seed in range(50):
        numbers = set(random.Random(seed).sample(range(64), 1 + seed))
        wanted = sorted(numbers)[below(stream(seed), len(numbers))]
        assert pick_bit(bits_of(numbers), np.int64(64), stream(seed)) == wanted
