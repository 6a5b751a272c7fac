"""`parlour new`: copies the blank game that lies here, a whole game as small as one can be, under another name.

The blank game is on no list of games. It is copied into the sources of Parlour, or with `--into` into a folder of its
own that is installed beside Parlour and found by its entry point.
"""

import keyword
import re
from dataclasses import dataclass
from pathlib import Path

from parlour.engine import registry

BLANK = Path(__file__).parent
# The folder that holds src, tests and docs, when Parlour runs from its sources.
ROOT = BLANK.parents[2]
# Names in the blank game, in the order in which they are replaced.
PACKAGE, TITLE, PREFIX, NAME = "parlour.new.game", "Blank Game", "BLK", "blank"


@dataclass(frozen=True)
class NewGame:
    """What the new game is called, and the package that will hold it."""

    name: str
    prefix: str
    title: str
    package: str

    def of(self, text: str) -> str:
        """A text of the blank game for the new one."""
        for old, new in ((PACKAGE, self.package), (TITLE, self.title), (PREFIX, self.prefix)):
            text = text.replace(old, new)
        return re.sub(rf"\b{NAME}\b", self.name, text)


def write_new(name: str, prefix: str, title: str | None = None, into: Path | None = None) -> list[Path]:
    """Write a blank game under a name; the files that were written."""
    check_names(name, prefix)
    shown = title or name.replace("_", " ").title()
    if into is not None:
        return write_files(NewGame(name, prefix, shown, name), plugin_places(name, into))
    if not is_checkout(ROOT):
        raise ValueError("Parlour does not run from its sources here: add --into FOLDER to make a package of its own")
    return write_files(NewGame(name, prefix, shown, f"{registry.HOME}.{name}"), own_places(name, ROOT))


def check_names(name: str, prefix: str) -> None:
    """Refuse what cannot be a package or a prefix, and what there is already."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", name) or keyword.iskeyword(name):
        raise ValueError(f"{name!r} cannot be a game's name: small letters, digits and _, as for a Python package")
    if not re.fullmatch(r"[A-Z]{2}", prefix):
        raise ValueError(f"{prefix!r} cannot be a prefix of clauses: two capital letters, such as CS")
    if name in registry.packages():
        raise ValueError(f"there is a game {name!r} already")
    for other in registry.names():
        if registry.about(other).clauses == prefix:
            raise ValueError(f"{prefix} is the prefix of {other} already")


def is_checkout(root: Path) -> bool:
    """Whether a folder holds the sources of Parlour with their tests."""
    return (root / "tests" / "conformance").is_dir() and (root / "docs" / "games").is_dir()


def own_places(name: str, root: Path) -> dict[Path, Path]:
    """Where the files of the blank game go in the sources of Parlour."""
    tests = root / "tests" / "games" / name
    return game_files(root / "src" / "parlour" / "games" / name, tests) | {
        BLANK / "page.md": root / "docs" / "games" / f"{name}.md"
    }


def plugin_places(name: str, root: Path) -> dict[Path, Path]:
    """Where the files of the blank game go in a package of its own."""
    more = {BLANK / "page.md": root / "README.md", BLANK / "pyproject.toml.txt": root / "pyproject.toml"}
    return game_files(root / "src" / name, root / "tests") | more


def game_files(game: Path, tests: Path) -> dict[Path, Path]:
    sources = [path for path in (BLANK / "game").iterdir() if path.is_file()]
    found = {path: game / path.name for path in sorted(sources)}
    return found | {path: tests / path.stem for path in sorted((BLANK / "tests").iterdir())}


def write_files(game: NewGame, places: dict[Path, Path]) -> list[Path]:
    """Write every file, unless one of them is there already."""
    for path in places.values():
        if path.exists():
            raise ValueError(f"{path} is there already; nothing was written")
    for source, path in places.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(game.of(source.read_text("utf-8")), "utf-8")
    return list(places.values())
