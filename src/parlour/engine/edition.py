"""Editions: a game's content as a data file, checked and compiled into one record.

A game declares the shape of its file as msgspec structs that begin with Content. Reading an edition checks the
shape, then the game's own conditions, and names file, line and field of what is wrong. Editions are untrusted:
they are parsed as data, bounded in size, and can refer to nothing outside themselves.
"""

import hashlib
import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import numpy as np

from parlour.engine.bounded import MAX_TOML_BYTES, Unbounded, load_toml, read_bounded
from parlour.engine.faults import faults_in, nearest
from parlour.engine.plain import Plain
from parlour.engine.record import NONE, Record
from parlour.engine.words import one_sentence

T = TypeVar("T")

# msgspec prepares a type when it is first used, and crashes if two threads do so at once.
FIRST_USE = threading.Lock()

Source = Literal["printed", "public", "invented"]
Slug = Annotated[
    str,
    msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="an id of small letters, digits and hyphens"),
]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Prose = Annotated[str, msgspec.Meta(max_length=600)]


class Content(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every edition begins with."""

    id: Slug
    title: Name
    about: Prose = ""
    source: Source = "invented"
    # Which game this is an edition of, and who made it; nobody checks that.
    game: Annotated[str, msgspec.Meta(pattern=r"^[a-z_]{0,40}$", description="the name of a game")] = ""
    by: Annotated[str, msgspec.Meta(max_length=60)] = ""


class EditionError(ValueError):
    """An edition that cannot be used, with the place of the fault."""

    def __init__(self, file: str, line: int, field: str, sentence: str) -> None:
        self.file, self.line, self.field, self.sentence = file, line, field, sentence
        super().__init__(one_sentence(f"{file}:{line}: {field + ': ' if field else ''}{sentence}"))

    @classmethod
    def at(cls, file: str, text: str, field: str, sentence: str) -> "EditionError":
        """A fault of one field; its line is looked up in the text."""
        return cls(file, line_of(text, field), field, sentence)


@dataclass(frozen=True, eq=False)
class Edition:
    """A checked edition: its text and hash, its content for words and screens, its record for the rules."""

    file: str
    text: str
    content: Any
    record: np.ndarray
    # By language what edition.<language>.toml says; the hash is that of the edition alone.
    texts: dict[str, dict[str, Any]] = field(default_factory=dict)

    @cached_property
    def hash(self) -> str:
        return text_hash(self.text)

    @cached_property
    def plain(self) -> Plain:
        """The record as plain values, for views and words."""
        return Plain(self.record).whole()

    @cached_property
    def faces(self) -> tuple[Any, ...]:
        """The entry of every physical card by its number, in games whose content has copies of cards."""
        return tuple(self.content.faces)

    @property
    def id(self) -> str:
        return str(self.content.id)

    def in_language(self, language: str) -> "Edition":
        """The same edition with its content in a language; as it is, if it has no texts in that language."""
        if language not in self.texts:
            return self
        if language not in self.translated:
            content = translated(self.content, self.texts[language])
            self.translated[language] = replace(self, content=content)
        return self.translated[language]

    @cached_property
    def translated(self) -> dict[str, "Edition"]:
        return {}


def translated(part: Any, texts: dict[str, Any]) -> Any:
    """A struct with other texts: fields by their names, members of lists by their ids, or in their order."""
    changed: dict[str, Any] = {}
    for name, said in texts.items():
        now = getattr(part, name)
        if isinstance(now, list):
            own = said if isinstance(said, list) else [said.get(one.id, {}) for one in now]
            changed[name] = [translated(one, texts) for one, texts in zip(now, own, strict=True)]
        else:
            changed[name] = translated(now, said) if isinstance(said, dict) else str(said)
    return msgspec.structs.replace(part, **changed)


def fitting_texts(part: Any, own: Any, texts: dict[str, Any]) -> dict[str, Any]:
    """The texts of an edition that comes with the game, as far as another one still says the same beside them."""
    found: dict[str, Any] = {}
    for name, said in texts.items():
        now, ours = getattr(part, name), getattr(own, name)
        if isinstance(now, list):
            found[name] = fitting_members(now, ours, said)
        elif isinstance(said, dict):
            found[name] = {} if None in (now, ours) else fitting_texts(now, ours, said)
        elif now == ours:
            found[name] = said
    return found


def fitting_members(now: list[Any], ours: list[Any], said: Any) -> Any:
    """The same for the members of a list, by their ids, or in their order."""
    if isinstance(said, list):
        pairs = list(zip(now, ours, said, strict=False))
        return [fitting_texts(*pair) for pair in pairs] + [{}] * (len(now) - len(pairs))
    known = {one.id: one for one in ours}
    return {
        one.id: fitting_texts(one, known[one.id], said[one.id]) for one in now if one.id in known and one.id in said
    }


def count_texts(texts: Any) -> int:
    """How many texts there are, however deep they lie."""
    if isinstance(texts, str):
        return 1
    return sum(map(count_texts, texts.values() if isinstance(texts, dict) else texts))


def read_texts(path: Path) -> dict[str, dict[str, Any]]:
    """The texts beside an edition's file: edition.de.toml for edition.toml."""
    found = sorted(path.parent.glob(f"{path.stem}.??.toml"))
    return {file.stem.rpartition(".")[2]: parse_toml(file.read_text("utf-8"), file.name) for file in found}


def text_hash(text: str) -> str:
    """The hash by which an edition is known, the same whatever the line ends."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()


def read_edition(path: Path, module: Any) -> Edition:
    """Read and check an edition file for a game's `edition` module."""
    try:
        data = read_bounded(path, MAX_TOML_BYTES)
    except OSError as error:
        raise EditionError(path.name, 1, "", f"this cannot be read: {error.strerror}") from None
    if len(data) > MAX_TOML_BYTES:
        raise EditionError(path.name, 1, "", f"an edition has at most {MAX_TOML_BYTES:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise EditionError(path.name, line, "", "this is not UTF-8 text") from None
    return parse_edition(text, path.name, module)


def parse_edition(text: str, file: str, module: Any) -> Edition:
    """Check an edition's text and compile it with the game's `edition` module.

    The module gives CONTENT (the shape), EDITION (the record) and `fill(content, e)` that writes the record. If the
    shape cannot say everything, `check(content)` there yields the path and the sentence of whatever else is wrong.
    """
    content = parse_content(text, file, module.CONTENT)
    check = getattr(module, "check", None)
    for path, sentence in check(content) if check else ():
        raise EditionError.at(file, text, path, sentence)
    record = blank(module.EDITION)
    module.fill(content, record[0])
    record.flags.writeable = False
    return Edition(file, text, content, record)


def with_texts_of(edition: Edition, others: Iterable[Edition]) -> Edition:
    """An edition with the words in other languages of whichever of these says most of the same things."""
    found: dict[str, dict[str, Any]] = {}
    for own in others:
        for language, texts in own.texts.items():
            fitting = fitting_texts(edition.content, own.content, texts)
            if count_texts(fitting) > count_texts(found.get(language, {})):
                found[language] = fitting
    return replace(edition, texts=found) if found else edition


def parse_content(text: str, file: str, shape: type[T]) -> T:
    """A TOML text as a value of a type, or EditionError with the line that does not fit."""
    data = parse_toml(text, file)
    try:
        return convert(data, shape)
    except msgspec.ValidationError as error:
        for path, sentence in faults_in(data, shape):
            raise EditionError.at(file, text, path, sentence) from None
        raise EditionError.at(file, text, "", str(error)) from None


def convert(data: Any, shape: type[T]) -> T:
    """Data as a value of a type, or msgspec's ValidationError."""
    with FIRST_USE:
        return msgspec.convert(data, shape)


def blank(layout: Record) -> np.ndarray:
    """A record whose every cell is NONE."""
    return np.frombuffer(bytearray(b"\xff" * layout.dtype.itemsize), layout.dtype)


def parse_toml(text: str, file: str) -> dict[str, Any]:
    try:
        return load_toml(text)
    except Unbounded as error:
        raise EditionError(file, error.line, "", str(error)) from None
    except ValueError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        sentence = re.sub(r" ?\(at (line \d+, column \d+|end of document)\)", "", str(error))
        raise EditionError(file, line, "", f"this is not TOML: {sentence}") from None


def line_of(text: str, path: str, places: dict[str, int] | None = None) -> int:
    """The line where a path such as `cards[3].suit` stands, or the nearest thing above it."""
    places = dict(places_in(text)) if places is None else places
    while path and path not in places:
        path = re.sub(r"(\.[^.\[\]]+|\[\d+\]|^[^.\[\]]+)$", "", path)
    return places.get(path, 1)


def places_in(text: str) -> Iterator[tuple[str, int]]:
    """Every table and key of a TOML text with its line, as far as lines tell."""
    table, array, rows = "", "", 0
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*\[\[\s*([\w.-]+)\s*\]\]", line):
            name = found[1]
            counts[name] = counts.get(name, -1) + 1
            table = f"{name}[{counts[name]}]"
            if counts[name] == 0:
                yield name, number
            yield table, number
        elif found := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            # A table within the last member of a list: [interests.quirk] is that of interests[3].
            list_name, _, inner = found[1].partition(".")
            table = f"{list_name}[{counts[list_name]}].{inner}" if inner and list_name in counts else found[1]
            yield table, number
        elif found := re.match(r"\s*([\w-]+)\s*=", line):
            array, rows = f"{table}.{found[1]}" if table else found[1], 0
            yield array, number
        elif re.match(r"\s*\{", line):
            # One inline table a line, in the array whose key stood last.
            yield f"{array}[{rows}]", number
            rows += 1


def unknown(word: str, what: str, known: Iterable[str]) -> str:
    """That a word names nothing; and which known one looks most like it."""
    return f"{word!r} is not {what}{nearest(word, known)}"


def fill_rows(cells: Any, values: Any) -> None:
    """Write a list into the front of a field whose rest stays NONE."""
    cells[: len(values)] = values
    cells[len(values) :] = NONE
