"""The server's own sentences in the reader's language: words.toml has each of them in English and in the others."""

from functools import cache
from pathlib import Path

from parlour.engine.words import read

WORDS = Path(__file__).with_name("words.toml")


@cache
def known() -> dict[str, dict[str, str]]:
    return read(WORDS)


@cache
def keys() -> dict[str, str]:
    """The key of every English sentence."""
    return {sentence: key for key, sentence in known()["en"].items()}


def translated(sentence: str, language: str) -> str:
    """A sentence of the server for a reader; one that has no words there stays as it is."""
    return known().get(language, {}).get(keys().get(sentence, ""), sentence)
