"""What has changed between two snapshots that one browser was sent, as small as it is simple.

A change is JSON: `[value]` is a new value, `[]` is one that is gone, and an object goes inside: by the names of an
object, or by the numbers of a list that is as long as before. A list whose things have come, gone or moved is
`{"of": [...]}`, with a number for each thing that the old list had there, `[number, change]` for one that has changed
since, and `[value]` for a new one. Short lists of plain values, and structs without names, are sent whole. The
browser's counterpart is web/src/lib/patches.ts.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import astuple, replace

from parlour.server import wire

GONE: list[Any] = []
SCALARS = {str, int, float, bool, type(None)}
# In place of a field's default: for a container that is left out if empty, and for a field that is always sent.
EMPTY, NEVER = object(), object()
# A list of plain values up to this length is sent whole: what has changed in it would hardly be shorter.
SHORT = 8

encode = msgspec.json.Encoder().encode


def sent(old: wire.Snapshot | None, new: wire.Snapshot) -> wire.Snapshot | wire.Patch:
    """What a browser is sent that has the old snapshot, or none."""
    return new if old is None else wire.Patch(seq=new.seq, base=old.seq, changes=struct_changes(old, new))


def base(old: wire.Snapshot | None, new: wire.Snapshot) -> wire.Snapshot:
    """What the next patch belongs to: the new snapshot with the last moves there were, since the next are like them."""
    return replace(new, moves=old.moves) if old and old.moves and not new.moves else new


def struct_changes(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """What makes one struct out of another of its kind. Whatever is compared must not be changed afterwards."""
    found: dict[str, Any] = {}
    kind = type(new)
    before, now = astuple(old), astuple(new)
    every = zip(sent_fields(kind), before, now, strict=True)
    for (name, default), a, b in compress(every, map(unlike(kind), before, now)):
        if b is default or (default is EMPTY and not b):
            found[name] = GONE
        elif type(b) in SCALARS or a is default or (default is EMPTY and not a):
            found[name] = [b]
        else:
            found[name] = changes(a, b)
    return found


def changes(old: Any, new: Any) -> Any:
    """What makes one value out of another that differs."""
    kind = type(new)
    if kind is not type(old):
        return [new]
    if issubclass(kind, msgspec.Struct):
        return struct_changes(old, new)
    if kind is dict:
        return dict_changes(old, new)
    if kind is not list and kind is not tuple:
        return [new]
    if new and isinstance(new[0], msgspec.Struct):
        return [new] if new[0].__struct_config__.array_like else list_changes(old, new, type(new[0]))
    if len(old) != len(new) or len(new) <= SHORT:
        return [new]
    return {str(i): changes(a, b) for i, (a, b) in enumerate(zip(old, new, strict=True)) if sent_differently(a, b)}


@cache
def sent_fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """The fields of a struct, each with the value for which it is left out; one that never is has none."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    leaves_out = kind.__struct_config__.omit_defaults
    return [(f.name, default_of(f) if leaves_out else NEVER) for f in described.fields]


def default_of(field: inspect.Field) -> Any:
    """msgspec compares defaults by identity, and leaves out those that can be changed if they are empty."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return EMPTY if field.default_factory in (list, dict, set) else NEVER


def is_loose(kind: inspect.Type, within: tuple[type, ...] = ()) -> bool:
    """Whether values of a type can be equal and yet be sent differently, as True and 1 are."""
    match kind:
        case inspect.AnyType():
            return True
        case inspect.UnionType(types=inner):
            numbers = {type(t) for t in inner} & {inspect.BoolType, inspect.IntType, inspect.FloatType}
            return len(numbers) > 1 or any(is_loose(t, within) for t in inner)
        case inspect.StructType(cls=cls, fields=fields):
            return cls not in within and any(is_loose(f.type, (*within, cls)) for f in fields)
        case inspect.TupleType(item_types=inner):
            return any(is_loose(t, within) for t in inner)
        case inspect.DictType(value_type=inside):
            return is_loose(inside, within)
        case inspect.ListType(item_type=inside) | inspect.VarTupleType(item_type=inside):
            return is_loose(inside, within)
    return False


@cache
def unlike(kind: Hashable) -> Callable[[Any, Any], bool]:
    """How to see that values in a struct are sent differently: by `!=`, which is quick, if types cannot differ."""
    return sent_differently if is_loose(inspect.type_info(kind)) else ne


def sent_differently(old: Any, new: Any) -> bool:
    return old is not new and (old != new or encode(old) != encode(new))


def dict_changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {key: GONE for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            found[key] = [value]
        elif sent_differently(old[key], value):
            found[key] = changes(old[key], value)
    return found


def list_changes(old: Sequence[Any], new: Sequence[Any], kind: type[msgspec.Struct]) -> Any:
    """Which of the new structs the old list had, and what has changed in them; all of them if it had none.

    A thing is known by its first field, such as its id.
    """
    known_by, differ = attrgetter(kind.__struct_fields__[0]), unlike(kind)
    if not old or type(old[0]) is not kind:
        return [new]
    had, has = list(map(known_by, old)), list(map(known_by, new))
    if had == has:
        differing = compress(zip(range(len(new)), old, new, strict=True), map(differ, old, new))
        return {str(i): changes(a, b) for i, a, b in differing}
    places = dict(zip(had, range(len(had)), strict=True))
    if places.keys().isdisjoint(has):
        return [new]
    found: list[Any] = []
    for i, thing in zip(map(places.get, has), new, strict=True):
        if i is None:
            found.append([thing])
        else:
            found.append([i, changes(old[i], thing)] if differ(old[i], thing) else i)
    return {"of": found}


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
        """A message that whoever reads it may change."""
        message = self.look(raw)
        if message["type"] == "table":
            message = msgspec.json.decode(msgspec.json.encode(message))
        return message

    def look(self, raw: str | bytes) -> dict[str, Any]:
        """A message that nobody may change: the next patch belongs to it."""
        message: dict[str, Any] = msgspec.json.decode(raw)
        if message["type"] == "patch":
            if message["base"] != self.base.get("seq"):
                raise ValueError(f"a patch of {message['base']}, but the last snapshot was {self.base.get('seq')}")
            message = patched(self.base, message["changes"])
            self.base = message | {"moves": message["moves"] or self.base["moves"]}
        elif message["type"] == "table":
            self.base = message
        return message
