"""Words: story lines, refusals and prompts as templates by key and language.

On the wire a line is its key, its fields and its clause; `Words.say` turns it into a sentence. In a template

    {n}                    is the field itself;
    {card:card}            is what one of the game's namers calls it (a card, a place ...);
    {n|card|cards}         counts: "1 card", "3 cards"; several by how many they are;
    {rival:seat}           names a seat: "Tilda", or "you" to the reader who sits there;
    {rival:whom}           the same as an object ("dich"), {rival:to} after a preposition ("dir");
    {rival:of}             is whose it is: "Tilda's" or "your"; {rival:of-er} adds an ending to "dein";
    {known:seats}          names several seats, bit s for seat s: "Tilda and you".

A field may be a tuple; its names stand in a row: "Ada, Boris and Celeste". Lines in a row that differ in their tuples
alone are one line (`joined`), so that one action is told once.

A key with `.you` behind it is used when the line is about the reader, that is, when the field `who` is their seat.
"""

import logging
import string
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from parlour.engine.record import NONE

Namer = Callable[[Any, int, str], str]
COMMON = Path(__file__).with_name("words.toml")
SEAT_FORMS = ("seat", "whom", "to")
# A name that ends like this takes an apostrophe alone, in the languages that say so.
SIBILANTS = ("s", "x", "z", "ß")

log = logging.getLogger(__name__)
# Sentences that could not be made, by game and key. They are shown as their key; tests demand that there are none.
FAILED: Counter[tuple[str, str]] = Counter()


# An error quotes what it found; a hostile file must not fill a screen or send control codes to a terminal.
MAX_SAID = 400


def one_sentence(text: str) -> str:
    """A text as one printable line of limited length."""
    said = "".join(c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return said if len(said) <= MAX_SAID else f"{said[: MAX_SAID // 2]} … {said[-MAX_SAID // 2 :]}"


class Line(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing to say: what (key), about what (fields), and the clause that it rests on.

    `hold` asks a screen to show the table as it is for so many milliseconds before it goes on.
    """

    key: str
    fields: dict[str, Any] = {}
    clause: str = ""
    hold: int = 0


def line(key: str, clause: str = "", /, *, hold: int = 0, **fields: Any) -> Line:
    """A line with plain numbers in its fields, whatever NumPy had there."""
    return Line(key, {k: number(v) for k, v in fields.items()}, clause, hold)


def number(value: Any) -> str | int | tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(int(v) for v in value)
    return value if isinstance(value, str) else int(value)


def joined(first: Line, second: Line) -> Line | None:
    """Two lines as one, if they differ in their tuples alone.

    Tuples are for what chance brings in a row. A decision is told as soon as it is made, so its line stands by itself.
    """
    several = {k: v for k, v in first.fields.items() if isinstance(v, tuple)}
    if not several or msgspec.structs.replace(second, fields=second.fields | several) != first:
        return None
    return msgspec.structs.replace(first, fields=first.fields | {k: v + second.fields[k] for k, v in several.items()})


class Words:
    """The templates of a game over the common ones, in every language that they have."""

    def __init__(self, path: Path, namers: dict[str, Namer]) -> None:
        self.game = path.parent.name
        self.namers = namers
        self.templates = {}
        own, common = read(path), read(COMMON)
        for language in common | own:
            self.templates[language] = common.get(language, {}) | own.get(language, {})

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.templates)

    def template(self, key: str, language: str, about_reader: bool = False) -> str:
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
        """A line as a sentence for the reader in seat `me`; its key, logged and counted, if that fails."""
        try:
            about_reader = me is not None and said.fields.get("who") == me
            text = self.template(said.key, language, about_reader)
            return Sentence(self, edition, language, me, tuple(names)).fill(text, said.fields)
        except Exception as error:
            # A fault in a template or a namer must not end a connection or a game.
            FAILED[self.game, said.key] += 1
            log.error("%s: cannot say %r in %r with %r: %r", self.game, said.key, language, said.fields, error)
            return said.key


class Gap(NamedTuple):
    """A gap in a template and the text before it; behind the last gap there is only text."""

    text: str
    field: str | None
    # A singular and a plural, if it counts.
    nouns: tuple[str, ...]
    namer: str


@lru_cache(10_000)
def gaps_of(template: str) -> tuple[Gap, ...]:
    """A template taken apart."""
    found = []
    for text, field, namer, _ in string.Formatter().parse(template):
        name, *nouns = (field or "").split("|")
        found.append(Gap(text, None if field is None else name, tuple(nouns), namer or ""))
    return tuple(found)


class Sentence:
    """Fills one template: the part behind the colon chooses who names the number."""

    def __init__(self, words: Words, edition: Any, language: str, me: int | None, names: tuple[str, ...]) -> None:
        self.words, self.edition, self.language, self.me, self.names = words, edition, language, me, names

    def fill(self, template: str, fields: dict[str, Any]) -> str:
        said = []
        for text, field, nouns, namer in gaps_of(template):
            said.append(text)
            if field is not None:
                value = fields[field]
                said.append(counted(value, nouns) if nouns else self.named(value, namer))
        return "".join(said)

    def named(self, value: Any, namer: str) -> str:
        if isinstance(value, tuple):
            return self.row([self.named(one, namer) for one in value])
        if not namer:
            return str(value)
        if namer in SEAT_FORMS:
            return self.seat(int(value), namer)
        if namer.partition("-")[0] == "of":
            return self.owner(int(value), namer.partition("-")[2])
        if namer == "seats":
            return self.seats(int(value))
        if value == NONE:
            return self.word("unknown")
        return self.words.namers[namer](self.edition, int(value), self.language)

    def word(self, key: str) -> str:
        return self.words.template(key, self.language)

    def seat(self, seat: int, form: str = "seat") -> str:
        """A seat as the reader calls it."""
        return self.word(f"seat.you-{form}") if seat == self.me else self.name(seat)

    def owner(self, seat: int, ending: str) -> str:
        """Whose something is."""
        if seat == self.me:
            return self.word("seat.you-of") + ending
        name = self.name(seat)
        return name + self.word("seat.of-hissing" if name.endswith(SIBILANTS) else "seat.of")

    def seats(self, bits: int) -> str:
        """Several seats, the reader last."""
        found = [s for s in range(bits.bit_length()) if bits >> s & 1]
        found.sort(key=lambda s: s == self.me)
        return self.row([self.seat(s, "to") for s in found])

    def row(self, names: list[str]) -> str:
        *before, last = names
        return f"{', '.join(before)} {self.word('seat.and')} {last}" if before else last

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else self.word("seat.player").format(n=seat + 1)


def counted(value: Any, nouns: tuple[str, ...]) -> str:
    n = len(value) if isinstance(value, tuple) else value
    return f"{n} {nouns[0 if n == 1 else 1]}"


def fields_of(template: str) -> set[str]:
    """The fields that a template needs."""
    return {gap.field for gap in gaps_of(template) if gap.field is not None}


def read(path: Path) -> dict[str, dict[str, str]]:
    """Templates by language and dotted key."""
    return {language: dict(flat(table)) for language, table in tomllib.loads(path.read_text("utf-8")).items()}


def names_in(path: Path) -> Callable[[Line, str], str]:
    """What says how a game calls what no edition prints: lines of its words, in a language, that need no namer."""
    templates = read(path)

    def spoken(said: Line, language: str) -> str:
        return templates.get(language, templates["en"])[said.key].format(**said.fields)

    return spoken


def flat(table: dict[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
