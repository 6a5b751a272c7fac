"""Cells of sheets: values as text that spreadsheet programs leave as it is, there and back.

A text that such a program would take for a formula, a number or a date gets an apostrophe in front, and one that begins
with an apostrophe another; the first apostrophe is taken off again. Numbers stay numbers.
"""

import re
from typing import Any, Literal, get_args, get_origin

from parlour.editions.checking import MONTHS
from parlour.engine.faults import Bare, bare

# Between the items of a list in one cell.
BETWEEN = " | "
FORMULA = re.compile(r"[=+\-@'\t\r\n]")
RISKY = re.compile(
    rf"[=+\-@'\t\r\n\d]|\s|({MONTHS})[a-z.]* *-? *\d|(true|false|wahr|falsch)\Z|.*\s\Z", re.IGNORECASE | re.DOTALL
)
NUMBER = re.compile(r"([+-]?\d{1,15})([.,]0+)?")


def is_number(is_a: Bare) -> bool:
    """Whether whole numbers belong there."""
    return is_a.kind is int or (get_origin(is_a.kind) is Literal and isinstance(get_args(is_a.kind)[0], int))


def is_list(is_a: Bare) -> bool:
    return get_origin(is_a.kind) in (list, tuple)


def to_cell(value: Any) -> str:
    """A value as a cell's text."""
    if value is None:
        return ""
    if isinstance(value, bool | int):
        return str(value)
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], int):
            return str(value[0])
        items = [" ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value]
        text = BETWEEN.join(items)
        # No program takes several items for a number or a date.
        return guarded(text) if len(items) == 1 or FORMULA.match(text) else text
    return guarded(str(value))


def guarded(text: str) -> str:
    return f"'{text}" if RISKY.match(text) else text


def unguarded(text: str) -> str:
    return text.removeprefix("'")


def from_cell(text: str, is_a: Bare) -> Any:
    """What a cell says, as far as it is what belongs there; else its text, which the check will refuse."""
    if is_list(is_a):
        item = bare(get_args(is_a.kind)[0])
        parts = [part.strip() for part in unguarded(text.strip()).split(BETWEEN.strip())]
        return [one(part, item) for part in parts if part]
    if is_number(is_a):
        return number(text.strip())
    return unguarded(text)


def one(text: str, is_a: Bare) -> Any:
    if is_list(is_a):
        inner = bare(get_args(is_a.kind)[0])
        return [one(part, inner) for part in text.split()]
    return number(text) if is_number(is_a) else text


def number(text: str) -> Any:
    found = NUMBER.fullmatch(unguarded(text))
    return int(found[1]) if found else text
