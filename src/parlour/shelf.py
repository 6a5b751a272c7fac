"""What a game says about itself on the shelf, in other languages: `[de.shelf]` among its words. Loads no rules."""

from functools import cache
from pathlib import Path

from parlour.engine import registry
from parlour.engine.words import read


def shelf_text(game: str, key: str, english: str, language: str) -> str:
    """A text of the shelf in a language, or in English where it has none."""
    return words(game).get(language, {}).get(f"shelf.{key}", english)


@cache
def words(game: str) -> dict[str, dict[str, str]]:
    return read(Path(registry.package(game).__path__[0]) / "words.toml")
