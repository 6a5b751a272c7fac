"""The terminal's own sentences, all of them in words.toml. Imports nothing heavy: `parlour --help` uses it."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGE = "en"


@cache
def templates() -> dict[str, dict[str, str]]:
    text = Path(__file__).with_name("words.toml").read_text("utf-8")
    return dict(tomllib.loads(text)[LANGUAGE])


def say(key: str, **fields: Any) -> str:
    """The sentence `section.name` with its fields filled in."""
    section, _, name = key.partition(".")
    return templates()[section][name].format(**fields)


def plain(text: str) -> str:
    """Text from a file made safe for a terminal: nothing in it can move the cursor or colour the screen."""
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
