"""`parlour dev GAME`: a server or a terminal with interpreted rules that starts again when a file of the game changes.

Nothing is compiled, so a change is on the screen in a few seconds. Running games are played again by the new rules
(`parlour.server.admin.refit`, `parlour.terminal.refit`); browsers come back by themselves. While a file does not load,
what ran before goes on.
"""

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from parlour.engine import registry
from parlour.home import make_home

Process = subprocess.Popen[bytes]

# Seconds between two looks at the folder, until something that was asked to end has ended, and until ctrl-C has
# reached everybody at a terminal.
LOOK = 0.3
ENDING = 15
LEAVING = 3
SUFFIXES = (".py", ".toml", ".md")
INTERPRETED = ("-W", "ignore:overflow encountered:RuntimeWarning")


def serve(name: str, port: int, store: str | None = None, editions: Path | None = None) -> None:
    """Serve until ctrl-C, with the game's files as they are, and with the editions of a folder."""
    url = store or str(make_home() / f"dev-{name}.db")
    folder = [str(editions)] if editions else []

    def start_house() -> Process:
        start("-m", "parlour.server.admin.refit", url, name, *folder).wait()
        more = ["--editions", *folder] if folder else []
        return start("-m", "parlour", "serve", "--port", str(port), "--store", url, *more)

    watch(name, start_house, beside=editions)


def play(name: str, seats: str | None = None) -> None:
    """Play at this terminal until somebody leaves, with the game's files as they are."""
    from parlour.terminal.running import new_path

    path = new_path(name)
    players = seats or ",".join(["you"] + ["random"] * (registry.about(name).modes[0].seats[0] - 1))
    try:
        watch(name, lambda: start("-m", "parlour.terminal.refit", str(path), name, players), ends_with_it=True)
    finally:
        path.with_suffix(".unfit").unlink(missing_ok=True)


def watch(name: str, begin: Callable[[], Process], ends_with_it: bool = False, beside: Path | None = None) -> None:
    """Begin something, and again after each change of the game's files; until ctrl-C, or until it ends by itself.

    `beside` is another folder whose files count.
    """
    folder = Path(str(registry.package(name).__file__)).parent
    known: dict[Path, int] = {}
    running: Process | None = None
    # However it is asked to end, what it runs ends with it.
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.default_int_handler)
    print(f"Watching the folder {folder.name}. Its rules are interpreted; ctrl-C ends this.", flush=True)
    try:
        while True:
            now = {**stamps(folder), **(stamps(beside) if beside else {})}
            if now != known:
                if known:
                    changed = sorted({path.name for path, _ in now.items() ^ known.items()})
                    print(f"\nchanged: {', '.join(changed)}", flush=True)
                known = now
                if loads(name):
                    stop(running)
                    running = begin()
            elif running is not None and running.poll() is not None:
                if ends_with_it and running.returncode == 0:
                    return
                print("It has ended; the lines above say why. It starts again at the next change.", flush=True)
                running = None
            time.sleep(LOOK)
    except KeyboardInterrupt:
        if ends_with_it and running is not None:
            with suppress(subprocess.TimeoutExpired):
                running.wait(LEAVING)
    finally:
        stop(running)


def stamps(folder: Path) -> dict[Path, int]:
    """When each file of a game was written."""
    found = {}
    for place, _, names in os.walk(folder):
        for path in (Path(place, name) for name in names if name.endswith(SUFFIXES)):
            # An editor may rename it at this moment.
            with suppress(FileNotFoundError):
                found[path] = path.stat().st_mtime_ns
    return found


def loads(name: str) -> bool:
    """Whether the game can be loaded as it is now; if not, a sentence has said why."""
    return start("-c", f"from parlour.dev import check; check({name!r})").wait() == 0


def check(name: str) -> None:
    """Load a game, or say in one sentence why not and exit with 1."""
    try:
        assert registry.load(name).own_editions
    except Exception as error:  # whatever a half-written file raises
        why = error.msg if isinstance(error, SyntaxError) else error
        said = f"{place_of(error, registry.packages()[name])}{type(error).__name__}: {why}"
        print(f"{name} does not load: {said}. What ran before goes on.", flush=True)
        sys.exit(1)


def place_of(error: Exception, package: str) -> str:
    """The file and line of a game in which an error lies, if it lies in one."""
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or '').name}, line {error.lineno}: "
    spec = find_spec(package)
    folder = Path(spec.origin or "").parent if spec else Path()
    lines = [at for at in traceback.extract_tb(error.__traceback__) if Path(at.filename).is_relative_to(folder)]
    return f"{Path(lines[-1].filename).name}, line {lines[-1].lineno}: " if lines else ""


def start(*command: str) -> Process:
    """A process with this Python, its rules interpreted."""
    return subprocess.Popen([sys.executable, *INTERPRETED, *command], env={**os.environ, "NUMBA_DISABLE_JIT": "1"})


def stop(process: Process | None) -> None:
    if process is None:
        return
    process.terminate()
    try:
        process.wait(ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
