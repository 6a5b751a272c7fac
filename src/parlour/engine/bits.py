"""Sets of small numbers kept as the bits of one integer, for rules. All are inlined into whatever calls them."""

import numpy as np
from numpy import uint64 as ix  # unsigned, so that Numba skips the check for negative indices

from parlour.engine.chance import below
from parlour.engine.jit import inlined, rule
from parlour.engine.moves import NEXT_A, make
from parlour.engine.record import NONE

# How many numbers a set has room for; and the set of none and of 0 alone.
WORD = np.int64(64)
EMPTY, LOWEST = np.uint64(0), np.uint64(1)
WORD_SHIFT = np.uint64(6)


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
    left = np.int64(bits)
    if left != 0:
        move = make(kind, 0, NONE, NONE)
        for _ in range(np.int64(count)):
            out[ix(n)] = move
            move += NEXT_A
            n += left & 1
            left >>= 1
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


# Sets that need several words: number i is bit i % WORD of word i // WORD.


@inlined
def fill_words(words, count):
    """Make it the set of all numbers below `count`."""
    for word in range(len(words)):
        words[word] = all_bits(max(np.int64(0), np.int64(count) - word * WORD))


@inlined
def flip_in_words(words, i):
    """Put a number into the set, or take it out."""
    words[ix(i) >> WORD_SHIFT] ^= np.int64(1) << (np.int64(i) & (WORD - 1))


@inlined
def list_words(kind, words, count, out, n):
    """`list_bits` for a set of several words."""
    n = list_bits(kind, words[0], min(np.int64(count), WORD), out, n)
    for word in range(1, len(words)):
        if count > word * WORD:
            n = list_word(kind, words, word, min(np.int64(count) - word * WORD, WORD), out, n)
    return n


@rule
def list_word(kind, words, word, count, out, n):
    """The part of `list_words` for the numbers of one word; few sets need it, so it is not inlined."""
    for i in range(count):
        out[ix(n)] = make(kind, word * WORD + i, NONE, NONE)
        n += (words[word] >> i) & 1
    return n


@inlined
def first_free(cells):
    """The place of the first empty cell of an array; NONE if all are taken."""
    for i in range(len(cells)):
        if cells[i] == NONE:
            return np.int64(i)
    return NONE
