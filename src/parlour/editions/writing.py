"""Editions as text: written with a comment at each field, or with the comments that a file had."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_origin

from parlour.editions.shapes import explained, key_of, kind_at, shape_of, steps, value_at
from parlour.engine.edition import places_in
from parlour.engine.faults import Bare, bare, fields_of, what_fits
from parlour.engine.faults import is_table as is_struct

HEAD = (
    "# An edition of {game}. Every field says once what it is for and what it may hold.",
    "# `parlour edition check {file}` tells all that is wrong with it.",
    "",
)
# Columns of a line before a list is written over several.
WIDTH = 110
ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class Comment(NamedTuple):
    """What stands above a field or table, and behind it."""

    above: tuple[str, ...] = ()
    behind: str = ""


Comments = Mapping[str, Comment]


def write_toml(data: dict[str, Any], game: str, comments: Comments) -> str:
    """An edition's data as a TOML text, with the comments of its fields by their places."""
    order = list(fields_of(shape_of(game)))
    names = sorted(data, key=lambda name: order.index(name) if name in order else len(order))
    lines = list(comments.get("", Comment()).above)
    tables = [name for name in names if is_table(data[name])]
    for name in names:
        if name not in tables:
            lines += field_lines(name, name, data[name], comments)
    for name in tables:
        value = data[name]
        for one in value if isinstance(value, list) else [value]:
            lines += ["", *table_lines(name, one, isinstance(value, list), comments)]
    return "\n".join(lines).strip("\n") + "\n"


def is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def table_lines(name: str, table: dict[str, Any], listed: bool, comments: Comments) -> Iterator[str]:
    place = f"{name}.{key_of(table)}" if listed else name
    comment = comments.get(place, Comment())
    yield from comment.above
    yield (f"[[{name}]]" if listed else f"[{name}]") + comment.behind
    for field, value in table.items():
        yield from field_lines(f"{place}.{field}", field, value, comments)


def field_lines(place: str, name: str, value: Any, comments: Comments) -> Iterator[str]:
    comment = comments.get(place, Comment())
    yield from comment.above
    whole = f"{name} = {toml(value)}"
    if len(whole) <= WIDTH or not isinstance(value, list):
        yield whole + comment.behind
        return
    yield f"{name} = [" + comment.behind
    yield from packed([toml(item) for item in value], one_a_line=isinstance(value[0], dict | str))
    yield "]"


def packed(items: list[str], one_a_line: bool) -> Iterator[str]:
    """Items of a list over several lines."""
    line = " "
    for item in items:
        if line != " " and (one_a_line or len(line) + len(item) + 2 > WIDTH):
            yield line
            line = " "
        line += f" {item},"
    yield line


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{"".join(map(escaped, value))}"'
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(inner)}" for name, inner in value.items()) + " }" if value else "{}"
    return str(value)


def escaped(character: str) -> str:
    if character in ESCAPED:
        return ESCAPED[character]
    return character if character.isprintable() or character > "\x9f" else f"\\u{ord(character):04x}"


# Comments


def explaining(game: str, data: dict[str, Any]) -> dict[str, Comment]:
    """A comment at each field, where it stands for the first time: what it is for, and what it may hold."""
    said, found = set[str](), dict[str, Comment]()
    for path, place in fields_in(data):
        plain = re.sub(r"\[\d+\]", "", path)
        is_a = kind_at(shape_of(game), path)
        if plain not in said and is_a is not None:
            said.add(plain)
            found[place] = Comment(tuple(f"# {line}" for line in told(explained(game), plain, is_a)))
    return found


def told(meant: Mapping[str, str], path: str, is_a: Bare) -> Iterator[str]:
    """A field in a line, and the fields of tables within it below that."""
    name = path.rpartition(".")[2]
    what = meant.get(path) or meant.get(f"*.{name}" if "." in path else name)
    yield f"{name}: {what} ({what_fits(is_a)})." if what else f"{name}: {what_fits(is_a)}."
    inner = bare(get_args(is_a.kind)[0]) if get_origin(is_a.kind) is list else is_a
    for field in fields_of(inner.kind).values() if is_struct(inner.kind) else ():
        for line in told(meant, f"{path}.{field.encode_name}", bare(field.type)):
            yield f"  {line}"


def fields_in(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The path of each field of each table, and its place, in which members of lists go by their ids."""
    for name, value in data.items():
        if not is_table(value):
            yield name, name
            continue
        for i, one in enumerate(value if isinstance(value, list) else [value]):
            listed = isinstance(value, list)
            for field in one:
                path = f"{name}[{i}].{field}" if listed else f"{name}.{field}"
                yield path, f"{name}.{key_of(one)}.{field}" if listed else path


def comments_in(text: str, data: dict[str, Any]) -> dict[str, Comment]:
    """The comments of a text: those in the lines above a field or a table, and behind it; and those at the top."""
    at = {line: place_of(path, data) for path, line in reversed(list(places_in(text)))}
    found: dict[str, Comment] = {}
    above: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        bald = line.strip()
        if bald.startswith("#"):
            above.append(bald)
        elif number in at:
            found[at[number]] = Comment(tuple(above), behind(line))
            above = []
        elif not bald and above and not found:
            found[""] = Comment((*above, ""))
            above = []
        elif bald:
            above = []
    return found


def behind(line: str) -> str:
    """The comment at the end of a line."""
    bare_line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda quoted: "_" * len(quoted[0]), line)
    start = bare_line.find("#")
    return f"  {line[start:].rstrip()}" if start > 0 else ""


def place_of(path: str, data: dict[str, Any]) -> str:
    """A path with the ids of the members of lists in the place of their numbers."""
    name, number, *rest = [*steps(path), "", ""]
    if not isinstance(number, int):
        return path
    one = value_at(data, f"{name}[{number}]")
    return ".".join(str(part) for part in (name, key_of(one or {}), *rest) if part != "")


def new_edition(game: str, stem: str, base: dict[str, Any], by: str = "") -> str:
    """The text of a new edition that begins as a copy of another one."""
    id = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:40].rstrip("-") or "mine"
    title = stem.replace("-", " ").replace("_", " ").strip().capitalize()[:60] or "Mine"
    data = {**base, "id": id, "title": title, "source": "invented", "game": game, "by": by}
    ordered = {field: data[field] for field in fields_of(shape_of(game)) if field in data}
    head = Comment(tuple(line.format(game=game, file=f"{stem}.toml") for line in HEAD))
    return write_toml(ordered, game, {"": head, **explaining(game, ordered)})
