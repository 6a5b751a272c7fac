"""Which editions there are: those that come with the games, and those in a folder."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from parlour.editions.finding import game_of, read_text
from parlour.editions.shapes import folder_of
from parlour.engine import registry
from parlour.engine.edition import EditionError, parse_toml, text_hash

# Files of a folder that are looked at.
MAX_FILES = 200


@dataclass(frozen=True)
class Listed:
    """An edition as a list shows it; `fault` says why the file of one cannot be listed."""

    game: str
    name: str
    title: str
    hash: str
    by: str = ""
    file: Path = Path()
    own: bool = False
    fault: str = ""


def list_editions(game: str | None = None, folder: Path | None = None) -> list[Listed]:
    """The editions of one game or of all: those that come with it first, then those in a folder."""
    names = registry.names(shelf_only=True) if game is None else [game]
    own = [one for name in names for one in own_editions(name)]
    theirs = [one for one in (editions_in(folder) if folder else []) if one.game in (*names, "")]
    return own + theirs


@cache
def own_editions(game: str) -> tuple[Listed, ...]:
    """The editions that come with a game, without the tiny ones, which are for tests; the base edition first."""
    found = [name for name in registry.editions(game) if not name.startswith("tiny")]
    found.sort(key=lambda name: name != "edition")
    return tuple(listed(folder_of(game) / f"{name}.toml", game) for name in found)


def editions_in(folder: Path) -> list[Listed]:
    """The editions in a folder, by their files' names; one that cannot be read says why."""
    paths = sorted(path for path in folder.glob("*.toml") if "." not in path.stem)
    return [listed_since(path, stamp_of(path)) for path in paths[:MAX_FILES]]


def stamp_of(path: Path) -> tuple[int, int]:
    """Differs after every change of a file."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(MAX_FILES * 4)
def listed_since(path: Path, stamp: tuple[int, int]) -> Listed:
    """A file as it was at that moment: whoever lists a folder again reads only what has changed."""
    return listed(path)


def listed(path: Path, game: str = "") -> Listed:
    try:
        text = read_text(path)
        data = parse_toml(text, path.name)
        game = game or game_of(data, path.name)
    except EditionError as fault:
        return Listed("", path.stem, path.stem, "", file=path, fault=str(fault))
    title, by = str(data.get("title", path.stem))[:60], str(data.get("by", ""))[:60]
    return Listed(game, path.stem, title, text_hash(text), by, path, own=path.parent == folder_of(game))


def by_hash(hash: str, game: str | None = None, folder: Path | None = None) -> Listed | None:
    """The edition with a hash, or with one that begins so, if there is just one."""
    found = [one for one in list_editions(game, folder) if hash and one.hash.startswith(hash)]
    return found[0] if len({one.hash for one in found}) == 1 else None
