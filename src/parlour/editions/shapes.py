"""What an edition of a game may hold, as the game's own modules say it, without loading its rules."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

from parlour.engine import registry
from parlour.engine.bounded import load_toml
from parlour.engine.faults import Bare, bare, fields_of, is_table

PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


@cache
def part(game: str, module: str) -> Any:
    """One of a game's modules."""
    return importlib.import_module(f"{registry.package(game).__name__}.{module}")


def shape_of(game: str) -> Any:
    """The type of an edition's content."""
    return part(game, "edition").CONTENT


def limits_of(game: str) -> dict[str, int]:
    """How much room a game has for an edition's content."""
    return dict(part(game, "state").LIMITS)


def folder_of(game: str) -> Path:
    return Path(registry.package(game).__path__[0])


@cache
def own_data(game: str, name: str = "edition") -> dict[str, Any]:
    """An edition that comes with a game, as data."""
    return load_toml((folder_of(game) / f"{name}.toml").read_text("utf-8"))


def explained(game: str) -> dict[str, str]:
    """What each field is for, by its path without numbers: FIELDS of the game's fields.py, if it has one."""
    own = part(game, "fields").FIELDS if (folder_of(game) / "fields.py").exists() else {}
    return {**COMMON, **own}


# A path that begins with `*` is that of a field of any table.
COMMON = {
    "id": "by this name programs and saved games call the edition",
    "title": "what players call it",
    "about": "one sentence about it",
    "by": "who made it; shown to players, and checked by nobody",
    "game": "of which game this is an edition",
    "source": "where it is from",
    "*.id": "by this name other fields and saved games call it",
    "*.name": "what players call it",
    "*.title": "what players call it",
    "*.flavour": "a sentence for fun",
    "*.text": "what players read",
    "*.source": "whether a rulebook prints it, a public list has it, or it is ours",
    "*.copies": "how many of it there are",
}


def tables_of(game: str) -> dict[str, Any]:
    """The lists of an edition whose members are tables, such as cards, with the type of a member."""
    found = {}
    for name, field in fields_of(shape_of(game)).items():
        kind = bare(field.type).kind
        if get_origin(kind) is list and is_table(bare(get_args(kind)[0]).kind):
            found[name] = bare(get_args(kind)[0]).kind
    return found


def steps(path: str) -> list[str | int]:
    """A path as its parts: `cards[3].suit` is cards, 3, suit."""
    return [name or int(number) for name, number in PART.findall(path)]


def value_at(data: Any, path: str) -> Any:
    """What stands at a path of an edition's data; None if nothing does."""
    for step in steps(path):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def kind_at(shape: Any, path: str) -> Bare | None:
    """What may stand at a path."""
    is_a = bare(shape)
    for step in steps(path):
        if isinstance(step, int) and get_origin(is_a.kind) in (list, tuple):
            parts = get_args(is_a.kind)
            is_a = bare(parts[0] if get_origin(is_a.kind) is list else parts[min(step, len(parts) - 1)])
        elif is_table(is_a.kind) and step in (fields := fields_of(is_a.kind)):
            is_a = bare(fields[str(step)].type)
        else:
            return None
    return is_a


def key_of(member: Any) -> str:
    """By what a member of a list is known: its id; a few have another one."""
    if isinstance(member, dict):
        return str(next((member[name] for name in ("id", "colour", "suit", "name") if name in member), ""))
    return str(next((v for name in ("id", "colour", "suit", "name") if (v := getattr(member, name, None))), ""))


def ids_in(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every id of an edition's data, with its path."""
    if "id" in data:
        yield "id", str(data["id"])
    for name, value in data.items():
        if isinstance(value, list):
            for i, member in enumerate(value):
                if isinstance(member, dict) and "id" in member:
                    yield f"{name}[{i}].id", str(member["id"])
