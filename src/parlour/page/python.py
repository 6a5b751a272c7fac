"""The Python of a page as one archive: the sources that it needs, some of them with another in their place."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1]
INSTEAD = Path(__file__).parent / "instead"

# Which packages a page has, and files of its own beside them.
PACKAGES = ("engine", "bots", "editions", "games", "server/table", "server/wire")
FILES = (
    "__init__.py",
    "bot_names.py",
    "lesson.py",
    "rulebook.py",
    "shelf.py",
    "page/__init__.py",
    "page/begin.py",
    "page/house.py",
    "page/inside.py",
    "server/__init__.py",
    "server/admin/__init__.py",
    "server/admin/forgetting.py",
    "server/fleet/__init__.py",
    "server/fleet/tables.py",
    "server/http/__init__.py",
    "server/http/lessons.py",
    "server/http/my_tables.py",
    "server/http/retelling.py",
    "server/http/shelf.py",
    "server/http/words.py",
    "server/http/words.toml",
    "server/store/__init__.py",
    "server/store/faults.py",
    "server/store/records.py",
    "server/store/seats.py",
    "server/store/tokens.py",
)
# What needs threads, a database, Numba or NumPy, and what stands in its place.
REPLACED = {
    "numpy.py": "numpy.py",
    "parlour/engine/jit.py": "jit.py",
    "parlour/bots/bot.py": "bot.py",
    "parlour/server/store/codes.py": "codes.py",
    "parlour/server/store/incidents.py": "incidents.py",
    "parlour/server/store/reading.py": "reading.py",
    "parlour/server/store/store.py": "store.py",
    "parlour/server/table/fair_pool.py": "fair_pool.py",
    "parlour/server/table/games.py": "games.py",
}
# What nobody imports there.
LEFT_OUT = {"linking.py", "drawing.py", "schema.py", "__pycache__"}
KINDS = (".py", ".toml", ".md")
# All files of an archive have this time, so that the same sources give the same bytes.
WHEN = (2020, 1, 1, 0, 0, 0)


def members() -> Iterator[tuple[str, Path]]:
    """The files of the archive: their names there, and where they are."""
    yield from ((name, INSTEAD / file) for name, file in REPLACED.items())
    for path in [*(SOURCES / name for name in FILES), *in_packages()]:
        name = f"parlour/{path.relative_to(SOURCES).as_posix()}"
        if name not in REPLACED:
            yield name, path


def in_packages() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((SOURCES / package).rglob("*")):
            parts = {*path.relative_to(SOURCES).parts}
            # The template is no game that anybody plays.
            if path.suffix in KINDS and not parts & LEFT_OUT and "template" not in parts:
                yield path


def write_archive(to: Path) -> None:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(members()):
            archive.writestr(zipfile.ZipInfo(name, WHEN), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
