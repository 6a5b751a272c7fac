"""What has changed between two snapshots that one browser was sent, as small as it is simple.

A change is JSON: `[value]` is a new value, `[]` is one that is gone, and an object goes inside: by the names of an
object, or by the numbers of a list that is as long as before. A list whose things have come, gone or moved is
`{"of": [...]}`, with a number for each thing that the old list had there, `[number, change]` for one that has changed
since, and `[value]` for a new one. The browser's counterpart is web/src/lib/patches.ts.
"""

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from parlour.server import wire

GONE: list[Any] = []
SCALARS = {str, int, float, bool, type(None)}
# In place of a field's default: for a container that is left out if empty, and for a field that is always sent.
EMPTY, NEVER = object(), object()


def sent(old: wire.Snapshot | None, new: wire.Snapshot) -> wire.Snapshot | wire.Patch:
    """What a browser is sent that has the old snapshot, or none."""
    return new if old is None else wire.Patch(seq=new.seq, base=old.seq, changes=struct_changes(old, new))


def base(old: wire.Snapshot | None, new: wire.Snapshot) -> wire.Snapshot:
    """What the next patch belongs to: the new snapshot with the last moves there were, since the next are like them."""
    return replace(new, moves=old.moves) if old and old.moves and not new.moves else new


def changes(old: Any, new: Any) -> Any:
    """What makes one value out of another that differs. Whatever is compared must not be changed afterwards."""
    kind = type(new)
    if kind in SCALARS or kind is not type(old):
        return [new]
    if issubclass(kind, msgspec.Struct):
        return struct_changes(old, new)
    if kind is dict:
        return dict_changes(old, new)
    if kind is not list and kind is not tuple:
        return [new]
    if new and isinstance(new[0], msgspec.Struct) and (moved := moved_things(old, new)):
        return moved
    if len(old) != len(new):
        return [new]
    return {str(i): changes(a, b) for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}


def struct_changes(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, default in sent_fields(type(new)):
        before, now = getattr(old, name), getattr(new, name)
        if before is not now and before != now:
            if left_out(now, default):
                found[name] = GONE
            else:
                found[name] = [now] if type(now) in SCALARS or left_out(before, default) else changes(before, now)
    return found


def left_out(value: Any, default: Any) -> bool:
    """Whether a field is not sent: msgspec compares defaults by identity, and those that can be changed if empty."""
    return value is default or (default is EMPTY and not value)


@cache
def sent_fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """The fields of a struct, with the value for which each is left out; one that never is has none."""
    leaves_out = kind.__struct_config__.omit_defaults
    return [(f.name, default_of(f) if leaves_out else NEVER) for f in fields(kind)]


def default_of(field: FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return EMPTY if field.default_factory in (list, dict, set) else NEVER


def dict_changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {key: GONE for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            found[key] = [value]
        elif old[key] != value:
            found[key] = changes(old[key], value)
    return found


def moved_things(old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any] | None:
    """Which of the new things the old list had, each once; None if all are where they were, or none is left.

    A thing is known by its first field, such as its id.
    """
    known_by = attrgetter(new[0].__struct_fields__[0])
    had, has = list(map(known_by, old)), list(map(known_by, new))
    if had == has:
        return None
    places: dict[Any, list[int]] = {}
    for i in reversed(range(len(had))):
        places.setdefault(had[i], []).append(i)
    come_from = [left.pop() if (left := places.get(name)) else None for name in has]
    if not any(i is not None for i in come_from):
        return None
    return {"of": [moved(thing, i, old) for thing, i in zip(new, come_from, strict=True)]}


def moved(thing: Any, i: int | None, old: Sequence[Any]) -> Any:
    if i is None:
        return [thing]
    return i if old[i] == thing else [i, changes(old[i], thing)]


# Reading


def patched(old: Any, change: Any) -> Any:
    """A JSON value after a change; the old one stays as it was."""
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list) and "of" in change:
        return [old[item] if isinstance(item, int) else patched_item(old, item) for item in change["of"]]
    if isinstance(old, list):
        return [patched(value, change[str(i)]) if str(i) in change else value for i, value in enumerate(old)]
    kept = {key: value for key, value in old.items() if change.get(key) != GONE}
    return kept | {key: patched(old.get(key), inner) for key, inner in change.items() if inner != GONE}


def patched_item(old: list[Any], item: list[Any]) -> Any:
    return item[0] if len(item) == 1 else patched(old[item[0]], item[1])


class Reader:
    """The messages of one connection, each patch made into the whole table that it stands for."""

    def __init__(self) -> None:
        self.base: dict[str, Any] = {}

    def read(self, raw: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(raw)
        if message["type"] == "patch":
            if message["base"] != self.base.get("seq"):
                raise ValueError(f"a patch of {message['base']}, but the last snapshot was {self.base.get('seq')}")
            message = patched(self.base, message["changes"])
            self.base = message | {"moves": message["moves"] or self.base["moves"]}
            # A copy, since whoever reads may change what they get.
            return msgspec.json.decode(msgspec.json.encode(message))  # type: ignore[no-any-return]
        if message["type"] == "table":
            self.base = msgspec.json.decode(raw)
        return message
