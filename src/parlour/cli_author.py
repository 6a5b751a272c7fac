"""The commands of a game's author: `parlour new`, `check`, `dev` and `pages`. Heavy imports only inside functions."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli_options import GameName

# Interpreted, the streams of chance wrap around, as they must; any other warning is a fault.
WARNINGS = ("-W", "error", "-W", "ignore:overflow encountered:RuntimeWarning:parlour.engine.chance")
NEEDED = ("pytest", "ruff", "mypy")
FAST = """Every step passes, interpreted, at the smallest table.
Not checked: the other tables, every history of the tiny edition (whether secrets can be guessed), the rules compiled,
the long tests (twins), playthroughs. All of that: parlour check {}"""


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, as for a Python package.")],
    prefix: Annotated[str, typer.Option(help="Two capital letters that begin the ids of its clauses.")],
    title: Annotated[str | None, typer.Option(help="What players call it; made of the name unless given.")] = None,
    into: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a package of its own there.")] = None,
) -> None:
    """Write a blank game that can be played and passes every check, for you to change."""
    from parlour.new import write_new

    for path in write_new(name, prefix, title, into):
        print(path)
    install = f"python -m pip install -e {into}, then " if into is not None else ""
    print(f"Next: {install}parlour check {name} --fast, then step 1 of docs/add-a-game.md.")


def check(
    game: GameName,
    fast: Annotated[bool, typer.Option("--fast", help="Only interpreted: nothing is compiled.")] = False,
) -> None:
    """Check a game step by step, as docs/add-a-game.md goes; stops at the first step that fails and says what to do."""
    import os
    import subprocess
    import sys

    from parlour.engine import registry
    from parlour.new import ROOT, is_checkout

    registry.about(game)
    check_packages()
    if not is_checkout(ROOT):
        raise ValueError("the checks are among Parlour's sources, and this Parlour runs without them")
    script = str(ROOT / "tests" / "check_game.py")
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    runs = [([sys.executable, *WARNINGS, script, game, "--interpreted"], interpreted)]
    if not fast:
        runs.append(([sys.executable, script, game], dict(os.environ)))
    for command, environment in runs:
        if code := subprocess.run(command, env=environment, check=False).returncode:
            raise typer.Exit(code)
    print("Every step passes." if not fast else FAST.format(game))


def dev(
    game: GameName,
    port: Annotated[int, typer.Option(help="The port of the server.")] = 8471,
    store: Annotated[str | None, typer.Option(metavar="FILE", help="Its store; one of its own unless given.")] = None,
    editions: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Offer the editions in this folder too, and follow their changes."),
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play at this terminal rather than in browsers.")
    ] = False,
    seats: Annotated[str | None, typer.Option(help="With --terminal: who plays, as for `parlour play`.")] = None,
) -> None:
    """Play a game while you change it: interpreted, started again at each change, games at the same position."""
    from parlour import dev
    from parlour.engine import registry

    registry.about(game)
    if terminal:
        dev.play(game, seats)
    else:
        dev.serve(game, port, store, editions)


def pages(
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the files are written.")] = Path("page"),
) -> None:
    """Write Parlour as a page: a folder of files that any web host can serve, in which bots play without a server."""
    from parlour.page.building import write_page

    size = write_page(out, print)
    print(f"{out} holds the page ({size / 1e6:.1f} MB). Look at it: python3 -m http.server --bind 127.0.0.1 -d {out}")


def check_packages() -> None:
    """The packages that the checks need, or the command that installs them."""
    from importlib.util import find_spec

    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise ValueError(f"{' and '.join(missing)} missing: `python3 play.py check` installs what tests need")
