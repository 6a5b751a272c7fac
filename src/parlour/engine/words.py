"""Words: story lines, refusals and prompts as templates by key and language.

On the wire a line is its key, its fields and its clause; `Words.say` turns it into a sentence. A template
names its fields as {field} or {field:name}, where `name` is one of the game's namers (a card, a place ...)
or `seat`. A key with `.you` behind it is used when the line is about the reader.
"""

import string
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from parlour.engine.record import NONE

Namer = Callable[[Any, int, str], str]
COMMON = Path(__file__).with_name("words.toml")


# An error quotes what it found; a file that is made to annoy must not fill a screen or steer a terminal.
MOST_SAID = 400


def one_sentence(text: str) -> str:
    """A text as one printable line of bearable length, whatever a file had put into it."""
    said = "".join(c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return said if len(said) <= MOST_SAID else f"{said[: MOST_SAID // 2]} … {said[-MOST_SAID // 2 :]}"


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to say: what (key), about what (fields), and the clause that it rests on."""

    key: str
    fields: dict[str, Any] = {}
    clause: str = ""


def line(key: str, clause: str = "", **fields: Any) -> Line:
    """A line with plain numbers in its fields, whatever NumPy had there."""
    return Line(key, {k: v if isinstance(v, str) else int(v) for k, v in fields.items()}, clause)


class Words:
    """The templates of a game over the common ones, in every language that they have."""

    def __init__(self, path: Path, namers: dict[str, Namer]) -> None:
        self.namers = namers
        self.templates = {}
        own, common = read(path), read(COMMON)
        for language in common | own:
            self.templates[language] = common.get(language, {}) | own.get(language, {})

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.templates)

    def template(self, key: str, language: str, about_reader: bool) -> str:
        for name in (language, "en"):
            found = self.templates.get(name, {})
            if about_reader and f"{key}.you" in found:
                return found[f"{key}.you"]
            if key in found:
                return found[key]
        raise KeyError(f"no words for {key!r}")

    def say(
        self, said: Line, edition: Any, language: str = "en", me: int | None = None, names: Iterable[str] = ()
    ) -> str:
        """A line as a sentence for the reader in seat `me`."""
        about_reader = me is not None and said.fields.get("who") == me
        text = self.template(said.key, language, about_reader)
        return Sentence(self, edition, language, me, tuple(names)).vformat(text, (), said.fields)


class Sentence(string.Formatter):
    """Fills one template: the part behind the colon chooses who names the number."""

    def __init__(self, words: Words, edition: Any, language: str, me: int | None, names: tuple[str, ...]) -> None:
        self.words, self.edition, self.language, self.me, self.names = words, edition, language, me, names

    def format_field(self, value: Any, namer: str) -> str:
        if not namer:
            return str(value)
        if namer == "seat":
            return self.seat(int(value))
        if value == NONE:
            return self.words.template("unknown", self.language, False)
        return self.words.namers[namer](self.edition, int(value), self.language)

    def seat(self, seat: int) -> str:
        if seat == self.me:
            return self.words.template("you", self.language, False)
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.words.template("player", self.language, False).format(n=seat + 1)


def read(path: Path) -> dict[str, dict[str, str]]:
    """Templates by language and dotted key."""
    return {language: dict(flat(table)) for language, table in tomllib.loads(path.read_text("utf-8")).items()}


def flat(table: dict[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
