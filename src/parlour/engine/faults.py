"""What does not fit a shape: every fault of a file's data, with its place and what would fit there.

Shapes are msgspec structs. msgspec stops at the first fault; whoever edits a file wants to hear of all.
"""

import difflib
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

# The path of a value, such as `cards[3].suit`, and a sentence.
Fault = tuple[str, str]
# Characters of a value that a sentence repeats.
MAX_SHOWN = 40
WHOLE = "a whole number"


class Bare(NamedTuple):
    """A type without its wrapping: what it allows is said by `metas`; `empty` if it may be None."""

    kind: Any
    metas: tuple[msgspec.Meta, ...]
    empty: bool

    def said(self, name: str) -> Any:
        """A limit such as `ge`, if there is one."""
        return next((getattr(meta, name) for meta in self.metas if getattr(meta, name) is not None), None)


def bare(kind: Any) -> Bare:
    metas: list[msgspec.Meta] = []
    empty = False
    while True:
        origin = get_origin(kind)
        if origin is Annotated:
            kind, *more = get_args(kind)
            metas += [meta for meta in more if isinstance(meta, msgspec.Meta)]
        elif origin in (Union, types.UnionType) and type(None) in get_args(kind):
            rest = [one for one in get_args(kind) if one is not type(None)]
            if len(rest) > 1:
                return Bare(kind, tuple(metas), True)
            kind, empty = rest[0], True
        else:
            return Bare(kind, tuple(metas), empty)


def is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def fields_of(kind: Any) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by the names that a file gives them."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def faults_in(value: Any, shape: Any, path: str = "") -> Iterator[Fault]:
    """Everything in a value that does not fit a type."""
    is_a = bare(shape)
    if is_table(is_a.kind):
        yield from faults_of_table(value, is_a.kind, path)
    elif get_origin(is_a.kind) is list and isinstance(value, list):
        yield from faults_of_length(value, is_a, path)
        for i, item in enumerate(value):
            yield from faults_in(item, get_args(is_a.kind)[0], f"{path}[{i}]")
    elif get_origin(is_a.kind) is tuple and isinstance(value, list):
        parts = get_args(is_a.kind)
        if len(parts) != len(value):
            yield path, f"there are {len(value)} values; there must be {len(parts)}"
        for i, (item, part) in enumerate(zip(value, parts, strict=False)):
            yield from faults_in(item, part, f"{path}[{i}]")
    elif not fits(value, shape):
        yield path, f"{shown(value)} does not fit: {said_nearest(value, is_a)}"


def faults_of_table(value: Any, kind: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield path, f"{shown(value)} does not fit: this is a table with fields of its own"
        return
    known, before = fields_of(kind), f"{path}." if path else ""
    for name in value:
        if name not in known:
            yield f"{before}{name}", f"there is no field {name!r} here{nearest(name, known)}"
    for name, field in known.items():
        if name in value:
            yield from faults_in(value[name], field.type, f"{before}{name}")
        elif field.required:
            yield f"{before}{name}", f"the field {name!r} is missing: {what_fits(bare(field.type))}"


def faults_of_length(value: Sequence[Any], is_a: Bare, path: str) -> Iterator[Fault]:
    least, most = is_a.said("min_length") or 0, is_a.said("max_length")
    if len(value) < least or (most is not None and len(value) > most):
        yield path, f"there are {len(value)}; there may be {between(least, most)}"


def fits(value: Any, shape: Any) -> bool:
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError:
        return False
    return True


def shown(value: Any) -> str:
    """A value as its file writes it, cut short."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def said_nearest(value: Any, is_a: Bare) -> str:
    near = nearest(value, get_args(is_a.kind)) if get_origin(is_a.kind) is Literal else ""
    return what_fits(is_a) + near


def nearest(word: Any, known: Iterable[Any]) -> str:
    """The end of a sentence about an unknown word: the known one that looks most like it, if one does."""
    found = difflib.get_close_matches(str(word), [str(one) for one in known], 1)
    return f"; the nearest is {found[0]!r}" if found else ""


def between(least: Any, most: Any) -> str:
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


def what_fits(is_a: Bare) -> str:
    """What a field may hold, in words."""
    origin = get_origin(is_a.kind)
    if origin is Literal:
        return one_of(get_args(is_a.kind))
    if origin in (list, tuple):
        return what_list(is_a)
    if is_table(is_a.kind):
        return "a table with fields of its own"
    said: dict[Any, Callable[[Bare], str]] = {int: what_number, str: what_text}
    if is_a.kind in said:
        return said[is_a.kind](is_a)
    return {bool: "true or false", float: "a number"}.get(is_a.kind, "another kind of value")


def one_of(values: Sequence[Any]) -> str:
    texts = [str(value) for value in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def what_number(is_a: Bare) -> str:
    least, most = is_a.said("ge"), is_a.said("le")
    if is_a.said("lt") is not None:
        most = is_a.said("lt") - 1
    if least is None and most is None:
        return WHOLE
    if least is None:
        return f"{WHOLE}, at most {most}"
    return f"{WHOLE}, {between(least, most)}" if most is None else f"{WHOLE} from {least} to {most}"


def what_text(is_a: Bare) -> str:
    if meaning := next((meta.description for meta in is_a.metas if meta.description), ""):
        return meaning
    pattern, least, most = is_a.said("pattern"), is_a.said("min_length"), is_a.said("max_length")
    if pattern is not None:
        return f"a text of the form {pattern}"
    return "a text" if most is None else f"a text of {least or 0} to {most} characters"


def what_list(is_a: Bare) -> str:
    parts = get_args(is_a.kind)
    if get_origin(is_a.kind) is tuple:
        return f"a list of {len(parts)}, each {what_fits(bare(parts[0]))}"
    least, most = is_a.said("min_length"), is_a.said("max_length")
    count = "" if least is None and most is None else f" of {between(least or 0, most)}"
    return f"a list{count}, each {what_fits(bare(parts[0]))}"
