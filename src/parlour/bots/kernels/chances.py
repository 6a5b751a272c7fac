"""The compiled part of `parlour.bots.value`: no game, only bytes, steps of the encoding and fitted numbers."""

import numpy as np

from parlour.engine.jit import rule
from parlour.engine.rows import encode


@rule
def score(raw, steps, tables, most, weights, starts, gains, row, sums):
    """The score of one seat, whose steps these are, from a State's bytes."""
    encode(raw, steps, tables, row)
    sums[:] = starts
    for c in range(len(row)):
        if row[c] != 0:
            part = np.float64(row[c]) / np.float64(most[c])
            for k in range(len(sums)):
                sums[k] += part * np.float64(weights[c, k])
    found = sums[0]
    for k in range(1, len(sums)):
        if sums[k] > 0.0:
            found += sums[k] * gains[k]
    return found


@rule
def chances_of(raw, over, results, steps, tables, most, weights, starts, gains, shared, out):
    """Write the chances of every seat: a row a State, whose bytes are a row of `raw`."""
    seats = out.shape[1]
    row = np.zeros(len(most), np.uint8)
    sums = np.zeros(len(starts))
    for i in range(len(raw)):
        if over[i]:
            out[i] = results[i]
            continue
        for s in range(seats):
            out[i, s] = score(raw[i], steps[s], tables, most, weights, starts, gains, row, sums)
        if shared:
            out[i] = np.exp(out[i] - out[i].max())
            out[i] /= out[i].sum()
        else:
            out[i] = 1.0 / (1.0 + np.exp(-out[i]))
