"""Checks an edition whole: every fault at once, each with its line, its field and what would fit; then remarks.

If the shape does not fit somewhere, the base edition's value stands in for it, so that the rest can be checked too;
what is said of such a place itself is left out.
"""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from parlour.editions.shapes import ids_in, key_of, own_data, part, shape_of, steps, tables_of, value_at
from parlour.engine.edition import (
    EditionError,
    blank,
    convert,
    parse_toml,
    places_in,
    text_hash,
)
from parlour.engine.edition import line_of as line_in
from parlour.engine.faults import Fault, faults_in

MONTHS = "jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
# What a spreadsheet program takes for a number, a date or a truth value, and writes back in its own way.
REWRITTEN = re.compile(
    rf"(\d+(e\d+)?|\d{{1,4}}-\d{{1,2}}(-\d{{1,4}})?|\d{{1,4}}-({MONTHS})[a-z]*(-\d+)?|({MONTHS})[a-z]*-\d{{1,4}}"
    r"|true|false|wahr|falsch)"
)


@dataclass(frozen=True)
class Checked:
    """What a check has found: faults, remarks, and the content if there are no faults."""

    game: str
    file: str
    text: str
    content: Any = None
    faults: list[EditionError] = field(default_factory=list)
    remarks: list[EditionError] = field(default_factory=list)

    @property
    def hash(self) -> str:
        return text_hash(self.text)

    @property
    def said(self) -> list[str]:
        return [str(fault) for fault in self.faults]


def check_text(game: str, text: str, file: str) -> Checked:
    """Everything that is wrong with an edition's text."""
    try:
        data = parse_toml(text, file)
    except EditionError as fault:
        return Checked(game, file, text, faults=[fault])
    content, faults, remarks = check_data(game, data)
    places = dict(places_in(text))

    def placed(found: list[Fault]) -> list[EditionError]:
        lines = [EditionError(file, line_in(text, path, places), path, sentence) for path, sentence in found]
        return sorted(lines, key=lambda fault: fault.line)

    return Checked(game, file, text, content, placed(faults), placed(remarks))


def check_data(game: str, data: dict[str, Any]) -> tuple[Any, list[Fault], list[Fault]]:
    """The content of an edition's data, its faults and remarks; no content if there are faults."""
    shape, module = shape_of(game), part(game, "edition")
    faults = [*foreign(game, data), *faults_in(data, shape)]
    try:
        content = convert(mended(data, faults, own_data(game)) if faults else data, shape)
    except msgspec.ValidationError:
        return None, unique(faults), []
    wrong = {path for path, _ in faults}
    faults += [fault for fault in deeper(module, content) if not is_about(fault[0], wrong)]
    faults += rewritten_ids(data)
    if faults:
        return None, unique(faults), []
    module.fill(content, blank(module.EDITION)[0])
    return content, [], unique([*getattr(module, "warn", lambda _: ())(content), *doubled_names(game, data)])


def deeper(module: Any, content: Any) -> list[Fault]:
    """What the game itself finds; after a first fault it may meet what it does not expect, and is heard no further."""
    found: list[Fault] = []
    try:
        for fault in getattr(module, "check", lambda _: ())(content):
            found.append(fault)
    except Exception:
        if not found:
            raise
    return found


def unique(faults: list[Fault]) -> list[Fault]:
    return list(dict.fromkeys(faults))


def foreign(game: str, data: dict[str, Any]) -> Iterator[Fault]:
    if data.get("game") not in (None, "", game):
        yield "game", f"this is no edition of {game}, but says that it is one of {data['game']!r}"


def is_about(path: str, wrong: set[str]) -> bool:
    """Whether something is said of a place that does not fit, or of what such a place lies in."""
    return any(path == one or one.startswith((f"{path}.", f"{path}[")) or path.startswith(f"{one}.") for one in wrong)


def mended(data: dict[str, Any], faults: list[Fault], base: dict[str, Any]) -> dict[str, Any]:
    """The same data with what the base edition has wherever the shape does not fit."""
    whole = copy.deepcopy(data)
    for path, _ in sorted(faults, key=lambda fault: len(steps(fault[0]))):
        *before, last = steps(path) or [""]
        there, ours = whole, base
        for step in before:
            there, ours = member(there, step), ours_beside(there, ours, step)
        stand_in = ours_beside(there, ours, last)
        replace(there, last, stand_in)
    return whole


def replace(there: Any, last: Any, stand_in: Any) -> None:
    """Put a value in the place of another, or leave that out if there is none."""
    if stand_in is None:
        if isinstance(there, dict):
            there.pop(last, None)
    elif isinstance(there, dict) or (isinstance(there, list) and isinstance(last, int) and last < len(there)):
        there[last] = copy.deepcopy(stand_in)


def member(of: Any, step: str | int) -> Any:
    try:
        return of[step]
    except (KeyError, IndexError, TypeError):
        return None


def ours_beside(there: Any, ours: Any, step: str | int) -> Any:
    """What the base edition has at the same place: in a list the member of the same id, or else its first."""
    if not isinstance(step, int):
        return member(ours, step)
    if not isinstance(ours, list) or not ours:
        return None
    same = [one for one in ours if isinstance(one, dict) and key_of(one) == key_of(member(there, step) or {})]
    return (same or ours)[0]


def rewritten_ids(data: dict[str, Any]) -> Iterator[Fault]:
    for path, id in ids_in(data):
        if REWRITTEN.fullmatch(id):
            yield path, f"spreadsheet programs take {id!r} for a number or a date and rewrite it; add a word to it"


def doubled_names(game: str, data: dict[str, Any]) -> Iterator[Fault]:
    """Two things of a list that players call the same."""
    for table in tables_of(game):
        names: dict[str, int] = {}
        for i, one in enumerate(value_at(data, table) or []):
            name = str(one.get("name", ""))
            if name and name in names:
                yield f"{table}[{i}].name", f"{name!r} is already the name of {table}[{names[name]}]"
            names.setdefault(name, i)
