"""Records from bytes and layout: the second reader of them, for where there is no NumPy. It goes by its name there.

It reads and writes cells as NumPy does, at the same places of the same bytes, and leaves out whatever the engine does
not do outside compiled code: there is no arithmetic of arrays.
"""

import ctypes
import itertools
import struct
from collections.abc import Iterator
from functools import cached_property
from math import prod as product
from types import SimpleNamespace
from typing import Any

__version__ = "records"
inf = float("inf")
ALL = (1 << 64) - 1


class generic:
    """What NumPy's own numbers are; there are none here, numbers are Python's."""


class integer(generic):
    """See `generic`."""


class int64(int):
    __slots__ = ()


class int8(int):
    __slots__ = ()


class uint8(int):
    __slots__ = ()


class float64(float):
    __slots__ = ()


class uint64(int):
    """64 bits that wrap around, for streams of chance."""

    __slots__ = ()

    def __new__(cls, value: Any) -> "uint64":
        return int.__new__(cls, int(value) & ALL)

    def __add__(self, other: Any) -> "uint64":
        return uint64(int(self) + int(other))

    def __sub__(self, other: Any) -> "uint64":
        return uint64(int(self) - int(other))

    def __mul__(self, other: Any) -> "uint64":
        return uint64(int(self) * int(other))

    def __xor__(self, other: Any) -> "uint64":
        return uint64(int(self) ^ int(other))

    def __or__(self, other: Any) -> "uint64":
        return uint64(int(self) | int(other))

    def __and__(self, other: Any) -> "uint64":
        return uint64(int(self) & int(other))

    def __lshift__(self, other: Any) -> "uint64":
        return uint64(int(self) << int(other))

    def __rshift__(self, other: Any) -> "uint64":
        return uint64(int(self) >> int(other))


# The letters of `struct` and `memoryview` for each type, by NumPy's code.
CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}
WRITTEN_AS = {letter: code for code, letter in CODES.items()}
NAMED: dict[Any, str] = {int64: "i8", uint64: "u8", int8: "i1", uint8: "u1", float64: "f8", int: "i8", float: "f8"}


class dtype:
    """What a cell holds: a number, several of them side by side, or fields."""

    def __new__(cls, spec: Any) -> "dtype":
        return spec if isinstance(spec, dtype) else object.__new__(cls)

    def __init__(self, spec: Any) -> None:
        if spec is self:
            return
        self.code = ""
        self.shape: tuple[int, ...] = ()
        self.names: tuple[str, ...] | None = None
        self.fields: dict[str, tuple[dtype, int]] = {}
        self.base: dtype = self
        if isinstance(spec, tuple) and spec[0] is record:
            spec = spec[1]
        if isinstance(spec, tuple):
            self.repeat(dtype(spec[0]), spec[1])
        elif isinstance(spec, dict):
            rows = zip(spec["names"], map(dtype, spec["formats"]), spec["offsets"], strict=True)
            self.arrange({name: (kind, at) for name, kind, at in rows}, spec["itemsize"])
        elif isinstance(spec, list):
            self.arrange(*side_by_side(spec))
        else:
            self.code = CODES[NAMED.get(spec) or spec.lstrip("<|=")]
            self.itemsize = struct.calcsize("<" + self.code)
            self.reader = struct.Struct("<" + self.code)

    def repeat(self, base: "dtype", shape: Any) -> None:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        if not shape:
            vars(self).update(vars(base), base=self)
            return
        self.base, self.shape = base, shape
        self.itemsize = base.itemsize * product(shape)

    def arrange(self, fields: dict[str, tuple["dtype", int]], size: int) -> None:
        self.fields, self.names, self.itemsize = fields, tuple(fields), size

    def __getitem__(self, name: str) -> "dtype":
        return self.fields[name][0]

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, dtype) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def descr(self) -> list[Any]:
        """The layout as NumPy writes it; saves name a layout by its hash."""
        return [described(name, kind) for name, (kind, _) in self.fields.items()]

    @cached_property
    def key(self) -> Any:
        if self.fields:
            return tuple((name, kind.key, at) for name, (kind, at) in self.fields.items()), self.itemsize
        return self.code or (self.base.key, self.shape)


def described(name: str, kind: dtype) -> tuple[Any, ...]:
    base = kind.base
    short = base.descr if base.fields else ("|" if base.itemsize == 1 else "<") + WRITTEN_AS[base.code]
    return (name, short, kind.shape) if kind.shape else (name, short)


def side_by_side(spec: list[Any]) -> tuple[dict[str, tuple[dtype, int]], int]:
    """Fields without gaps, and how many bytes they take."""
    fields, at = {}, 0
    for name, kind, *shape in spec:
        made = dtype((kind, shape[0])) if shape else dtype(kind)
        fields[name] = (made, at)
        at += made.itemsize
    return fields, at


def steps(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """How many bytes lie between neighbours of each dimension."""
    found = []
    for count in reversed(shape):
        found.append(size)
        size *= count
    return tuple(reversed(found))


class ndarray:
    """Cells of one type in a buffer, which several arrays may share."""

    __slots__ = ("__weakref__", "at", "buffer", "dtype", "flags", "shape", "strides")

    def __init__(self, buffer: Any, at: int, kind: dtype, shape: tuple[int, ...], strides: Any = None) -> None:
        self.buffer, self.at, self.dtype, self.shape = buffer, at, kind, shape
        self.strides = steps(shape, kind.itemsize) if strides is None else strides
        self.flags = SimpleNamespace(writeable=True)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self.shape[0]))

    @property
    def size(self) -> int:
        return product(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def whole(self) -> bool:
        """Whether the cells lie side by side."""
        return self.strides == steps(self.shape, self.dtype.itemsize) or self.size == 0

    @property
    def address(self) -> int:
        """Where the cells lie in this process."""
        return ctypes.addressof(ctypes.c_char.from_buffer(self.buffer, self.at))

    def tobytes(self) -> bytes:
        if self.whole:
            return bytes(memoryview(self.buffer)[self.at : self.at + self.nbytes])
        return b"".join(one.tobytes() for one in self)

    def copy(self) -> "ndarray":
        return ndarray(bytearray(self.tobytes()), 0, self.dtype, self.shape)

    def view(self, kind: Any) -> "ndarray":
        kind = dtype(kind)
        return ndarray(self.buffer, self.at, kind, (self.nbytes // kind.itemsize,))

    def reshape(self, *shape: int) -> "ndarray":
        known = product(n for n in shape if n >= 0)
        whole = tuple(self.size // known if n < 0 else n for n in shape)
        return ndarray(self.buffer, self.at, self.dtype, whole)

    def tolist(self) -> Any:
        if not self.shape:
            return self.cell(self.at)
        if self.dtype.code and self.whole and self.size:
            part: Any = memoryview(self.buffer)[self.at : self.at + self.nbytes]
            return part.cast("B").cast(self.dtype.code, list(self.shape)).tolist()
        if len(self.shape) > 1:
            return [row.tolist() for row in self]
        return [cell.item() if isinstance(cell, record) else plain(cell) for cell in self]

    def item(self) -> Any:
        """The one cell."""
        found = self.cell(self.at)
        return found.item() if isinstance(found, record) else plain(found)

    def cell(self, at: int) -> Any:
        kind = self.dtype
        if kind.fields:
            return record(self.buffer, at, kind)
        value = kind.reader.unpack_from(self.buffer, at)[0]
        return uint64(value) if kind.code == "Q" else value

    def found(self, index: Any) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Where an index leads: the first byte, and the shape and steps of what is there."""
        at, shape, strides = self.at, [], []
        parts = index if isinstance(index, tuple) else (index,)
        for part, count, step in zip(parts, self.shape, self.strides, strict=False):
            if isinstance(part, slice):
                first, last, by = part.indices(count)
                at += first * step
                shape.append(len(range(first, last, by)))
                strides.append(by * step)
            else:
                i = int(part)
                if not -count <= i < count:
                    raise IndexError(f"index {i} is out of {count}")
                at += (i + count if i < 0 else i) * step
        if len(parts) > len(self.shape):
            raise IndexError(f"{len(parts)} indices of an array with {len(self.shape)}")
        return at, (*shape, *self.shape[len(parts) :]), (*strides, *self.strides[len(parts) :])

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, str):
            kind, at = self.dtype.fields[index]
            inner = steps(kind.shape, kind.base.itemsize)
            return ndarray(self.buffer, self.at + at, kind.base, self.shape + kind.shape, self.strides + inner)
        at, shape, strides = self.found(index)
        return ndarray(self.buffer, at, self.dtype, shape, strides) if shape else self.cell(at)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, str):
            self[index][:] = value
            return
        at, shape, strides = self.found(index)
        write(self.buffer, at, self.dtype, shape, strides, value)

    def sum(self) -> Any:
        return sum(flat(self))

    def any(self) -> bool:
        return any(flat(self))

    def all(self) -> bool:
        return all(flat(self))


def plain(value: Any) -> Any:
    return int(value) if isinstance(value, int) else value


def flat(array: ndarray) -> Iterator[Any]:
    return (cell for row in array for cell in (flat(row) if isinstance(row, ndarray) else (row,)))


def write(buffer: Any, at: int, kind: dtype, shape: tuple[int, ...], strides: tuple[int, ...], value: Any) -> None:
    """Write a number into every cell, or a list into the cells of a row."""
    if shape:
        several = hasattr(value, "__len__") and not isinstance(value, record)
        if several and len(value) != shape[0] and len(value) != 1:
            raise ValueError(f"{len(value)} values for {shape[0]} cells")
        for i in range(shape[0]):
            one = value[i if len(value) > 1 else 0] if several else value
            write(buffer, at + i * strides[0], kind, shape[1:], strides[1:], one)
    elif kind.fields:
        buffer[at : at + kind.itemsize] = value.tobytes()
    else:
        kind.reader.pack_into(buffer, at, value if kind.code in "df" else int(value))


class record:
    """One record, by the names of its fields."""

    __slots__ = ("_at", "_buffer", "_kind")

    def __init__(self, buffer: Any, at: int, kind: dtype) -> None:
        object.__setattr__(self, "_buffer", buffer)
        object.__setattr__(self, "_at", at)
        object.__setattr__(self, "_kind", kind)

    def field(self, name: str) -> tuple[dtype, int]:
        try:
            kind, at = self._kind.fields[name]
        except KeyError:
            raise AttributeError(f"the record has no field {name!r}") from None
        return kind, self._at + at

    def __getattr__(self, name: str) -> Any:
        kind, at = record.field(self, name)
        if kind.shape:
            return ndarray(self._buffer, at, kind.base, kind.shape)
        if kind.fields:
            return record(self._buffer, at, kind)
        value = kind.reader.unpack_from(self._buffer, at)[0]
        return uint64(value) if kind.code == "Q" else value

    def __setattr__(self, name: str, value: Any) -> None:
        kind, at = record.field(self, name)
        write(self._buffer, at, kind.base, kind.shape, steps(kind.shape, kind.base.itemsize), value)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)

    def tobytes(self) -> bytes:
        return bytes(memoryview(self._buffer)[self._at : self._at + self._kind.itemsize])

    def item(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._kind.names or ())


def frombuffer(buffer: Any, kind: Any, count: int = -1) -> ndarray:
    kind = dtype(kind)
    whole, rest = divmod(len(buffer), kind.itemsize)
    if rest and count < 0:
        raise ValueError("buffer size must be a multiple of element size")
    if count > whole:
        raise ValueError("buffer is smaller than requested size")
    return ndarray(buffer, 0, kind, (whole if count < 0 else count,))


def zeros(shape: Any, kind: Any = float64) -> ndarray:
    kind, shape = dtype(kind), (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray(bytearray(kind.itemsize * product(shape)), 0, kind, shape)


empty = zeros


def array(values: Any, kind: Any = int64) -> ndarray:
    """Numbers, or records from tuples."""
    made = zeros(len(values), kind)
    for i, value in enumerate(values):
        if made.dtype.fields:
            for name, one in zip(made.dtype.names or (), value, strict=True):
                setattr(made[i], name, one)
        else:
            made[i] = value
    return made


def concatenate(arrays: Any) -> ndarray:
    return frombuffer(bytearray(b"".join(one.tobytes() for one in arrays)), arrays[0].dtype)


def prod(values: Any, dtype: Any = None) -> int:
    return product(values)


def ndindex(*shape: int) -> Iterator[tuple[int, ...]]:
    return itertools.product(*map(range, shape))


def cumprod(rows: Any, axis: int = 1) -> list[list[float]]:
    """The products so far, row by row."""
    return [list(itertools.accumulate(row, lambda a, b: a * b)) for row in rows]
