"""Which edition somebody means: a file, a name that comes with a game, or `base`; and of which game it is."""

from pathlib import Path
from typing import Any

from parlour.editions.shapes import folder_of, shape_of
from parlour.engine import registry
from parlour.engine.bounded import MAX_TOML_BYTES, read_bounded
from parlour.engine.edition import EditionError, parse_toml
from parlour.engine.faults import fields_of


def read_text(path: Path) -> str:
    """A file's text; EditionError if it cannot be one of an edition."""
    try:
        data = read_bounded(path, MAX_TOML_BYTES)
    except OSError as error:
        raise EditionError(path.name, 1, "", f"this cannot be read: {error.strerror}") from None
    return decode(data, path.name)


def decode(data: bytes, file: str) -> str:
    if len(data) > MAX_TOML_BYTES:
        raise EditionError(file, 1, "", f"an edition has at most {MAX_TOML_BYTES:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise EditionError(file, line, "", "this is not UTF-8 text") from None


def game_of(data: dict[str, Any], file: str) -> str:
    """Of which game an edition's data is: as it says itself, or by the fields that it has."""
    named = data.get("game")
    if named in registry.names():
        return str(named)
    if named:
        known = ", ".join(registry.names(shelf_only=True))
        raise EditionError(file, 1, "game", f"there is no game {named!r}; there are {known}")
    alike = {name: likeness(data, name) for name in registry.names(shelf_only=True)}
    best = max(alike, key=lambda name: alike[name])
    if list(alike.values()).count(alike[best]) > 1 or alike[best] < 1:
        raise EditionError(file, 1, "game", 'which game is this for? Add a line such as game = "heartcatchers"')
    return best


def likeness(data: dict[str, Any], game: str) -> int:
    """How many of the fields are those of an edition of a game, less those that are not."""
    known = set(fields_of(shape_of(game)))
    return len(known & set(data)) - len(set(data) - known)


def find(text: str, game: str | None = None) -> tuple[str, str, str]:
    """The game, the file's name and the text of an edition that somebody names by `base`, a name or a path."""
    if game is not None:
        registry.about(game)
        name = "edition" if text == "base" else text
        if name in registry.editions(game):
            return game, f"{name}.toml", (folder_of(game) / f"{name}.toml").read_text("utf-8")
    path = Path(text)
    content = read_text(path)
    return game or game_of(parse_toml(content, path.name), path.name), path.name, content
