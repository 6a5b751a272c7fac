"""`parlour dev GAME`: a server with interpreted rules that starts again whenever a file of the game changes.

Nothing is compiled, so a change is on the screen in a few seconds. Running tables are played again by the new rules
(`parlour.server.refit`); browsers come back by themselves. While a file does not load, the last server that did runs.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from parlour.engine import registry
from parlour.home import make_home

# Seconds between two looks at the folder, and until a server that was asked to end has ended.
LOOK = 0.3
ENDING = 15
SUFFIXES = (".py", ".toml", ".md")


def dev(name: str, port: int, store: str | None = None) -> None:
    """Serve until ctrl-C, with the game's files as they are."""
    folder = Path(str(registry.package(name).__file__)).parent
    url = store or str(make_home() / f"dev-{name}.db")
    house: subprocess.Popen[bytes] | None = None
    # However it is asked to end, the server ends with it.
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.default_int_handler)
    print(f"Watching the folder {folder.name}. Its rules are interpreted; ctrl-C ends this.", flush=True)
    try:
        for changed in changes(folder):
            if changed:
                print(f"changed: {', '.join(changed)}", flush=True)
            if not loads(name):
                continue
            if house is not None:
                stop(house)
            run("parlour.server.refit", url, name)
            house = start("parlour", "serve", "--port", str(port), "--store", url)
    except KeyboardInterrupt:
        pass
    finally:
        if house is not None:
            stop(house)


def changes(folder: Path) -> Iterator[list[str]]:
    """The names of the files that have changed, again and again; first an empty list."""
    known = stamps(folder)
    yield []
    while True:
        time.sleep(LOOK)
        now = stamps(folder)
        if now != known:
            yield sorted({path.name for path, _ in now.items() ^ known.items()})
            known = now


def stamps(folder: Path) -> dict[Path, int]:
    """When each file of a game was written."""
    files = [path for path in folder.iterdir() if path.suffix in SUFFIXES]
    return {path: path.stat().st_mtime_ns for path in files if path.exists()}


def loads(name: str) -> bool:
    """Whether the game can be loaded as it is now; if not, Python or the edition has said why."""
    code = f"from parlour.engine import registry; registry.load({name!r}).own_editions"
    return start("-c", code, module=False).wait() == 0


def run(*command: str) -> None:
    start(*command).wait()


def start(*command: str, module: bool = True) -> "subprocess.Popen[bytes]":
    """A process with this Python, its rules interpreted."""
    line = [sys.executable, *(["-m"] if module else []), *command]
    return subprocess.Popen(line, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})


def stop(house: "subprocess.Popen[bytes]") -> None:
    house.terminate()
    try:
        house.wait(ENDING)
    except subprocess.TimeoutExpired:
        house.kill()
        house.wait()
