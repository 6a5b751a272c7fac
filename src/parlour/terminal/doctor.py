"""`parlour doctor`: versions, the cache, the games and the terminal, for finding out why something fails."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from parlour.engine import registry

# All that `parlour` and `parlour serve` import.
PACKAGES = (
    *("parlour", "numba", "llvmlite", "numpy", "msgspec", "rich", "typer", "filelock", "platformdirs", "openskill"),
    *("alembic", "prometheus-client", "segno", "sqlalchemy", "starlette", "uvicorn", "websockets"),
)
OLDEST = (3, 11)
NARROWEST = 80


@dataclass(frozen=True)
class Finding:
    """One thing that was checked."""

    what: str
    found: str
    good: bool = True


def examine(console: Console) -> Iterator[Finding]:
    yield Finding("Python", f"{sys.version.split()[0]} ({sys.platform})", sys.version_info >= OLDEST)
    yield from map(examine_package, PACKAGES)
    yield examine_linking()
    yield examine_pages()
    yield examine_cache()
    yield examine_home()
    for name in registry.names(shelf_only=True):
        yield examine_game(name)
    yield examine_terminal(console)


def examine_package(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        # Run from a source tree, Parlour itself need not be installed.
        return Finding(name, "not installed", name == "parlour")


def examine_linking() -> Finding:
    from parlour.engine import jit

    late = jit.linking is not None
    return Finding("compiling", "links late" if late else "the stock way: takes twice as long with this Numba", late)


def examine_pages() -> Finding:
    pages = Path(str(files("parlour"))) / "server" / "pages" / "index.html"
    found = "built" if pages.exists() else "not built: `python3 play.py` builds them, a wheel holds them"
    return Finding("the browser's pages", found, pages.exists())


def examine_cache() -> Finding:
    from parlour.engine.jit import cache_root

    root = cache_root()
    size = sum(f.stat().st_size for f in root.rglob("*") if f.is_file()) if root.exists() else 0
    return Finding("compiled rules", f"{root}, {size / 1e6:.1f} MB", is_writable(root))


def examine_home() -> Finding:
    from parlour.home import home
    from parlour.terminal.running import left_over

    return Finding("running games", f"{home()}, {len(left_over())} left", is_writable(home()))


def is_writable(folder: Path) -> bool:
    """Whether a folder, or the nearest one above it that exists, can be written to."""
    existing = next(p for p in (folder, *folder.parents) if p.exists())
    return os.access(existing, os.W_OK)


def examine_game(name: str) -> Finding:
    """Load a game and check its editions; any exception is a finding."""
    try:
        game = registry.load(name)
        editions = len(game.own_editions)
        return Finding(
            name, f"rules version {game.about.version}, {game.state.dtype.itemsize} bytes, {editions} editions"
        )
    except Exception as error:
        return Finding(name, f"{type(error).__name__}: {error}", good=False)


def examine_terminal(console: Console) -> Finding:
    colours = console.color_system or "no colours"
    narrow = "" if console.width >= NARROWEST else f", narrower than the {NARROWEST} that tables need"
    return Finding("terminal", f"{console.width} columns, {colours}{narrow}", not narrow)
