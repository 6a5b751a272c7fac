"""How rules are compiled; `parlour.engine.linking` holds what differs from Numba's own way to compile.

A rule is an ordinary Python function on records. `@rule` compiles it; `specialise` copies a generic
function (a kernel) and gives it one game's rules to call. With NUMBA_DISABLE_JIT=1 the same sources run
as plain Python.

Numba's disk cache does not notice when another file changes, nor that bounds checking was switched on.
So every function is cached in a folder named by the hash of all the sources that it can call: its own module and
whatever that imports, directly or not. A change to one game then recompiles that game and no other; a change of
words, comments or docstrings recompiles nothing. Where the sources lie does not matter either: a second clone
with the same sources uses what the first has compiled.
"""

import ast
import gc
import hashlib
import logging
import os
import re
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core.caching import UserProvidedCacheLocator

from parlour.engine.private import make_private

LOG = logging.getLogger(__name__)

linking: types.ModuleType | None
try:
    from parlour.engine import linking
except (ImportError, AttributeError) as missing:
    linking = None
    LOG.warning("compiling takes twice as long: this Numba cannot link late (%s)", missing)

F = TypeVar("F", bound=Callable[..., Any])

PARSING = threading.Lock()

CONFIG: Any = numba.config
KEPT_DAYS = 14
# What the folders of the cache are called: a name and a hash. Nothing else in there is ours to delete.
FOLDER = re.compile(r".+-[0-9a-f]{16}")
COPIED: set[Callable[..., Any]] = set()
THOROUGH: set[Callable[..., Any]] = set()
# The cache folders of all that this process has made compilable.
FOLDERS: set[Path] = set()


class SharedLocator(UserProvidedCacheLocator):
    """Finds a function's cache by the name of its source folder, whatever path and line it stands at.

    The folder in CACHE_DIR is named by the hash of the sources, so no stamp of a file is needed.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return "0"


CONFIG.CACHE_LOCATOR_CLASSES = f"{__name__}.{SharedLocator.__name__}"


def rule(fn: F) -> F:
    """Compile a rule; its numbers are the same compiled and interpreted if it widens what it reads."""
    return compiled(fn, source_file(fn))


def inlined(fn: F) -> F:
    """A rule that is copied into whatever calls it: no call, no reference counting of array arguments."""
    return compiled(fn, source_file(fn), inline=True)


def copied(kernel: F) -> F:
    """A kernel that is copied into whatever calls it, as an inlined rule is, once it has a game's rules to call."""
    COPIED.add(kernel)
    return kernel


def thorough(kernel: F) -> F:
    """A kernel whose nested functions are optimised level by level: slower to compile, up to 5% faster."""
    THOROUGH.add(kernel)
    return kernel


def source_file(fn: Callable[..., Any]) -> Path:
    """The file that a function, compiled or not, was written in."""
    return Path(getattr(fn, "py_func", fn).__code__.co_filename)


def specialise(fn: Callable[..., Any], names: Mapping[str, Any], owner: str, *files: Path) -> Any:
    """A copy of a kernel that calls the rules in `names`, compiled and cached for its owner alone.

    `files` are the sources of those rules. Two copies that share a qualified name would silently share a cache
    entry, so each gets its own.
    """
    copy = types.FunctionType(fn.__code__, {**fn.__globals__, **names}, fn.__name__, fn.__defaults__)
    copy.__qualname__ = f"{fn.__qualname__}__{owner}"
    copy.__module__ = fn.__module__
    copy.__doc__ = fn.__doc__
    copy.__dict__["thorough"] = fn in THOROUGH
    return compiled(copy, source_file(fn), *files, inline=fn in COPIED)


def compiled(fn: F, *files: Path, inline: bool = False) -> F:
    """Hand a function to Numba with the cache folder that belongs to its sources."""
    CONFIG.CACHE_DIR = str(cache_folder(frozenset(files)))
    if CONFIG.DISABLE_JIT:
        return fn
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": inline}
    if linking is None:
        made: Any = numba.njit(cache=True, **options)(fn)
        return made  # type: ignore[no-any-return]
    made = linking.LateDispatcher(fn, {}, {"nopython": True, "boundscheck": None, **options})
    made.enable_caching()
    return made  # type: ignore[no-any-return]


def explain_faults(explain: Callable[..., Exception]) -> None:
    """Let a function turn what Numba says of a rule that it cannot compile into something shorter."""
    if linking is not None:
        linking.LateDispatcher.explain = staticmethod(explain)


def watch_compiling(begun: Callable[[str], None], found: Callable[[str], None] | None = None) -> None:
    """Tell a function the name of every function whose compiling begins, and another of each that was in the cache."""
    if linking is not None:
        linking.WATCHERS.append(begun)
        linking.FINDERS.extend([found] if found else [])


@cache
def cache_folder(files: frozenset[Path]) -> Path:
    """Where functions made from these files, and from what they import, are cached."""
    key = hashlib.sha256(versions().encode())
    for source in sorted(closure(files), key=module_name):
        key.update(module_name(source).encode() + b"\0" + read_source(source)[0])
    path = used_folder(min(f.parent.name for f in files), key.hexdigest())
    FOLDERS.add(path)
    return path


def used_folder(name: str, key: str) -> Path:
    """A folder of the cache, made if it is missing; it counts as used today."""
    path = cache_root() / f"{name}-{key[:16]}"
    make_private(path.parent)
    make_private(path)
    os.utime(path)
    return path


def versions() -> str:
    """What compiles, and how: whatever is compiled by another Python, NumPy or Numba is of no use here."""
    return "|".join((sys.version, np.__version__, numba.__version__, str(CONFIG.BOUNDSCHECK)))


def processor() -> str:
    """The processor that this process compiles for; Numba finds nothing in its cache that is for another."""
    name, features = CONFIG.CPU_NAME, CONFIG.CPU_FEATURES
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    return f"{name or binding.get_host_cpu_name()} {features}"


def holds_code(folder: Path) -> bool:
    """Whether there is machine code in a cache folder; loading a game makes folders that were deleted, but empty."""
    return any(folder.rglob("*.nbc"))


def is_all_saved() -> bool:
    """Whether all that this process has compiled is in the cache."""
    return linking is None or not linking.UNSAVED


def closure(files: frozenset[Path]) -> set[Path]:
    """The files and all that they import, directly or not, of Parlour and of the package that they belong to."""
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting += imported_files(source)
    return found


@cache
def imported_files(source: Path) -> list[Path]:
    """The files that a source imports, of its own package and of Parlour.

    An installed Parlour lies beside NumPy and Numba: their sources do not count, as their versions do.
    """
    found = []
    for home in {outermost(source), outermost(Path(__file__))}:
        inside = [name.split(".") for name in read_source(source)[1]]
        candidates = [home.parent.joinpath(*parts) for parts in inside if home.suffix or parts[0] == home.name]
        found += [f for c in candidates for f in (c.with_suffix(".py"), c / "__init__.py") if f.is_file()]
    return found


def outermost(source: Path) -> Path:
    """The folder of the outermost package of a source, or a source that belongs to none."""
    root = package_root(source)
    return root / source.relative_to(root).parts[0]


def module_name(source: Path) -> str:
    """A source as the path inside its package: the same in every clone."""
    return source.relative_to(package_root(source)).as_posix()


@cache
def package_root(source: Path) -> Path:
    """The folder that holds the outermost package of a source."""
    folder = source.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


@cache
def read_source(source: Path) -> tuple[bytes, tuple[str, ...]]:
    """A hash of what a source file does (comments, docstrings and line numbers do not count), and what it imports."""
    tree = parse(source.read_bytes())
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            node.body[0] = ast.Pass()
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = imported_from(source, node)
            names += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return hashlib.sha256(ast.dump(tree).encode()).digest(), tuple(names)


def imported_from(source: Path, node: ast.ImportFrom) -> str:
    """The whole name of the module that a `from` names, relative (`from .state import X`) or not."""
    if not node.level:
        return node.module or ""
    package = source.relative_to(package_root(source)).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def parse(text: bytes) -> ast.Module:
    """A syntax tree, whatever other threads parse meanwhile; formatting a traceback does, too.

    Python 3.11 raises SystemError if another thread parses before this one is ready, which can only be while garbage is
    collected.
    """
    with PARSING:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return ast.parse(text)
        finally:
            if collecting:
                gc.enable()


def cache_root() -> Path:
    """The folder of compiled rules, and of nothing else, in PARLOUR_CACHE or where this system keeps caches."""
    chosen = os.environ.get("PARLOUR_CACHE")
    return (Path(chosen) if chosen else platformdirs.user_cache_path("parlour", appauthor=False)) / "compiled-rules"


def prune_cache() -> None:
    """Delete compiled rules that no clone has used for two weeks."""
    import shutil

    for folder in cache_root().iterdir():
        if not FOLDER.fullmatch(folder.name):
            continue
        if is_older(folder, KEPT_DAYS):
            shutil.rmtree(folder, ignore_errors=True)
        # A process that was killed while it wrote leaves these behind.
        for file in folder.rglob("*.tmp.*"):
            if is_older(file, 1):
                file.unlink(missing_ok=True)


def is_older(path: Path, days: int) -> bool:
    """Whether nobody has used a folder, or written a file, for so many days."""
    try:
        return time.time() - path.stat().st_mtime > days * 86400
    except FileNotFoundError:
        return False


def enum(count: int) -> tuple[np.int64, ...]:
    """Constants 0, 1, 2, ... of one width, so that no rule is compiled once for each value."""
    return tuple(np.int64(i) for i in range(count))


def places(names: Iterable[str], *wanted: str) -> tuple[np.int64, ...]:
    """Constants like those of `enum`: the places of these names in a list, whatever its order."""
    numbers = {name: np.int64(i) for i, name in enumerate(names)}
    return tuple(numbers[name] for name in wanted)
