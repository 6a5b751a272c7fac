"""Records: the fixed-size memory of a game, and the header that all games share.

A State is one packed NumPy record. Copying, comparing and hashing it are operations on its bytes. Every
field says in data who may know it and what it means; docs and observations are made from that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from parlour.engine.about import MAX_SEATS

SEATS = MAX_SEATS

# What `seat` holds when no player decides, and the seat number of a spectator.
CHANCE, OVER, PUBLIC = np.int64(-1), np.int64(-2), np.int64(-3)

# An empty cell; and, in a hidden record alone, a cell whose content this seat does not know.
NONE, HIDDEN = np.int64(-1), np.int64(-2)

# What a rule that is asked of a hidden record answers if that depends on what the seat does not know.
UNKNOWN = np.int64(-(1 << 62))

# What a win is worth in `result`: it divides evenly among two, three or four who tie.
WIN = np.int64(12)

WHO = {
    "all": "everybody knows it",
    "owner": "only the seat of its row knows it",
    "seen": "the seats that have seen it know it",
    "nobody": "no seat knows it",
}


@dataclass(frozen=True)
class Names:
    """What the numbers from 0 on name, or what they count: observations are made from it.

    `size` is how many there is room for, or 0 for a mere count. `used` is the field of the edition that says how many
    of them it has. `parts` says how numbers are put together, such as seat * HAND + slot and, after those, the
    places of the table. Of what is `alike`, no observation says which is which.
    """

    one: str
    size: int = 0
    used: str = ""
    parts: tuple[tuple["Names", ...], ...] = ()
    alike: bool = False

    def __post_init__(self) -> None:
        if self.parts and self.size != sum(prod(factor.size for factor in part) for part in self.parts):
            raise ValueError(f"{self.one}: its parts are not {self.size} together")


SEAT, TURN, POINT = Names("seat", SEATS), Names("turn"), Names("point")


@dataclass(frozen=True)
class Field:
    """One field of a record: its place in memory, who may know it, and what it means.

    `of` says what its numbers name or count, and `axes` what each of its axes is numbered by.
    """

    name: str
    type: Any
    shape: tuple[int, ...]
    who: str
    kind: str
    about: str
    of: Names | None = None
    axes: tuple[Names, ...] = ()

    @property
    def is_described(self) -> bool:
        """Whether it says all that an observation needs; a record inside a record has fields that do."""
        return isinstance(self.type, Record) or (self.of is not None and len(self.axes) == len(self.shape))


@dataclass(frozen=True)
class Record:
    """A record's fields and the NumPy type that they make."""

    fields: tuple[Field, ...]
    dtype: np.dtype

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def new(self, count: int = 1) -> np.ndarray:
        """An array of records, all zero."""
        # NumPy's own `zeros` takes five times as long for a record with many fields.
        return np.frombuffer(bytearray(count * self.dtype.itemsize), self.dtype)


def copied(g: np.ndarray) -> np.ndarray:
    """A copy of some records, as bytes: NumPy copies a record field by field, and that takes longer than a move."""
    return np.frombuffer(bytearray(g.tobytes()), g.dtype)


def field(
    name: str, type: Any, shape: tuple[int, ...], who: str, kind: str, about: str, of: Names | None = None, *axes: Names
) -> Field:
    """Describe one field; `type` is a NumPy code such as "i1", or another Record.

    `who` is a key of WHO. `kind` says what the numbers are (card, count, bits, seat, place, choice,
    number, phase), so that an observation can be made of them. Fields that say who acts or what is being asked
    are of kind "seat" or "phase": conformance holds exactly these to what everybody can see.
    """
    if who not in WHO:
        raise ValueError(f"{name}: who may know it is one of {', '.join(WHO)}, not {who!r}")
    if axes and tuple(axis.size for axis in axes) != shape:
        raise ValueError(f"{name}: its axes are {shape}, not {tuple(axis.size for axis in axes)}")
    return Field(name, type, shape, who, kind, about, of, axes)


def record(*fields: Field) -> Record:
    """Make a packed record; refuses names that NumPy's own record class already uses."""
    for f in fields:
        if hasattr(np.record, f.name):
            raise ValueError(f"{f.name!r} is a name of np.record and would be silently wrong interpreted")
    layout = [(f.name, f.type.dtype if isinstance(f.type, Record) else f.type, f.shape) for f in fields]
    return Record(fields, np.dtype((np.record, layout)))


HEADER = (
    field("seat", "i1", (), "all", "seat", "who decides: a seat, CHANCE or OVER", SEAT),
    field("seats", "i1", (), "all", "count", "how many seats play", SEAT),
    field("mode", "i1", (), "all", "choice", "the mode of play, by its place in the game's list", Names("mode")),
    field("rulings", "i2", (), "all", "bits", "bit i: the game's ruling i is on", Names("ruling", 16)),
    field("first", "i1", (), "all", "seat", "the seat that starts; NONE until it is drawn", SEAT),
    field("ply", "i2", (), "all", "count", "how many moves were played, chance included", Names("move")),
    field("points", "i2", (SEATS,), "all", "number", "what everybody can count; the score at OVER", POINT, SEAT),
    field("winners", "i1", (), "all", "bits", "bit s: seat s has won", SEAT),
    field("result", "i1", (SEATS,), "all", "number", "at OVER: 12 for a win, shared in a tie; else 0", POINT, SEAT),
    field("asked", "i1", (), "all", "bits", "seats whose simultaneous answers are being collected", SEAT),
    field("news", "i2", (), "all", "count", "grows when chance plays or anybody learns something", Names("news")),
)
HEADER_NAMES = tuple(f.name for f in HEADER)
