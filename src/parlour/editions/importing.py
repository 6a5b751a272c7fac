"""Sheets brought into an edition's file: all of it is checked before anything is written."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.editions.checking import check_data
from parlour.editions.finding import game_of, read_text
from parlour.editions.shapes import key_of, shape_of
from parlour.editions.sheets import SheetFault, Sheets, read_sheets, rows_of, sheet_files
from parlour.editions.writing import comments_in, explaining, write_toml
from parlour.engine.edition import parse_toml
from parlour.engine.faults import fields_of

# Seconds between two looks at a folder.
LOOK = 0.3


@dataclass(frozen=True)
class Imported:
    """What an import has found; `text` is the edition, or nothing if there are faults."""

    game: str
    text: str
    faults: list[SheetFault]
    remarks: list[SheetFault]


def bring_in(folder: Path, file: Path, game: str | None = None) -> Imported:
    """The edition that the sheets of a folder make of a file; the file stays as it is."""
    if not sheet_files(folder):
        raise ValueError(f"there are no sheets (files that end in .csv) in {folder.name or folder}")
    text = read_text(file) if file.exists() else ""
    old = parse_toml(text, file.name)
    game = game or game_of(old or told_by(folder), file.name)
    sheets = read_sheets(game, folder)
    data = merged(old, sheets.data, game)
    content, faults, remarks = check_data(game, data)
    found = [*sheets.faults, *placed(sheets, faults)]
    if found or content is None:
        return Imported(game, "", sorted(found), sheets.remarks)
    comments = comments_in(text, old) if text else explaining(game, data)
    return Imported(game, write_toml(data, game, comments), [], [*sheets.remarks, *placed(sheets, remarks)])


def told_by(folder: Path) -> dict[str, Any]:
    """The game that settings.csv names, if it does."""
    sheets = Sheets()
    path = folder / "settings.csv"
    if path.exists():
        sheets.data = {row[0].strip(): row[1].strip() for row in rows_of(path, sheets) if len(row) > 1}
    return {"game": sheets.data.get("game", "")}


def merged(old: dict[str, Any], new: dict[str, Any], game: str) -> dict[str, Any]:
    """What the sheets say, and what the file says where the sheets say nothing."""
    data = dict(old)
    for name, value in new.items():
        if isinstance(value, dict):
            value = {**old.get(name, {}), **value}
        data[name] = in_order(old.get(name), value)
    order = list(fields_of(shape_of(game)))
    return dict(sorted(data.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def in_order(old: Any, new: Any) -> Any:
    """New values with fields in the order in which the file has them; settings that no sheet names stay."""
    if isinstance(new, list) and isinstance(old, list):
        was = {key_of(one): one for one in old if isinstance(one, dict) and key_of(one)}
        beside = [was.get(key_of(one)) or (old[i] if i < len(old) else None) for i, one in enumerate(new)]
        return [in_order(old_one, one) for old_one, one in zip(beside, new, strict=True)]
    if not (isinstance(new, dict) and isinstance(old, dict)):
        return new
    order = list(old)
    names = sorted(new, key=lambda name: order.index(name) if name in order else len(order))
    return {name: in_order(old.get(name), new[name]) for name in names}


def placed(sheets: Sheets, faults: list[tuple[str, str]]) -> Iterator[SheetFault]:
    told_once = set()
    for path, sentence in faults:
        place = sheets.place_of(path)
        table, _, column = re.sub(r"\[\d+\]", "", path, count=1).partition(".")
        if table in sheets.columns and column and "[" not in column and column not in sheets.columns[table]:
            if (table, column) not in told_once:
                told_once.add((table, column))
                yield SheetFault(place._replace(row=1, column=0), f"there is no column {column!r}")
            continue
        told = "" if place.column or not path else f"{path}: "
        yield SheetFault(place, f"{told}{sentence}".rstrip("."))


def changes(folder: Path) -> Iterator[list[str]]:
    """The names of the sheets that have changed, again and again; all of them at first."""
    known: dict[str, int] = {}
    while True:
        now = stamps(folder)
        if now != known:
            yield sorted({name for name, _ in now.items() ^ known.items()})
            known = now
        time.sleep(LOOK)


def stamps(folder: Path) -> dict[str, int]:
    found = {}
    for path in sheet_files(folder):
        try:
            found[path.name] = path.stat().st_mtime_ns
        except FileNotFoundError:
            continue  # a program renames it at this moment
    return found
