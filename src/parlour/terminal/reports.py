"""What commands print: tables and progress bars."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from parlour.engine import registry
from parlour.engine.about import About
from parlour.shelf import shelf_text
from parlour.terminal.doctor import Finding
from parlour.terminal.players import either
from parlour.terminal.words import language, plain, say


def games_table(abouts: dict[str, About]) -> Table:
    table = Table()
    for column in ("name", "players", "minutes", "mode", "promise"):
        table.add_column(say(f"games.{column}"))
    for name, about in abouts.items():
        players = either(sorted({n for mode in about.modes for n in mode.seats}))
        modes = ", ".join(mode.name for mode in about.modes)
        table.add_row(name, players, about.minutes, modes, shelf_text(name, "promise", about.promise, language()))
    return table


@contextmanager
def counting(
    console: Console, title: str, total: int, quiet: bool, left: bool = False
) -> Iterator[Callable[[int], None]]:
    """A progress bar, if wanted with the time left; call it with how many more are done."""
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()]
    if left:
        columns.append(TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, advance=done)


@contextmanager
def while_waiting(console: Console, title: str) -> Iterator[None]:
    """A progress bar for work of unknown length."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        bar.add_task(title, total=None)
        yield


# Simulations


def sim_table(found: dict[str, Any]) -> RenderableType:
    """Who won how often, with 95% intervals."""
    head = say(
        "sim.head",
        games=f"{found['games']:,}",
        game=registry.about(found["game"]).title,
        mode=found["mode"],
        seats=found["seats"],
        edition=plain(found["edition"]),
        seed=found["seed"],
    )
    table = Table("", say("sim.games"), say("sim.wins"), say("sim.score"), say("sim.interval"), say("sim.points"))
    for part, name in (("by_bot", "bot"), ("by_seat", "seat"), ("by_turn", "turn")):
        for row in found[part]:
            value = row[name] + 1 if name == "seat" else row[name]
            table.add_row(Text(say(f"sim.{name}", value=value)), *rate_cells(row))
        table.add_section()
    tail = say("sim.tail", ties=found["ties"], plies=found["plies"]["mean"], seconds=found["seconds"])
    return Group(Text(head), table, Text(tail))


def rate_cells(row: dict[str, Any]) -> Iterable[str]:
    low, high = row["interval"]
    return (
        f"{row['games']:,}",
        f"{row['wins']:,}",
        f"{row['score']:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{row['points']['mean']:.2f}",
    )


# Benchmarks


@contextmanager
def bench_progress(console: Console, games: int) -> Iterator[Callable[[str, str], None]]:
    """A bar over the four measurements of every game."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=4 * games)
        done = -1

        def report(game: str, what: str) -> None:
            nonlocal done
            done += 1
            told = say("progress.bench", game=game, what=what)
            bar.update(task, completed=done, description=told)
            if not console.is_terminal:
                console.print(told, highlight=False)

        yield report
        bar.update(task, completed=4 * games)


def bench_table(found: dict[str, dict[str, Any]]) -> Table:
    table = Table("Game", caption=say("bench.caption"))
    for heading in ("steps", "games", "bytes", "copy", "compile", "start"):
        table.add_column(say(f"bench.{heading}"), justify="right")
    for name, row in found.items():
        table.add_row(
            name,
            f"{row['steps_per_second']:,}",
            f"{row['games_per_second']:,}",
            f"{row['state_bytes']:,}",
            f"{row['copy_ns']:.1f}",
            f"{row['compile_s']:.1f}",
            f"{row['start_s']:.2f}",
        )
    return table


# The doctor, and compiling


def doctor_table(findings: list[Finding]) -> Table:
    table = Table("", "What", "Found")
    for finding in findings:
        mark = Text("ok", style="green") if finding.good else Text("WRONG", style="bold red")
        table.add_row(mark, finding.what, Text(plain(finding.found)))
    return table


def compile_all(console: Console) -> None:
    """Compile the rules and the bots of every game on the shelf, then delete what is long unused."""
    from parlour.compiler import CannotCompile

    names = registry.names(shelf_only=True)
    titles = ", ".join(registry.about(name).title for name in names)
    with while_waiting(console, say("progress.compile", game=titles)):
        try:
            asyncio.run(compile_beside(console, names))
        except asyncio.CancelledError:
            raise SystemExit(128 + signal.SIGTERM) from None
        except CannotCompile as game:
            raise ValueError(say("progress.not_compiled", game=registry.about(str(game)).title)) from game


async def compile_beside(console: Console, names: list[str]) -> None:
    """Compile games, the largest first, and say of each when it is ready."""
    from parlour.compiler import Compiler

    start = time.monotonic()
    compiler = Compiler(names[::-1], trust_marks=False)
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # on Windows
        # So that the processes of the games end with this one, as they do by ctrl-C.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)

    async def tell(name: str) -> None:
        await compiler.wait(name, "arena")
        title, functions = registry.about(name).title, compiler.games[name].compiled
        seconds = time.monotonic() - start
        console.print(say("progress.compiled", game=title, functions=functions, seconds=seconds), highlight=False)

    compiler.start()
    try:
        await asyncio.gather(*map(tell, names), compiler.finish())
    finally:
        await compiler.close()


@contextmanager
def announced(console: Console) -> Iterator[None]:
    """Say what is compiled, when that begins, and at the end how long it took; nothing if all was cached."""
    from parlour.engine.jit import watch_compiling

    began: dict[str, float] = {}
    functions: list[str] = []
    listening = True

    def announce(function: str) -> None:
        kernel, _, game = function.partition("__")
        if not listening or game not in registry.names():
            return
        functions.append(game)
        if game not in began:
            began[game] = time.monotonic()
            title = registry.about(game).title
            console.print(say("progress.compiling", game=title, what=f"{kernel} ..."), highlight=False)

    watch_compiling(announce)
    try:
        yield
    finally:
        listening = False
    for game, start in began.items():
        title, seconds, count = registry.about(game).title, time.monotonic() - start, functions.count(game)
        console.print(say("progress.compiled", game=title, functions=count, seconds=seconds), highlight=False)
