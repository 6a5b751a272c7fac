"""What every bot needs: a stream that depends on nothing but what it knows, and the pick at the end."""

from typing import Any

import numpy as np

from parlour.bots.kernels.room import WORDS
from parlour.engine.chance import MIX1, S30, below, mixed, start_stream
from parlour.engine.jit import copied
from parlour.engine.record import OVER


def stand_in(*_: Any) -> Any:
    """Holds the place of a rule or kernel until the real one is put there."""


# Stand-ins for what a kernel gets when it is specialised.
step = random_move = stand_in

# Values closer than this are equal.
SAME = 1e-9


@copied
def hash_seen(room, seat):
    """A hash of the record in `room.seen` and of whose it is; four words at a time, since one waits for the last."""
    a = mixed(np.uint64(seat) + MIX1)
    b = c = d = a
    for i in range(0, len(room.words), WORDS):
        a = mix_word(a, room.words[i])
        b = mix_word(b, room.words[i + 1])
        c = mix_word(c, room.words[i + 2])
        d = mix_word(d, room.words[i + 3])
    return mixed(mix_word(mix_word(mix_word(a, b), c), d))


@copied
def mix_word(h, word):
    h = (h ^ word) * MIX1
    return h ^ (h >> S30)


def start_bot(room, key, seat):
    """Start the bot's stream: the same knowledge and key give the same choice, whatever was played before."""
    room.seen[0] = room.hidden[0]
    start_stream(room.rng, key, hash_seen(room, seat))


def pick_best(values, n, rng):
    """The place of the highest of n values; equal ones are equally likely."""
    best = values[0]
    for i in range(1, n):
        best = max(best, values[i])
    ties = 0
    for i in range(n):
        if values[i] >= best - SAME:
            ties += 1
    left = below(rng, ties)
    for i in range(n):
        if values[i] >= best - SAME:
            if left == 0:
                return i
            left -= 1
    return 0


def answer_for_others(e, g, seat, rng, answers):
    """While answers are collected, let other asked seats answer at random until it is this seat's turn."""
    while g.seat != OVER and g.asked != 0 and g.seat >= 0 and g.seat != seat:
        step(e, g, random_move(e, g, rng, answers))


KERNELS = (mix_word, hash_seen, start_bot, pick_best, answer_for_others)
