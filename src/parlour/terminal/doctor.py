"""`parlour doctor`: versions, the cache, the games and the terminal, for finding out why something fails."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
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
    for name in PACKAGES:
        yield tried(name, partial(examine_package, name))
    yield tried("compiling", examine_linking)
    yield tried("the browser's pages", examine_pages)
    yield tried("compiled rules", examine_cache)
    yield tried("running games", examine_home)
    for name in registry.names(shelf_only=True):
        yield tried(name, partial(examine_game, name))
    yield tried("terminal", partial(examine_terminal, console))


def tried(what: str, examination: Callable[[], Finding]) -> Finding:
    """A finding, whatever happens: what an examination dies of is what it has found."""
    try:
        return examination()
    except Exception as error:
        return Finding(what, f"{type(error).__name__}: {error}", good=False)


def examine_package(name: str) -> Finding:
    """Import a package: one that is listed as installed may be damaged, or lack a library of the system."""
    import_module(name.replace("-", "_"))
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
    try:
        tempfile.TemporaryFile(dir=existing).close()
    except OSError:
        return False
    return True


def examine_game(name: str) -> Finding:
    """Load a game and check its editions."""
    game = registry.load(name)
    editions = len(game.own_editions)
    return Finding(name, f"rules version {game.about.version}, {game.state.dtype.itemsize} bytes, {editions} editions")


def examine_terminal(console: Console) -> Finding:
    colours = console.color_system or "no colours"
    narrow = "" if console.width >= NARROWEST else f", narrower than the {NARROWEST} that tables need"
    return Finding("terminal", f"{console.width} columns, {colours}{narrow}", not narrow)
