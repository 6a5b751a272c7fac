"""Sets of small numbers kept as the bits of one integer, for rules. All are inlined into whatever calls them."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.chance import below
from parlour.engine.jit import inlined
from parlour.engine.moves import NEXT_A, make
from parlour.engine.record import NONE

# How many numbers a set has room for; and the set of none and of 0 alone.
WORD = np.int64(64)
EMPTY, LOWEST = np.uint64(0), np.uint64(1)


@inlined
def has_bit(bits, i):
    """Whether i is in the set."""
    return (np.int64(bits) >> np.int64(i)) & 1 == 1


@inlined
def all_bits(count):
    """The set of all numbers below `count`, which is at most 64."""
    return np.int64(-1) if count >= WORD else ~(np.int64(-1) << np.int64(count))


@inlined
def count_bits(bits):
    """How many numbers are in the set."""
    left = np.uint64(np.int64(bits))
    count = np.int64(0)
    while left != EMPTY:
        left = without_lowest(left)
        count += 1
    return count


@inlined
def without_lowest(left):
    """An unsigned set without its lowest number; unsigned, because a signed one with only bit 63 would overflow."""
    return left & (left - LOWEST)


@inlined
def list_bits(kind, bits, count, out, n):
    """Append to the n moves in `out` one of a kind for each of the first `count` bits that is set; how many then.

    Every number is written, and only those in the set are counted: that is faster than to ask first. So `out` needs
    room for one move more than there are numbers in the set.
    """
    if bits != 0:
        move = make(kind, 0, NONE, NONE)
        for i in range(np.int64(count)):
            out[ix(n)] = move + i * NEXT_A
            n += (bits >> i) & 1
    return n


@inlined
def pick_bit(bits, count, rng):
    """One of the numbers below `count` that are in the set, each equally likely; NONE if there is none."""
    left = np.uint64(np.int64(bits) & all_bits(count))
    have = count_bits(left)
    if have == 0:
        return NONE
    for _ in range(below(rng, have)):
        left = without_lowest(left)
    lowest = np.int64(0)
    while (left >> np.uint64(lowest)) & LOWEST == EMPTY:
        lowest += 1
    return lowest


@inlined
def first_free(cells):
    """The place of the first empty cell of an array; NONE if all are taken."""
    for i in range(len(cells)):
        if cells[i] == NONE:
            return np.int64(i)
    return NONE
