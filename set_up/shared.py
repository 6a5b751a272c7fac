"""What the clones of one user share: installed packages and built pages, so that a second clone starts in seconds.

They lie in the user's cache folder beside the compiled rules, each under a hash of what it was made from.
"""

import contextlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

# Nothing is installed yet.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
from parlour.engine.private import make_private

KEPT_DAYS = 60
FILES, COUNT, HALF = "files", "count", "half-"


def keep(folder: Path, name: str, *but: str) -> None:
    """Share a folder under a name. Whoever is killed meanwhile leaves nothing that looks whole."""
    shared = private_folder()
    prune(shared)
    half = Path(tempfile.mkdtemp(prefix=HALF, dir=shared))
    try:
        copy(folder, half / FILES, shutil.ignore_patterns(*but))
        (half / COUNT).write_text(str(count(half / FILES)))
        half.rename(shared / name)
    except OSError:
        # Another clone may have been quicker.
        if not (shared / name).exists():
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)


def has(name: str) -> bool:
    """Whether something whole is shared under a name."""
    found = private_folder() / name
    if not found.exists():
        return False
    # Somebody may have deleted half of the cache.
    if not (found / COUNT).exists() or (found / COUNT).read_text() != str(count(found / FILES)):
        shutil.rmtree(found)
        raise OSError(f"files were missing in {found}")
    return True


def take(name: str, into: Path) -> None:
    """Make a folder what is shared under a name."""
    found = private_folder() / name
    os.utime(found)
    shutil.rmtree(into, ignore_errors=True)
    copy(found / FILES, into)


def copy(folder: Path, into: Path, ignored: Any = None) -> None:
    try:
        shutil.copytree(folder, into, symlinks=True, ignore=ignored, copy_function=link)
    except shutil.Error as error:  # lists every file, but one reason will do
        raise OSError(error.args[0][0][2]) from error


def link(source: str, target: str) -> None:
    """One file in two places: pip and Vite replace files, and write into none that is there."""
    try:
        os.link(source, target)
    except OSError:  # another file system, or one that has no links
        shutil.copy2(source, target)


def count(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))


def private_folder() -> Path:
    """The folder of what is shared: it holds code that is run."""
    return make_private(cache_folder() / "set-up")


def cache_folder() -> Path:
    """The parent of parlour.engine.jit.cache_root, which needs a package for that."""
    if chosen := os.environ.get("PARLOUR_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "parlour" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "parlour"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour"


def prune(shared: Path) -> None:
    """Delete what no clone has taken for long, and what a killed set-up has left."""
    for folder in shared.iterdir():
        days = 1 if folder.name.startswith(HALF) else KEPT_DAYS
        with contextlib.suppress(FileNotFoundError):
            if time.time() - folder.stat().st_mtime > days * 86400:
                shutil.rmtree(folder, ignore_errors=True)
