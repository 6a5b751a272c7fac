"""Plain values: a record, a move and the constants of the engine as Python's own numbers and lists.

Reading one attribute of an `np.record` takes longer than converting its field. So views and words get a Plain: the same
fields, with ints and nested lists (`g.hand[seat][slot]`). It is a copy: writing to it changes no game. Rules are
compiled for the record itself, which is `g.record`.
"""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from parlour.engine import record

NONE, HIDDEN = int(record.NONE), int(record.HIDDEN)
CHANCE, OVER, PUBLIC = int(record.CHANCE), int(record.OVER), int(record.PUBLIC)


class Plain:
    """The fields of one record, in an array of one, as Python values; each is converted when it is first read."""

    def __init__(self, array: np.ndarray) -> None:
        fields_of(array.dtype)
        self.array = array

    def __getattr__(self, name: str) -> Any:
        """A field that was not read before; Python asks here for nothing else."""
        try:
            value = self.__dict__["array"][name].tolist()[0]
        except (KeyError, ValueError):
            raise AttributeError(f"the record has no field {name!r}") from None
        self.__dict__[name] = value
        return value

    def whole(self) -> "Plain":
        """This, with all fields converted at once: faster for whoever reads most of them."""
        names, shaped = fields_of(self.array.dtype)
        values: list[Any] = list(self.array.item())
        for i in shaped:
            values[i] = values[i].tolist()
        self.__dict__.update(zip(names, values, strict=True))
        return self

    @property
    def record(self) -> Any:
        """The record itself, for compiled rules."""
        return self.array[0]

    def with_seat(self, seat: int) -> "Plain":
        """The same, with another seat that decides."""
        array = self.array.copy()
        array["seat"] = seat
        return Plain(array)


@cache
def fields_of(dtype: np.dtype) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names of a record's fields, and which of them have a shape. Records inside records are refused."""
    assert dtype.names is not None
    nested = [n for n in dtype.names if dtype[n].base.names]
    if nested:
        raise TypeError(f"a record inside a record cannot be made plain: {', '.join(nested)}")
    return dtype.names, tuple(i for i, n in enumerate(dtype.names) if dtype[n].shape)


@lru_cache(10_000)
def bits(mask: int, count: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, of the first `count`."""
    return tuple(i for i in range(count) if mask >> i & 1)


def kind_of(m: int) -> int:
    """Which kind of move this is."""
    return int(m) >> 24


def a_of(m: int) -> int:
    """The first argument of a move, or NONE."""
    return (int(m) >> 16 & 255) - 1


def b_of(m: int) -> int:
    """The second argument of a move, or NONE."""
    return (int(m) >> 8 & 255) - 1


def c_of(m: int) -> int:
    """The third argument of a move, or NONE."""
    return (int(m) & 255) - 1


def has_ruling(g: Plain, ruling: Any) -> bool:
    """Whether a ruling is switched on at this table."""
    return bool(g.rulings >> int(ruling) & 1)
