"""Rows: the compiled part of `parlour.engine.encoding`: no game, only a table of what to do with which bytes."""

import numpy as np

from parlour.engine.jit import inlined, rule
from parlour.engine.record import HIDDEN

# What a step of encoding does with one cell, and the columns of its table of steps.
HOT, ROW, BITS, COUNT, SIGNED = range(5)
AT, SIZE, CODE, COLUMN, TABLE, MANY, WIDTH, HIDES = range(8)
MOST = 255


@inlined
def cell(raw, at, size):
    """A whole number of so many bytes, the least significant first."""
    value = np.int64(raw[at + size - 1])
    for i in range(size - 2, -1, -1):
        value = (value << 8) | (np.int64(raw[at + i]) & 255)
    return value


@inlined
def add(row, column, amount):
    row[column] = min(np.int64(row[column]) + amount, MOST)


@inlined
def encode(raw, steps, tables, row):
    """Write one record, given as signed bytes, as a row."""
    row[:] = 0
    for i in range(len(steps)):
        code, column, table = steps[i, CODE], steps[i, COLUMN], steps[i, TABLE]
        value = cell(raw, steps[i, AT], steps[i, SIZE])
        if value == HIDDEN and steps[i, HIDES] >= 0:
            add(row, steps[i, HIDES], 1)
        elif code == COUNT:
            add(row, column, max(value, 0))
        elif code == SIGNED:
            add(row, column + (value < 0), abs(value))
        elif code == BITS:
            for bit in range(steps[i, MANY]):
                if (value >> bit) & 1 and tables[table + bit] >= 0:
                    add(row, column + tables[table + bit], 1)
        elif 0 <= value < steps[i, MANY]:
            if code == HOT:
                if tables[table + value] >= 0:
                    add(row, column + tables[table + value], 1)
            else:
                for k in range(steps[i, WIDTH]):
                    add(row, column + k, tables[table + value * steps[i, WIDTH] + k])


@rule
def encode_batch(raw, seats, steps, tables, rows):
    """Write records as rows, each as its own seat looks on it; one with a seat below 0 becomes an empty row."""
    for i in range(len(raw)):
        if seats[i] >= 0:
            encode(raw[i], steps[seats[i]], tables, rows[i])
        else:
            rows[i, :] = 0
