"""Encoding: a record as a row of small numbers, made from what its fields say of themselves.

Every cell of a record becomes columns: a number that names something is one-hot, a set has a column for each member, a
count is its own column. Seats, and whatever belongs to them, are numbered from the seat that looks on: my seat first.
Cards are told apart by their faces and not as physical things: two are of one face if the edition says the same of
them in every field that is numbered by cards. Where a face takes fewer columns by what the edition says of it, it is
written so. What lies in a pile is counted.

`Encoder(game, edition, seats)` makes rows of hidden records. With `all_knowing=True` it makes them of true States, for
critics and for values; such a row must never reach a player.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from parlour.engine.edition import Edition
from parlour.engine.game import Game
from parlour.engine.record import Field, Names
from parlour.engine.rows import BITS, COUNT, HOT, MOST, ROW, SIGNED, encode_batch

# The same for everybody at one table, or told only at its end.
LEFT_OUT = {"seats", "mode", "rulings", "news", "winners", "result"}
encode_all: Any = encode_batch
NAMING = {"card", "place", "choice", "phase", "seat"}


class Feature(NamedTuple):
    """One column: its name, the field that it comes from, and what that says of itself."""

    name: str
    field: str
    about: str


class Numbered(NamedTuple):
    """What each number becomes, -1 if this table has no such thing, and what the new ones are called."""

    places: list[int]
    labels: list[str]


@dataclass(frozen=True)
class Encoder:
    """Rows of numbers for one game with one edition and one number of seats."""

    game: Game
    edition: Edition
    seats: int
    all_knowing: bool = False

    @property
    def width(self) -> int:
        return len(self.features())

    def features(self) -> tuple[Feature, ...]:
        """Every column by name."""
        return self.plan.features

    @property
    def steps(self) -> np.ndarray:
        """What to do with every cell, a table for each seat that looks on."""
        return self.plan.steps

    @property
    def tables(self) -> np.ndarray:
        return self.plan.tables

    @cached_property
    def plan(self) -> "Plan":
        return Plan(self)

    def rows(self, hidden: np.ndarray, seats: np.ndarray | int) -> np.ndarray:
        """Records as rows of uint8: those of one seat, or a seat for each."""
        count = len(hidden)
        raw = np.ascontiguousarray(hidden).view(np.int8).reshape(count, self.game.state.dtype.itemsize)
        rows = np.empty((count, self.width), np.uint8)
        who = np.broadcast_to(np.asarray(seats, np.int64), (count,)).copy()
        encode_all(raw, who, self.steps, self.tables, rows)
        return rows


class Plan:
    """How the cells of a record become columns."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.found: list[Feature] = []
        self.table: list[int] = []
        steps = [self.steps_of(seat) for seat in range(encoder.seats)]
        self.features = tuple(self.found)
        self.steps = np.array(steps, np.int32)
        self.tables = np.array(self.table or [0], np.int32)

    def steps_of(self, me: int) -> list[list[int]]:
        """The steps for one seat; the first one also names the columns."""
        layout = self.encoder.game.state
        found: list[list[int]] = []
        column = 0
        for f in layout:
            if f.name in LEFT_OUT or (f.who == "nobody" and not self.encoder.all_knowing):
                continue
            assert f.of is not None
            assert layout.dtype.fields is not None
            column = self.add_field(f, f.of, layout.dtype.fields[f.name][1], column, me, found)
        return found

    def add_field(self, f: Field, of: Names, at: int, first: int, me: int, found: list[list[int]]) -> int:
        """The steps of one field, whose columns begin at `first`; the first column after them."""
        size = np.dtype(f.type).itemsize
        code, labels, many, table, width = self.values_of(f, of, me)
        hides = f.who in ("owner", "seen") and not self.encoder.all_knowing
        labels = [*labels, *(["hidden"] if hides else [])]
        axes = [self.numbered(axis, me) for axis in f.axes]
        shape = [len(axis.labels) for axis in axes]
        for i, index in enumerate(np.ndindex(f.shape)):
            places = [axis.places[k] for axis, k in zip(axes, index, strict=True)]
            if min(places, default=0) < 0:
                continue
            column = first + len(labels) * int(np.ravel_multi_index(places, shape) if places else 0)
            last = column + len(labels) - 1
            found.append([at + i * size, size, code, column, table, many, width, last if hides else -1])
        if me == 0:
            for index in np.ndindex(*shape):
                where = ", ".join(axis.labels[k] for axis, k in zip(axes, index, strict=True))
                whole = f"{f.name}[{where}]" if where else f.name
                self.found += [Feature(f"{whole} {label}".strip(), f.name, f.about) for label in labels]
        return first + len(labels) * int(np.prod(shape, dtype=np.int64))

    def values_of(self, f: Field, of: Names, me: int) -> tuple[int, list[str], int, int, int]:
        """What to do with a field's numbers, the columns that a cell has, and the table that it needs."""
        if f.kind == "count":
            return COUNT, [""], 0, 0, 0
        if f.kind == "number":
            return SIGNED, ["", "below 0"], 0, 0, 0
        numbered = self.numbered(of, me)
        table = len(self.table)
        if f.kind in NAMING and (rows := self.attributes(of)) is not None and rows.shape[1] < len(numbered.labels):
            self.table += rows.ravel().tolist()
            return ROW, [*self.attribute_labels(of)], len(rows), table, rows.shape[1]
        self.table += numbered.places
        return (BITS if f.kind == "bits" else HOT), numbered.labels, len(numbered.places), table, 0

    # What numbers become

    def numbered(self, names: Names, me: int) -> Numbered:
        """Numbers as one seat counts them, only those that this table has, and by face."""
        if names.parts:
            return self.put_together(names, me)
        used = self.used(names)
        if names.one == "seat":
            seats = min(self.encoder.seats, names.size)
            return Numbered(
                [(i - me) % seats if i < seats else -1 for i in range(names.size)],
                ["me", *(f"+{i}" for i in range(1, seats))],
            )
        if names.alike:
            return Numbered([0 if i < used else -1 for i in range(names.size)], [f"any {names.one}"])
        if faces := self.faces(names):
            places = [faces[i] if i < used else -1 for i in range(names.size)]
            firsts = [faces.index(face) for face in range(max(faces) + 1)]
            return Numbered(places, [self.label(names, i) for i in firsts])
        return Numbered(
            [i if i < used else -1 for i in range(names.size)], [f"{names.one} {i + 1}" for i in range(used)]
        )

    def put_together(self, names: Names, me: int) -> Numbered:
        places: list[int] = []
        labels: list[str] = []
        for part in names.parts:
            factors = [self.numbered(factor, me) for factor in part]
            shape = [len(factor.labels) for factor in factors]
            for index in np.ndindex(*(factor.size for factor in part)):
                inside = [factor.places[k] for factor, k in zip(factors, index, strict=True)]
                missing = min(inside) < 0
                places.append(-1 if missing else len(labels) + int(np.ravel_multi_index(inside, shape)))
            labels += [
                " ".join(factor.labels[k] for factor, k in zip(factors, index, strict=True))
                for index in np.ndindex(*shape)
            ]
        return Numbered(places, labels)

    def used(self, names: Names) -> int:
        """How many of them the edition has."""
        if not names.used:
            return names.size
        return min(names.size, int(self.encoder.edition.record[names.used][0]))

    # What the edition says of what numbers name

    def said(self, names: Names) -> list[Field]:
        """The fields of the edition that are numbered by these."""
        layout = self.encoder.game.part("edition").EDITION
        return [f for f in layout if f.axes and f.axes[0].one == names.one]

    def faces(self, names: Names) -> list[int]:
        """The face of everything by its number; none where the edition says nothing of it."""
        record, fields = self.encoder.edition.record, self.said(names)
        if not fields:
            return []
        keys = [b"".join(record[f.name][0][i].tobytes() for f in fields) for i in range(self.used(names))]
        order = {key: i for i, key in enumerate(dict.fromkeys(keys))}
        return [order[key] for key in keys]

    def label(self, names: Names, number: int) -> str:
        content: Any = self.encoder.edition.content
        faces = getattr(content, "faces", None) if names.one == "card" else None
        return str(faces[number].id) if faces and number < len(faces) else f"{names.one} {number + 1}"

    def attributes(self, names: Names) -> np.ndarray | None:
        """What the edition says of each, as a row that begins with 1; None where it says nothing."""
        columns = self.attribute_columns(names)
        return np.array([values for _, values in columns]).T if len(columns) > 1 else None

    def attribute_labels(self, names: Names) -> list[str]:
        return [label for label, _ in self.attribute_columns(names)]

    def attribute_columns(self, names: Names) -> list[tuple[str, np.ndarray]]:
        used = self.used(names)
        found = [(names.one, np.ones(used, np.int64))]
        for f in self.said(names):
            cells = self.encoder.edition.record[f.name][0][:used].reshape(used, -1).astype(np.int64)
            for k in range(cells.shape[1]):
                name = f.name if cells.shape[1] == 1 else f"{f.name} {k + 1}"
                found += [(f"{names.one} {label}", values) for label, values in spelled(f, name, cells[:, k])]
        # What is said of all alike tells nothing.
        return [found[0], *(one for one in found[1:] if one[1].min() != one[1].max())]


def spelled(f: Field, name: str, values: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """One attribute of everything as columns."""
    if f.kind == "bits":
        return [(f"{name} {bit + 1}", (values >> bit) & 1) for bit in range(8 * np.dtype(f.type).itemsize)]
    if f.kind in NAMING:
        return [(f"{name} {v + 1}", (values == v).astype(np.int64)) for v in np.unique(values) if v >= 0]
    return [(name, np.clip(values, 0, MOST))]
