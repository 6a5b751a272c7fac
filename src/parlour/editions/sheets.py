"""An edition as sheets: a file a table, such as cards.csv, and settings.csv for all that is in no table.

Maps and lists of lists have files of their own, with a cell for each mark. Where every value stood is kept, so that a
fault can be told by file, row and column.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

from parlour.editions.cells import from_cell, is_list, number, to_cell, unguarded
from parlour.editions.shapes import kind_at, shape_of, steps, tables_of
from parlour.engine.bounded import read_bounded
from parlour.engine.faults import Bare, bare, fields_of, is_table, nearest

SETTINGS = "settings"
MAX_SHEET_BYTES = 1_000_000
# Excel takes a file for UTF-8 only with this mark.
ENCODING = "utf-8-sig"
DELIMITERS = ",;\t"
FIRST = ("id", "name")


class Place(NamedTuple):
    """A cell of a sheet: rows and columns count from 1, as a spreadsheet program shows them; 0 for all of them."""

    file: str
    row: int = 0
    column: int = 0
    name: str = ""

    def __str__(self) -> str:
        if not self.row:
            return self.file
        if not self.column:
            return f"{self.file}, row {self.row}"
        return f"{self.file}, row {self.row}, column {self.name} ({letters(self.column)}{self.row})"


def letters(column: int) -> str:
    """A column as spreadsheet programs call it: A to Z, then AA."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


class SheetFault(NamedTuple):
    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}."


@dataclass
class Sheets:
    """What sheets say: the fields of an edition, where each of them stands, and what cannot be read."""

    data: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    # The columns of each table that is there.
    columns: dict[str, set[str]] = field(default_factory=dict)
    faults: list[SheetFault] = field(default_factory=list)
    remarks: list[SheetFault] = field(default_factory=list)

    def place_of(self, path: str) -> Place:
        """Where a path stands, or the nearest thing round it."""
        whole = path
        while path and path not in self.places:
            path = re.sub(r"(\.[^.\[\]]+|\[\d+\]|^[^.\[\]]+)$", "", path)
        found = self.places.get(path)
        if found is None:
            return Place(f"{SETTINGS}.csv")
        # A field that is missing has a row and no cell.
        missing = whole.removeprefix(path).lstrip(".")
        return found if path == whole or found.column else found._replace(name=missing)


# Writing


def is_grid(is_a: Bare) -> bool:
    """Whether a field is a map or a list of lists, and so has a file of its own."""
    if not is_list(is_a) or get_origin(is_a.kind) is tuple:
        return False
    item = bare(get_args(is_a.kind)[0])
    return is_list(item) or (item.kind is str and item.said("pattern") is None)


def write_sheets(game: str, data: dict[str, Any], folder: Path) -> list[Path]:
    """Write an edition's data as sheets into a folder; which files these are."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, rows in sheets_of(game, data):
        text = io.StringIO()
        csv.writer(text, lineterminator="\r\n").writerows(rows)
        path = folder / f"{name}.csv"
        path.write_bytes(text.getvalue().encode(ENCODING))
        written.append(path)
    return written


def sheets_of(game: str, data: dict[str, Any]) -> Iterator[tuple[str, list[list[str]]]]:
    """Each sheet's name and rows."""
    settings, grids = [["field", "value"]], []
    for path, value in settings_in({"game": game, **data}, game):
        is_a = kind_at(shape_of(game), path)
        if is_a is not None and is_grid(is_a):
            grids.append((path, grid_rows(value)))
        else:
            settings.append([path, to_cell(value)])
    yield SETTINGS, settings
    for table, kind in tables_of(game).items():
        members = data.get(table, [])
        columns = list(columns_of(kind, members))
        yield table, [columns, *([to_cell(at(one, column)) for column in columns] for one in members)]
    yield from grids


def settings_in(data: dict[str, Any], game: str) -> Iterator[tuple[str, Any]]:
    """The fields of an edition that are in no table, by their paths."""
    for name in fields_of(shape_of(game)):
        value = data.get(name)
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", what) for inner, what in value.items())
        elif name in data and name not in tables_of(game):
            yield name, value


def grid_rows(items: list[Any]) -> list[list[str]]:
    rows = [item.split() if isinstance(item, str) else item for item in items]
    width = max(map(len, rows), default=1)
    return [[str(i + 1) for i in range(width)], *([to_cell(cell) for cell in row] for row in rows)]


def columns_of(kind: Any, members: list[Any], before: str = "") -> Iterator[str]:
    """The columns of a table: its fields, and `quirk.name` or `schedule.1.building` for fields of tables within it."""
    # What a row is, stands first.
    fields = sorted(fields_of(kind).items(), key=lambda item: FIRST.index(item[0]) if item[0] in FIRST else len(FIRST))
    for name, info in fields:
        is_a = bare(info.type)
        inside = [one[name] for one in members if isinstance(one.get(name), dict | list)]
        if is_table(is_a.kind):
            yield from columns_of(is_a.kind, inside, f"{before}{name}.")
        elif is_list(is_a) and is_table(bare(get_args(is_a.kind)[0]).kind):
            for i in range(max(map(len, inside), default=0)):
                there = [one[i] for one in inside if i < len(one)]
                yield from columns_of(bare(get_args(is_a.kind)[0]).kind, there, f"{before}{name}.{i + 1}.")
        else:
            yield f"{before}{name}"


def at(member: Any, column: str) -> Any:
    """What a member of a table has in a column."""
    for step in column.split("."):
        try:
            member = member[int(step) - 1] if step.isdigit() else member[step]
        except (KeyError, IndexError):
            return None
    return member


# Reading


def read_sheets(game: str, folder: Path) -> Sheets:
    """What the sheets of a folder say; a table without a file is left out."""
    found = Sheets()
    for path in sheet_files(folder):
        rows = rows_of(path, found)
        is_a = kind_at(shape_of(game), path.stem)
        if path.stem == SETTINGS:
            read_settings(game, path.name, rows, found)
        elif path.stem in tables_of(game):
            read_table(game, path, rows, found)
        elif is_a is not None and is_grid(is_a):
            read_grid(is_a, path, rows, found)
        else:
            known = nearest(path.stem, [SETTINGS, *tables_of(game)])
            found.remarks.append(SheetFault(Place(path.name), f"no table of {game} is called so{known}; not read"))
    return found


def sheet_files(folder: Path) -> list[Path]:
    """The sheets of a folder, and no lock files that spreadsheet programs put beside them."""
    return sorted(path for path in folder.glob("*.csv") if not path.name.startswith((".", "~")))


def rows_of(path: Path, found: Sheets) -> list[list[str]]:
    """The rows of a sheet, whatever program wrote it."""
    data = read_bounded(path, MAX_SHEET_BYTES)
    if len(data) > MAX_SHEET_BYTES:
        found.faults.append(SheetFault(Place(path.name), f"a sheet has at most {MAX_SHEET_BYTES:,} bytes"))
        return []
    text = decoded(data, path.name, found)
    first = text.partition("\n")[0]
    if first.startswith("sep="):
        text = text.partition("\n")[2]
    delimiter = first[4:5] if first.startswith("sep=") else max(DELIMITERS, key=first.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        found.faults.append(SheetFault(Place(path.name), f"this is no CSV: {error}"))
        return []


def decoded(data: bytes, name: str, found: Sheets) -> str:
    """Text in the encoding in which it was saved: UTF-8, UTF-16 with its mark, or what Windows had before."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode(ENCODING)
    except UnicodeDecodeError:
        said = "this was not saved as UTF-8, and is read as Windows-1252; look at its umlauts and dashes"
        found.remarks.append(SheetFault(Place(name), said))
        return data.decode("cp1252", errors="replace")


def read_settings(game: str, file: str, rows: list[list[str]], found: Sheets) -> None:
    for number_, row in enumerate(rows[1:], 2):
        path, text = [*row, "", ""][:2]
        path = path.strip()
        if not path:
            continue
        place = Place(file, number_, 2, "value")
        is_a = kind_at(shape_of(game), path)
        if is_a is None or len(steps(path)) > 2 or path in tables_of(game):
            known = [path for path, _ in settings_in(found.data, game)]
            found.faults.append(
                SheetFault(place._replace(column=1, name="field"), f"there is no field {path!r}{nearest(path, known)}")
            )
        elif path in found.places:
            found.faults.append(SheetFault(place, f"{path} stands already in row {found.places[path].row}"))
        elif text or is_list(is_a):
            found.places[path] = place
            put(found.data, path.split("."), from_cell(text, is_a))
        else:
            found.places[path] = place


def read_table(game: str, path: Path, rows: list[list[str]], found: Sheets) -> None:
    table, kind = path.stem, tables_of(game)[path.stem]
    found.places[table] = Place(path.name)
    members: list[dict[str, Any]] = []
    found.data[table] = members
    header = rows[0] if rows else []
    columns = known_columns(kind, path.name, header, found)
    found.columns[table] = {name for name, _ in columns.values()}
    for row_number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        before = f"{table}[{len(members)}]"
        found.places[before] = Place(path.name, row_number)
        members.append(read_row(row, columns, len(header), before, Place(path.name, row_number), found))


def known_columns(kind: Any, file: str, header: list[str], found: Sheets) -> dict[int, tuple[str, Bare]]:
    """The columns of a table by their numbers, those that a member of it can have."""
    columns: dict[int, tuple[str, Bare]] = {}
    names = [name.strip() for name in header]
    for i, name in enumerate(names):
        place = Place(file, 1, i + 1, name)
        is_a = kind_at(kind, indexed(name))
        if not name:
            continue
        if is_a is None or is_table(is_a.kind):
            found.faults.append(SheetFault(place, f"there is no field {name!r}{nearest(name, fields_of(kind))}"))
        elif name in names[:i]:
            found.faults.append(SheetFault(place, "this column is there twice"))
        else:
            columns[i] = (name, is_a)
    return columns


def indexed(column: str) -> str:
    """A column's name as a path: schedule.1.building is schedule[0].building."""
    return re.sub(r"\.(\d{1,3})(?=\.|\Z)", lambda found: f"[{max(int(found[1]) - 1, 0)}]", column)


def read_row(
    row: list[str], columns: dict[int, tuple[str, Bare]], width: int, before: str, place: Place, found: Sheets
) -> dict[str, Any]:
    member: dict[str, Any] = {}
    for i, text in enumerate(row):
        if i not in columns:
            if text.strip() and i >= width:
                found.faults.append(
                    SheetFault(place._replace(column=i + 1, name="?"), f"{text[:40]!r} stands in no column")
                )
            continue
        name, is_a = columns[i]
        found.places[f"{before}.{indexed(name)}"] = place._replace(column=i + 1, name=name)
        if text.strip() or (is_list(is_a) and "." not in name):
            put(member, name.split("."), from_cell(text, is_a))
    return {name: squeezed(value) for name, value in member.items()}


def put(data: dict[str, Any], path: list[str], value: Any) -> None:
    """A value at its path; numbers are places in a list, kept as keys until the row is read."""
    for step in path[:-1]:
        data = data.setdefault(step, {})
    data[path[-1]] = value


def squeezed(value: Any) -> Any:
    """Tables whose keys are all numbers as lists, without what is empty."""
    if not isinstance(value, dict):
        return value
    inner = {name: squeezed(one) for name, one in value.items()}
    if inner and all(name.isdigit() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner


def read_grid(is_a: Bare, path: Path, rows: list[list[str]], found: Sheets) -> None:
    """A map, or a list of lists: each row is an item, each cell a part of it."""
    item = bare(get_args(is_a.kind)[0])
    items: list[Any] = []
    found.places[path.stem] = Place(path.name)
    for row_number, row in enumerate(rows[1:], 2):
        cells = [unguarded(cell.strip()) for cell in row if cell.strip()]
        if cells:
            found.places[f"{path.stem}[{len(items)}]"] = Place(path.name, row_number)
            for i in range(len(row)):
                found.places[f"{path.stem}[{len(items)}][{i}]"] = Place(path.name, row_number, i + 1, str(i + 1))
            items.append(" ".join(cells) if item.kind is str else [number(cell) for cell in cells])
    put(found.data, path.stem.split("."), items)
