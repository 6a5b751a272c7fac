"""Every key that the source can produce has words with exactly the fields that it is given, in every language."""

import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest

from parlour.engine import registry
from parlour.engine import words as engine_words
from parlour.engine.words import SEAT_FORMS, fields_of, read
from places import folder_of
from words.keys import Said, Source, Unreadable

ENGINE = Path(engine_words.__file__).parent
PLACES = {name: (folder_of(name), registry.packages()[name]) for name in registry.names()} | {
    "engine": (ENGINE, "parlour.engine")
}
# Said by the server about its own editions and by `Words` itself, by name and not by `line`.
NOT_LINES = ("shelf.", "seat.", "unknown")
# Given to every line that is about a player: it chooses the `.you` form, and screens show whose line it is.
ALWAYS = {"who"}
# Common keys that only games say.
SAID_BY_GAMES = {"story.starts", "story.win", "story.draw-game", "story.answers"}


@cache
def said_in(place: str) -> tuple[Said, ...]:
    folder, package = PLACES[place]
    found = []
    for path in sorted(folder.rglob("*.py")):
        if re.search(r"\b([lL]ine|text)\(", path.read_text("utf-8")):
            found += Source(path, f"{package}.{'.'.join(path.relative_to(folder).with_suffix('').parts)}").said()
    return tuple(found)


@cache
def templates(place: str) -> dict[str, dict[str, str]]:
    return read(PLACES[place][0] / "words.toml")


def forms(place: str, language: str, key: str) -> list[str]:
    """The words for a key, and its `.you` form; from the common words if the game has none of its own."""
    for where in (place, "engine"):
        table = templates(where).get(language, {})
        if key in table:
            return [table[k] for k in (key, f"{key}.you") if k in table]
    return []


def spoken(place: str) -> list[str]:
    """The languages in which a game tells its story; one that only has words for the shelf is not among them."""
    tables = templates(place).items()
    return [language for language, table in tables if any(not k.startswith(NOT_LINES) for k in table)]


@pytest.mark.parametrize("place", PLACES)
def test_every_key_has_words_with_the_fields_that_it_is_given(place: str) -> None:
    wrong = []
    for said in said_in(place):
        for language in spoken(place):
            found = forms(place, language, said.key)
            if not found:
                wrong.append(f"{said.where}: no words for {said.key} in {language}")
            missing = {f for text in found for f in fields_of(text)} - said.fields
            wrong += [f"{said.where}: {said.key} in {language} needs {{{f}}}" for f in sorted(missing)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", PLACES)
def test_every_field_that_is_given_is_used(place: str) -> None:
    """In each language by itself, by the key or by its `.you` form."""
    wrong = []
    for said in said_in(place):
        # What somebody did not see is told by the same call as what they saw, with NONE for the card.
        keys = {said.key, said.key.removesuffix("-unseen")}
        for language in spoken(place):
            used = {f for key in keys for text in forms(place, language, key) for f in fields_of(text)}
            unused = sorted(said.fields - ALWAYS - used)
            wrong += [f"{said.where}: {said.key} in {language} does not say {{{field}}}" for field in unused]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", PLACES)
def test_every_template_is_said_by_something(place: str) -> None:
    said = {s.key for s in said_in(place)} | (SAID_BY_GAMES if place == "engine" else set())
    known = {key for table in templates(place).values() for key in table if not key.startswith(NOT_LINES)}
    assert {key.removesuffix(".you") for key in known} - said == set()


@pytest.mark.parametrize("place", PLACES)
def test_languages_have_the_same_keys(place: str) -> None:
    keys = {
        language: {k for k in templates(place)[language] if not k.startswith(NOT_LINES)} for language in spoken(place)
    }
    assert len(set(map(frozenset, keys.values()))) == 1


@pytest.mark.parametrize("place", registry.names())
def test_every_namer_exists(place: str) -> None:
    known = {*registry.load(place).part("words").NAMERS, *SEAT_FORMS, "of", "seats", ""}
    for where in (place, "engine"):
        for text in (text for table in templates(where).values() for text in table.values()):
            namers = {(spec or "").partition("-")[0] for _, _, spec, _ in string.Formatter().parse(text)}
            assert namers <= known, text


# "of you", "{n} flags": a seat after "of" needs its possessive, and a counted noun its singular.
CLUMSY = re.compile(r"\bof \{\w+:seat\}|\{(n|points|cards|met|total|value)\} [a-z]+s\b")


@pytest.mark.parametrize("place", PLACES)
def test_seats_and_numbers_have_their_forms(place: str) -> None:
    for key, text in templates(place)["en"].items():
        assert not CLUMSY.search(text), f"{key}: {text}"


def test_common_keys_are_said_by_games() -> None:
    said = {s.key for place in PLACES if place != "engine" for s in said_in(place)}
    assert said >= SAID_BY_GAMES


# The reader itself

EXAMPLE = """
from parlour.engine.words import line
TABLE = {1: ("one", "a"), 2: ("two", "b")}

def told(key, **fields):
    return line(key, "X-1", **fields)

def unseen(key, card):
    return key if card else f"{key}-unseen"

def tell(g):
    told("story.a", who=1)
    told("story.b", n=2, who=3)
    name, _ = TABLE[g]
    line(f"move.{name}", hold=2)
    line(unseen("story.c", g), card=g)
    return line("story.d" if g else "story.e", **{"x": 1})
"""


def read_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> set[tuple[str, frozenset[str]]]:
    name = f"keys_{abs(hash(text))}"
    path = tmp_path / f"{name}.py"
    path.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return {(s.key, s.fields) for s in Source(path, name).said()}


def test_keys_are_read_from_literals_choices_tables_arguments_and_helpers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_example(tmp_path, monkeypatch, EXAMPLE) == {
        ("story.a", frozenset({"who"})),
        ("story.b", frozenset({"n", "who"})),
        ("move.one", frozenset()),
        ("move.two", frozenset()),
        ("story.c", frozenset({"card"})),
        ("story.c-unseen", frozenset({"card"})),
        ("story.d", frozenset({"x"})),
        ("story.e", frozenset({"x"})),
    }


@pytest.mark.parametrize("call", ["line(g.name)", "line(f'a.{g.b()}')", "line('a', **g.fields)"])
def test_a_key_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    ast.parse(call)
    with pytest.raises(Unreadable):
        read_example(tmp_path, monkeypatch, f"{EXAMPLE}\ndef bad(g):\n    return {call}\n")


@pytest.mark.parametrize("use", ["from {name} import told", "import {name}\n{name}.told('story.z')"])
def test_a_helper_that_takes_a_key_is_used_in_its_own_module_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use: str
) -> None:
    """What another module gives it would not be read, and its keys would go unchecked."""
    name = f"keys_{abs(hash(EXAMPLE))}"
    (tmp_path / "other.py").write_text(use.format(name=name), "utf-8")
    with pytest.raises(Unreadable, match=r"'told' takes a key, and what other\.py gives is not read"):
        read_example(tmp_path, monkeypatch, EXAMPLE)
