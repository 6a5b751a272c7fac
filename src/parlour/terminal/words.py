"""The terminal's own sentences, all of them in words.toml. Imports nothing heavy: `parlour --help` uses it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de")
# Where a system says which language it speaks, the most particular first.
PLACES = ("LC_ALL", "LC_MESSAGES", "LANG")
SOFT_HYPHEN = "\u00ad"


class Spoken:
    """The language of this program, for its own sentences and for those of the games."""

    language = LANGUAGES[0]


def language() -> str:
    return Spoken.language


def use_language(name: str) -> None:
    """One of LANGUAGES."""
    Spoken.language = name


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a system is set to, or English where we do not speak it."""
    found = next((environment[place] for place in PLACES if environment.get(place)), "")
    return found[:2].lower() if found[:2].lower() in LANGUAGES else LANGUAGES[0]


@cache
def templates(language: str) -> dict[str, dict[str, str]]:
    text = Path(__file__).with_name("words.toml").read_text("utf-8")
    return dict(tomllib.loads(text)[language])


def say(key: str, **fields: Any) -> str:
    """The sentence `section.name` with its fields filled in."""
    section, _, name = key.partition(".")
    return templates(language())[section][name].format(**fields)


def plain(text: str) -> str:
    """Text from a file made safe for a terminal: nothing in it can move the cursor or colour the screen.

    Where a browser may break a long word is nothing for a terminal, which would print a sign there.
    """
    text = text.replace(SOFT_HYPHEN, "")
    if text.isprintable():
        return text  # nearly all are, and every screen has thousands
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def clean(data: Any) -> Any:
    """A view whose every string is plain."""
    if isinstance(data, str):
        return plain(data)
    if isinstance(data, list):
        return [clean(item) for item in data]
    if isinstance(data, dict):
        return {key: clean(value) for key, value in data.items()}
    return data
