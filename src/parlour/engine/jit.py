"""The one door to Numba.

A rule is an ordinary Python function on records. `@rule` compiles it; `specialise` copies a generic
function (a kernel) and gives it one game's rules to call. With NUMBA_DISABLE_JIT=1 the same sources run
as plain Python.

Numba's disk cache does not notice when another file changes, nor that bounds checking was switched on.
So every function is cached in a folder named by the hash of all the sources that it can call: its own
package and the engine, but for the modules that only speak to people. A change to one game then recompiles that
game and no other, and a change of words recompiles nothing.
"""

import hashlib
import os
import sys
import time
import types
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

ENGINE = Path(__file__).parent
CONFIG: Any = numba.config
KEPT_DAYS = 14
COPIED: set[Callable[..., Any]] = set()

# Modules, of the engine and of every game, that no compiled function calls or takes a constant from.
SPEAKING = {"about.py", "game.py", "log.py", "registry.py", "table.py", "view.py", "words.py"}


def rule(fn: F) -> F:
    """Compile a rule; its numbers are the same compiled and interpreted if it widens what it reads."""
    return compiled(fn, source_folder(fn))


def inlined(fn: F) -> F:
    """A rule that is copied into whatever calls it: no call, no counting of who holds the arrays that it is given."""
    return compiled(fn, source_folder(fn), inline=True)


def copied(kernel: F) -> F:
    """A kernel that is copied into whatever calls it, as an inlined rule is, once it has a game's rules to call."""
    COPIED.add(kernel)
    return kernel


def source_folder(fn: Callable[..., Any]) -> Path:
    """The folder of the file that a function, compiled or not, was written in."""
    return Path(getattr(fn, "py_func", fn).__code__.co_filename).parent


def specialise(fn: Callable[..., Any], names: Mapping[str, Any], owner: str, *folders: Path) -> Any:
    """A copy of a kernel that calls the rules in `names`, compiled and cached for its owner alone.

    Two copies that share a qualified name would silently share a cache entry, so each gets its own.
    """
    copy = types.FunctionType(fn.__code__, {**fn.__globals__, **names}, fn.__name__, fn.__defaults__)
    copy.__qualname__ = f"{fn.__qualname__}__{owner}"
    copy.__module__ = fn.__module__
    copy.__doc__ = fn.__doc__
    return compiled(copy, source_folder(fn), *folders, inline=fn in COPIED)


def compiled(fn: F, *folders: Path, inline: bool = False) -> F:
    """Hand a function to Numba with the cache folder that belongs to its sources."""
    CONFIG.CACHE_DIR = str(cache_folder(frozenset((ENGINE, *folders))))
    made: Any = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(fn)
    return made


@cache
def cache_folder(folders: frozenset[Path]) -> Path:
    """Where functions made from these folders' sources are cached."""
    versions = (sys.version, np.__version__, numba.__version__, str(CONFIG.BOUNDSCHECK))
    key = hashlib.sha256("|".join(versions).encode())
    for folder in sorted(folders):
        for source in sorted(s for s in folder.glob("*.py") if s.name not in SPEAKING):
            key.update(source.name.encode() + b"\0" + source.read_bytes())
    path = cache_root() / f"{min(f.name for f in folders if len(folders) == 1 or f != ENGINE)}-{key.hexdigest()[:16]}"
    path.mkdir(parents=True, exist_ok=True)
    os.utime(path)
    return path


def cache_root() -> Path:
    """The folder of compiled rules: PARLOUR_CACHE, or where this system keeps caches."""
    if chosen := os.environ.get("PARLOUR_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "parlour" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/parlour"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "parlour"


def prune_cache() -> None:
    """Delete compiled rules that nobody has used for two weeks."""
    import shutil

    for folder in cache_root().glob("*-????????????????"):
        if time.time() - folder.stat().st_mtime > KEPT_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def enum(count: int) -> tuple[np.int64, ...]:
    """Constants 0, 1, 2, ... of one width, so that no rule is compiled once for each value."""
    return tuple(np.int64(i) for i in range(count))
