"""What draws positions of a game while it is played (`parlour.lab.positions`)."""

import numpy as np

from parlour.engine.chance import mixed


def note_step(e, states, m, working, books, row):
    """Draw positions as they come: each of those that were met has the same chance to be among the drawn."""
    row.met += 1
    books[0].steps += 1
    place = row.met - 1
    if row.met > len(row.drawn):
        place = np.int64(mixed(np.uint64(books[0].steps)) % np.uint64(row.met))
    if place < len(row.drawn):
        row.drawn[place] = states[0]
