"""Sets of small numbers kept as the bits of one integer, for rules. All are inlined into whatever calls them."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.chance import below
from parlour.engine.jit import inlined
from parlour.engine.moves import make
from parlour.engine.record import NONE


@inlined
def has_bit(bits, i):
    """Whether i is in the set."""
    return (np.int64(bits) >> np.int64(i)) & 1 == 1


@inlined
def count_bits(bits):
    """How many numbers are in the set."""
    left = np.int64(bits)
    count = np.int64(0)
    while left != 0:
        left &= left - 1
        count += 1
    return count


@inlined
def list_bits(kind, bits, count, out, n):
    """Append to the n moves in `out` one of a kind for each of the first `count` bits that is set; how many then."""
    if bits != 0:
        for i in range(np.int64(count)):
            out[ix(n)] = make(kind, i, NONE, NONE)
            n += (bits >> i) & 1
    return n


@inlined
def pick_bit(bits, count, rng):
    """One of the numbers below `count` that are in the set, each equally likely; NONE if there is none."""
    have = np.int64(0)
    for i in range(np.int64(count)):
        have += (bits >> i) & 1
    if have == 0:
        return NONE
    skip = below(rng, have)
    for i in range(np.int64(count)):
        if (bits >> i) & 1:
            if skip == 0:
                return np.int64(i)
            skip -= 1
    return NONE


@inlined
def first_free(cells):
    """The place of the first empty cell of an array; NONE if all are taken."""
    for i in range(len(cells)):
        if cells[i] == NONE:
            return np.int64(i)
    return NONE
